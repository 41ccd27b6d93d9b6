"""Training: examples for fine-tuning, verifiable rewards, recipes, and what they do to a model."""
