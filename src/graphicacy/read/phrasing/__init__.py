"""Questions in words, and words matched back to questions."""
