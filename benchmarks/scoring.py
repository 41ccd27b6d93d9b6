"""What scoring a drawing costs beyond OCR, and the peak memory of it. Run: python benchmarks/scoring.py [tasks]"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from statistics import median

# A cache of its own, so that every drawing is read by OCR once and then found again.
os.environ["GRAPHICACY_CACHE"] = tempfile.mkdtemp(prefix="graphicacy-benchmark-")

from graphicacy.draw.score import score_drawing
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.task import load_suite
from graphicacy.sight.gather import gather


def main(count: int = 12) -> None:
    drawings = [(task, draw_control("reference", task)) for task in load_suite()[:: max(1, 32 // count)]]
    gather(drawings[0][1])  # loads models and starts workers
    cold, warm, score = [], [], []
    for task, drawing in drawings[1:]:
        start = time.perf_counter()
        gather(drawing)
        between = time.perf_counter()
        evidence = gather(drawing)  # OCR from the cache: live text, topology, pixels
        ready = time.perf_counter()
        score_drawing(task, evidence)
        cold.append(between - start)
        warm.append(ready - between)
        score.append(time.perf_counter() - ready)
    ocr = [c - w for c, w in zip(cold, warm, strict=True)]
    unit = 1024 if sys.platform == "darwin" else 1  # bytes there, KiB on Linux
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit / 1024
    print(f"{'step':34}{'median s':>10}{'of OCR':>9}")
    for name, times in (("OCR", ocr), ("live text, topology, pixels", warm), ("scores and errors", score)):
        print(f"{name:34}{median(times):>10.3f}{median(times) / median(ocr):>9.1%}")
    print(f"peak memory of the process: {peak:.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
