"""Can AI draw? Tasks, systems, scoring, judging."""
