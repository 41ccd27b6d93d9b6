"""How right an answer is. One grader for datasets, runs, rewards and exports."""

from graphicacy.read.grading.grade import Grade, check_gold, grade

__all__ = ["Grade", "check_gold", "grade"]
