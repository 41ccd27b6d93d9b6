"""Can the scores be trusted? Statistics with intervals, and agreement between judges."""
