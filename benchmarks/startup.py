"""How long ``graphicacy --help`` takes, beside an empty Python. Run: python benchmarks/startup.py"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median


def seconds(*command: str, runs: int = 7) -> float:
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return median(times[1:])  # the first fills the file cache


def main() -> None:
    empty = seconds(sys.executable, "-c", "pass")
    shown = seconds(str(Path(sys.executable).with_name("graphicacy")), "--help")
    print(f"python -c pass {empty:.3f} s, graphicacy --help {shown:.3f} s, ratio {shown / empty:.1f}")


if __name__ == "__main__":
    main()
