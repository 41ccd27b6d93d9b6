"""Threads that draw before anything was loaded load modules one at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys, threading

from graphicacy.diagram import files
from graphicacy.diagram.loading import LOADING
from graphicacy.diagram.notations import read
from graphicacy.diagram.render import render

GPML = '<Pathway xmlns="http://pathvisio.org/GPML/2013a"><DataNode TextLabel="A" GraphId="a"><Graphics CenterX="50" ' \\
    'CenterY="20" Width="80" Height="20"/></DataNode></Pathway>'
N8N = '{"nodes": [{"name": "a", "type": "x", "position": [0, 0]}], "connections": {}}'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text y="20">a</text></svg>'
FENCE = b"```dot\\ndigraph { a -> b }\\n```"
JOBS = [
    lambda: render("flowchart TD; a-->b", "mermaid"), lambda: render("digraph { a -> b }", "dot"),
    lambda: render(GPML, "gpml"), lambda: render(N8N, "n8n"), lambda: render(SVG, "svg"),
    lambda: files.open_bytes(FENCE, "a.md"), lambda: render(N8N, "n8n", engine="merman"), lambda: read(N8N, "n8n"),
]
found = set()

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("graphicacy.") and not LOADING._is_owned():
            found.add(name)

def run(job):
    start.wait()
    try:
        job()
    except BaseException as error:
        found.add(repr(error))

sys.meta_path.insert(0, Watch())
start = threading.Barrier(len(JOBS))
threads = [threading.Thread(target=run, args=[job]) for job in JOBS]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(found))
"""


def test_modules_are_loaded_by_one_thread_at_a_time(tmp_path: Path) -> None:
    script = tmp_path / "threads.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=100, check=False)
    assert done.stdout.strip() == "[]", done.stderr
