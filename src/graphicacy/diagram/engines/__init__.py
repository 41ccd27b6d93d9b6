"""Programs that draw, each run on hostile input in a guarded process."""
