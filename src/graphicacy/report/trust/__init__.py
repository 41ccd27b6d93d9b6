"""The page that says how good the scores are: stress tests of scorers, judges, and ratings by people."""
