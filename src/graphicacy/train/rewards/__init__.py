"""Verifiable rewards for reinforcement learning: of answers to questions, and of drawings. No model is asked."""

from graphicacy.train.rewards.reward import COUNTS, BadColumn, Counts, Reward, text_of

__all__ = ["COUNTS", "BadColumn", "Counts", "Reward", "text_of"]
