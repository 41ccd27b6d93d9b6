"""READ: can AI read a directed graph? Corpora, questions whose answers an algorithm computes, and their grading."""
