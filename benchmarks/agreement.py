"""What 10,000 bootstrap resamples of agreement cost, beside loops over krippendorff and pingouin in the same run.

python benchmarks/agreement.py
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable

import numpy as np

RESAMPLES, ITEMS, RATERS, LOOPED = 10_000, 200, 4, 20


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print CPU seconds for all resamples, and ratios; those of the loops are scaled up from a few."""
    import krippendorff
    import pandas as pd
    import pingouin

    from graphicacy.trust.statistics import alpha_resamples, icc_resamples

    rng = np.random.default_rng(0)
    true = rng.normal(3, 1, ITEMS)
    table = np.clip(np.round(true + rng.normal(0, 0.8, (RATERS, ITEMS))), 1, 5)

    def loop_alpha() -> None:
        for _ in range(LOOPED):
            krippendorff.alpha(table[:, rng.integers(ITEMS, size=ITEMS)], level_of_measurement="ordinal")

    def loop_icc() -> None:
        for _ in range(LOOPED):
            drawn = table[:, rng.integers(ITEMS, size=ITEMS)]
            rows = {
                "item": np.tile(np.arange(ITEMS), RATERS),
                "rater": np.repeat(np.arange(RATERS), ITEMS),
                "rating": drawn.ravel(),
            }
            pingouin.intraclass_corr(pd.DataFrame(rows), "item", "rater", "rating")

    warnings.simplefilter("ignore")
    print(f"{RESAMPLES:,} resamples of {ITEMS} items x {RATERS} raters, CPU seconds")
    whole = 0.0
    for name, ours, loop in (
        ("alpha, ordinal", lambda: alpha_resamples(table, "ordinal", RESAMPLES), loop_alpha),
        ("ICC(2,k)", lambda: icc_resamples(table, "2k", RESAMPLES), loop_icc),
    ):
        mine, theirs = seconds(ours), seconds(loop) * RESAMPLES / LOOPED
        whole += mine
        print(f"{name:16} {mine:8.2f}   loop {theirs:8.1f}   {theirs / mine:6.0f} times")
    print(f"{'both':16} {whole:8.2f}")


if __name__ == "__main__":
    main()
