"""How small a difference between two systems a benchmark can tell, and how many tasks a difference needs."""

from __future__ import annotations

from math import sqrt

from graphicacy.trust.fisher import f_quantile

__all__ = ["minimum_detectable_difference", "tasks_needed"]

_MOST_TASKS = 10_000_000


def minimum_detectable_difference(
    tasks: int, k: int, sd_tasks: float, sd_samples: float, alpha: float = 0.05, power: float = 0.8
) -> float:
    """The true mean difference that a paired two-sided test finds with this power.

    Both systems draw each task k times. The mean difference has the variance
    (``sd_tasks``² + 2 ``sd_samples``² / k) / tasks, and the test is of Student's t with tasks - 1 degrees of freedom:
    the difference is (t of 1 - alpha/2 + t of power) standard errors, an approximation close from ten tasks on.

    Args:
        tasks: at least 2.
        k: samples of each system per task, at least 1.
        sd_tasks: of the true differences between tasks.
        sd_samples: of one system's scores within a task.
        alpha: the level of the test, in (0, 1).
        power: in (0.5, 1).

    Raises:
        ValueError: a value is out of its range.
    """
    if tasks < 2 or k < 1 or sd_tasks < 0 or sd_samples < 0 or not 0 < alpha < 1 or not 0.5 < power < 1:
        raise ValueError(
            f"tasks = {tasks}, k = {k}, sd_tasks = {sd_tasks}, sd_samples = {sd_samples}, alpha = {alpha}, power = "
            f"{power}: two tasks, one sample, no negative spread, alpha in (0, 1) and power in (0.5, 1) are asked"
        )
    error = sqrt((sd_tasks**2 + 2 * sd_samples**2 / k) / tasks)
    return (_t(1 - alpha / 2, tasks - 1) + _t(power, tasks - 1)) * error


def tasks_needed(
    difference: float, k: int, sd_tasks: float, sd_samples: float, alpha: float = 0.05, power: float = 0.8
) -> int:
    """The fewest tasks with which a difference is found; see ``minimum_detectable_difference``.

    Raises:
        ValueError: a value is out of its range, or more than ten million tasks would be needed.
    """
    if difference <= 0:
        raise ValueError(f"difference must be above 0, got {difference}")
    low, high = 1, 2
    while minimum_detectable_difference(high, k, sd_tasks, sd_samples, alpha, power) > difference:
        low, high = high, 2 * high
        if high > _MOST_TASKS:
            raise ValueError(f"a difference of {difference} needs more than {_MOST_TASKS:,} tasks")
    while high - low > 1:
        middle = (low + high) // 2
        if minimum_detectable_difference(middle, k, sd_tasks, sd_samples, alpha, power) > difference:
            low = middle
        else:
            high = middle
    return high


def _t(p: float, df: int) -> float:
    """The quantile of Student's t for p above a half: its square is that of F with one degree of freedom."""
    return sqrt(f_quantile(2 * p - 1, 1, df))
