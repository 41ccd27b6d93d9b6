"""Datasets of questions: made in parts that a killed build leaves behind, put together, checked, loaded."""
