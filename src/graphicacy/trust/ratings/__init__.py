"""Ratings of drawings by people: read from a file, and what they say of each other and of automatic scores."""
