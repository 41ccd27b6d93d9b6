"""Supervised fine-tuning: recipes, training, and the table of what each run gained."""
