"""The report of the reading track: its page and its tables."""
