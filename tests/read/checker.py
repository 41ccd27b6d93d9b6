"""An independent checker of questions: every answer again, from the source text, the scene and the picture alone.

    python tests/read/checker.py DATASET [--count 1000] [--task T ...]

It shares no code with what made the questions: sources, graphs, geometry and colours are read by its own, simpler
means. What those cannot decide (a construct of a source, a thicket of paths, a colour between two names) is counted as
unchecked, by cause.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median
from typing import Any

import networkx as nx

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from read.checker_pictures import (
    Pixels,
    border_of,
    fill_of,
    has_sides,
    ink_box,
    is_called,
    is_line_called,
    line_of,
    pixels_of,
)
from read.checker_queries import TooMany, answer_set, missing_nodes, right_paths
from read.checker_sources import Line, Source, Unreadable, read_dot, read_mermaid

NONE = "none"
CELLS = [[f"{row} {column}".strip() for column in ("left", "", "right")] for row in ("top", "", "bottom")]
CELLS[1][1] = "center"
FORK = 30.0  # px from a node, within which lines that leave it side by side may touch
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class Wrong(AssertionError):
    """The answer is not what the source and the picture say."""


class Unchecked(ValueError):
    """The checker cannot tell."""


@dataclass
class Case:
    """One question with what it is about: both sources, the scene of its picture, and its pictures as PNG."""

    question: dict[str, Any]
    mermaid: str
    dot: str
    scene: dict[str, Any]
    pictures: Sequence[bytes] = ()
    meanings: Sequence[dict[str, Any]] = ()

    @cached_property
    def source(self) -> Source:
        try:
            return read_dot(self.dot)
        except Unreadable as error:
            raise Unchecked(f"DOT: {error}") from None

    @property
    def arguments(self) -> dict[str, Any]:
        found: dict[str, Any] = self.question["arguments"]
        return found

    @property
    def answer(self) -> Any:
        return self.question["answer"]

    @cached_property
    def pixels(self) -> Pixels:
        return self.picture()

    def picture(self, number: int = 0) -> Pixels:
        if number >= len(self.pictures):
            raise Unchecked("no picture")
        return pixels_of(self.pictures[number])

    def label(self, key: str) -> str:
        return self.source.nodes[key].label

    def find(self, label: str) -> str:
        """The id of the one node of a label."""
        keys = [key for key, node in self.source.nodes.items() if node.label == label]
        expect(len(keys) == 1, f"{len(keys)} nodes are called {label!r}")
        return keys[0]

    def arrows(self) -> list[tuple[str, str, int]]:
        """Arrows as (from, to, number of the connector)."""
        found = [(self.source.arrow(line), k) for k, line in enumerate(self.source.lines)]
        return [(*ends, k) for ends, k in found if ends]

    def told(self, arrow: tuple[str, str, int]) -> tuple[str, str]:
        return self.label(arrow[0]), self.label(arrow[1])

    def route(self, number: int) -> list[list[float]]:
        """The points of a connector from its source to its target."""
        line, drawn = self.source.lines[number], self.scene["edges"][number]
        expect((drawn["source"], drawn["target"]) == (line.source, line.target), "the scene has other connectors")
        points: list[list[float]] = drawn["points"]
        return points


def check(case: Case) -> None:
    """Raises ``Wrong`` or ``Unchecked``; returns where the answer is what the checker finds."""
    check_sources(case)
    try:
        CHECKS[case.question["task"]](case)
    except TooMany:
        raise Unchecked("too many paths") from None


def check_sources(case: Case) -> None:
    """Both sources are one graph."""
    try:
        other = read_mermaid(case.mermaid)
    except Unreadable:
        return
    expect(other.summary() == case.source.summary(), "Mermaid and DOT are two graphs")


def expect(truth: bool, what: str) -> None:
    if not truth:
        raise Wrong(what)


def same(said: Counter[Any], right: Counter[Any]) -> None:
    expect(
        said == right, f"too much: {sorted((said - right).elements())}; missing: {sorted((right - said).elements())}"
    )


def quotes(case: Case) -> list[str]:
    return re.findall(r"“([^”]*)”", case.question["question"])


def edges(items: Sequence[dict[str, str]]) -> list[tuple[str, str]]:
    return [(item["source"], item["target"]) for item in items]


# --- structural


def check_parsing(case: Case) -> None:
    labels, arrows = case.source.summary()
    said, variant = case.answer, case.question["variant"]
    if variant in ("full", "nodes"):
        same(Counter(said["nodes"] if variant == "full" else said), labels)
    if variant in ("full", "edges"):
        same(Counter(edges(said["edges"] if variant == "full" else said)), arrows)
    expect(all(map(case.source.shows, case.source.nodes)), "a node has no words")
    expect(len(case.arrows()) == len(case.source.lines) or variant == "nodes", "a connector is no arrow")


def check_code(case: Case) -> None:
    rubric = case.question["rubric"]
    notation = {"mermaid": "mermaid", "graphviz": "dot"}[case.question["variant"]]
    expect(rubric["notation"] == notation == case.arguments["notation"], "another notation")
    right = case.source.summary()
    try:
        written = (read_mermaid if notation == "mermaid" else read_dot)(case.answer)
    except Unreadable as error:
        raise Unchecked(f"the answer's code: {error}") from None
    for said in (written.summary(), (Counter(rubric["nodes"]), Counter(edges(rubric["edges"])))):
        same(said[0], right[0])
        same(said[1], right[1])


def check_masked(case: Case) -> None:
    told = case.arguments["path"]
    named = [label for label in told if label is not None]
    expect(quotes(case) == named, "the text names other nodes")
    gaps = re.findall(r"\[\?\]|\[…\]", case.question["question"].split("\n")[1])
    runs = case.question["template"] == "path-of-runs"
    expect(gaps == ["[…]" if runs else "[?]"] * told.count(None), "the text has other gaps")
    graph = graph_of(case)
    found = missing_nodes(graph, [label if label is None else case.find(label) for label in told], runs)
    expect([[case.label(n) for n in nodes] for nodes in found] == [case.answer], f"{len(found)} choices fit")
    on_path = {case.find(label) for label in [*named, *case.answer]}
    cyclic = any(len(part) > 1 and part & on_path for part in nx.strongly_connected_components(graph))
    expect(cyclic or not case.question["variant"].endswith("cyclic"), "there is no cycle")
    if not case.question["variant"].endswith("cyclic"):
        expect(not cyclic and not any(graph.has_edge(n, n) for n in on_path), "there is a cycle")


# --- visual


def check_layout(case: Case) -> None:
    arrows = case.arrows()
    expect(len(arrows) == len(case.source.lines), "a connector is no arrow")
    if case.question["variant"] == "long":
        lengths = {a: sum(map(math.dist, r, r[1:])) for a in arrows for r in [case.route(a[2])]}
        bound = 2 * median(lengths.values())
        same(Counter(edges(case.answer)), Counter(case.told(a) for a, length in lengths.items() if length >= bound))
    elif case.question["variant"] == "against-flow":
        found = [case.told(a) for a in arrows if a[0] != a[1] and is_against(case, a[0], a[1])]
        same(Counter(edges(case.answer)), Counter(found))
    else:
        pairs = [(a, b) for a, b in combinations(arrows, 2) if cross(case, a, b)]
        right = Counter(tuple(sorted((case.told(a), case.told(b)))) for a, b in pairs)
        same(Counter(tuple(sorted(edges(pair))) for pair in case.answer), right)


def is_against(case: Case, source: str, target: str) -> bool:
    """Whether the node at the head lies wholly farther back than the one at the tail."""
    one, other = (case.scene["nodes"][key] for key in (source, target))
    way = case.arguments["direction"]
    return bool(
        {"TB": other[3] < one[1], "BT": other[1] > one[3], "LR": other[2] < one[0], "RL": other[0] > one[2]}[way]
    )


def cross(case: Case, one: tuple[str, str, int], other: tuple[str, str, int]) -> bool:
    """Whether the lines of two arrows intersect; at a node of both, lines that come together do not."""
    routes = case.route(one[2]), case.route(other[2])
    shared = [case.scene["nodes"][key] for key in {*one[:2]} & {*other[:2]}]
    doubtful = False
    for a, b in pairwise(routes[0]):
        for c, d in pairwise(routes[1]):
            point = meeting(a, b, c, d)
            if point is None:
                continue
            between = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]) - math.atan2(d[1] - c[1], d[0] - c[0])) % 180
            if all(gap(point, box) > FORK for box in shared) or 25 < between < 155:
                return True
            doubtful = doubtful or 12 < between < 168
    if doubtful:
        raise Unchecked("lines that meet near a node of both")
    return False


def gap(point: tuple[float, float], box: Sequence[float]) -> float:
    across = max(box[0] - point[0], 0.0, point[0] - box[2])
    return math.hypot(across, max(box[1] - point[1], 0.0, point[1] - box[3]))


def meeting(
    a: Sequence[float], b: Sequence[float], c: Sequence[float], d: Sequence[float]
) -> tuple[float, float] | None:
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    area = ux * vy - uy * vx
    if abs(area) < 1e-9:
        return None
    s = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / area
    t = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / area
    return (a[0] + s * ux, a[1] + s * uy) if -1e-9 <= s <= 1 + 1e-9 and -1e-9 <= t <= 1 + 1e-9 else None


def check_comparison(case: Case) -> None:
    """The second source is not recorded: what is said to have changed can have, and pixels changed where it did."""
    said = case.answer
    expect(said == case.arguments["changes"], "arguments and answer differ")
    labels, arrows = case.source.summary()
    for item in said:
        change, node, edge = item["change"], item.get("node"), item.get("edge")
        if change == "relabelled":
            expect(item["from"] in labels and item["to"] not in labels, f"cannot be: {item}")
        elif node is not None:
            expect((node in labels) == (change == "removed"), f"cannot be: {item}")
        else:
            pair = (edge["source"], edge["target"])
            expect((pair in arrows) == (change != "added") and labels.keys() >= set(pair), f"cannot be: {item}")
            expect(change != "reversed" or pair[::-1] not in arrows, f"there are both: {item}")
    if case.question["variant"] == "in-place":
        check_changed_pixels(case)


def check_changed_pixels(case: Case) -> None:
    one, other = case.picture(0).astype(int), case.picture(1).astype(int)
    if not case.answer:
        expect(one.shape == other.shape and abs(one - other).max() < 32, "the pictures differ")
    elif one.shape == other.shape:
        changed = abs(one - other).max(axis=2) > 32
        expect(bool(changed.any()), "the pictures are the same")


def check_localization(case: Case) -> None:
    said, arguments, variant = case.answer, case.arguments, case.question["variant"]
    nodes = case.scene["nodes"]
    if variant == "direction":
        one, other = (center(nodes[case.find(arguments[end])]) for end in ("seen_from", "node"))
        angle = math.degrees(math.atan2(other[0] - one[0], one[1] - other[1])) % 360
        expect(said == COMPASS[round(angle / 45) % 8], f"{angle:.0f} degrees")
        expect(quotes(case)[:2] == [arguments["node"], arguments["seen_from"]], "the text names other nodes")
        return
    if variant == "node-box":
        box = nodes[case.find(arguments["node"])]
        expect(has_sides(case.picture(), said), "nothing is drawn at a side of the box")
    else:
        ends = case.find(arguments["source"]), case.find(arguments["target"])
        numbers = [k for a, b, k in case.arrows() if (a, b) == ends]
        expect(len(numbers) == 1, f"{len(numbers)} such arrows")
        points = case.route(numbers[0])
        box = [
            min(p[0] for p in points),
            min(p[1] for p in points),
            max(p[0] for p in points),
            max(p[1] for p in points),
        ]
    expect(overlap(said, box) > 0.9, f"the scene has {box}")
    expect((case.question["rubric"]["height"], case.question["rubric"]["width"]) == case.picture().shape[:2], "size")


def center(box: Sequence[float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Intersection over union."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, across) * max(0.0, down)
    total = sum((b[2] - b[0]) * (b[3] - b[1]) for b in (one, other)) - shared
    return shared / total if total > 0 else 0.0


def check_position(case: Case) -> None:
    pixels = case.picture()
    drawn = ink_box(pixels)
    height, width = pixels.shape[:2]
    share = (drawn[2] - drawn[0]) / width, (drawn[3] - drawn[1]) / height
    most = 0.62 if case.question["variant"] == "normal" else 0.25
    expect(max(share) < most, f"the drawing covers {max(share):.2f} of a side")
    template = case.question["template"]
    if template == "cell":
        x, y = center(drawn)
        expect(case.answer == CELLS[int(3 * y / height)][int(3 * x / width)], f"the middle is at {x:.0f}, {y:.0f}")
    elif template == "part":
        expect(overlap(case.answer, drawn) > 0.95, f"ink fills {drawn}")
    else:
        x0, y0, x1, y1 = case.answer
        expect(x0 >= drawn[0] - 2 and y0 >= drawn[1] - 2 and x1 <= drawn[2] + 2 and y1 <= drawn[3] + 2, "no ink")
        expect(has_sides(pixels, case.answer), "nothing is drawn at a side of the box")
    for label in case.arguments["nodes"]:
        expect(label in case.source.summary()[0], f"{label!r} is no node")


def check_attributes(case: Case) -> None:
    looks = [tuple(look) for look in case.arguments["looks"]]
    if case.question["variant"] == "nodes":
        keys = [key for key in case.source.nodes if all(node_has(case, key, *look) for look in looks)]
        same(Counter(case.answer), Counter(map(case.label, keys)))
    else:
        arrows = [a for a in case.arrows() if all(line_has(case, a[2], *look) for look in looks)]
        same(Counter(edges(case.answer)), Counter(map(case.told, arrows)))


SHAPES = {"rounded": {"rounded", "stadium"}, "rectangle": {"rectangle"}}
BROKEN = {"dashed", "dotted"}
HEADS = {"blunt": "bar", "pointed": "arrow"}


def node_has(case: Case, key: str, look: str, value: str) -> bool:
    node = case.source.nodes[key]
    if look == "fill":
        return called(fill_of(case.pixels, case.scene["nodes"][key]), value)
    if look == "stroke":
        return called(border_of(case.pixels, case.scene["nodes"][key]), value)
    if look == "shape":
        return node.shape in SHAPES.get(value, {value})
    if look == "border":
        return is_drawn(node.style, value)
    raise Unchecked(f"{look} {value}")


def line_has(case: Case, number: int, look: str, value: str) -> bool:
    line: Line = case.source.lines[number]
    if look == "color":
        color = line_of(case.pixels, case.route(number), list(case.scene["nodes"].values()))
        return called(color, value, is_line_called)
    if look == "line":
        return is_drawn(line.style, value)
    if look == "head":
        return HEADS.get(value, value) in (line.head, line.tail)
    raise Unchecked(f"{look} {value}")


def is_drawn(style: set[str], value: str) -> bool:
    """Whether a line or border is drawn so; dashes and dots are one, since engines paint one as others the other."""
    if value == "solid":
        return not style & BROKEN
    return bool(style & BROKEN) if value in ("broken", *BROKEN) else value in style


def called(
    color: tuple[int, int, int] | None, value: str, test: Callable[[tuple[int, int, int], str], bool | None] = is_called
) -> bool:
    found = None if color is None else test(color, value)
    if found is None:
        raise Unchecked(f"whether {color} is {value}")
    return found


# --- language


def graph_of(case: Case, along: dict[str, str] | None = None) -> nx.DiGraph[str]:
    """The graph of readable nodes and arrows; of those arrows alone that have a look."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(key for key in case.source.nodes if case.source.shows(key))
    for one, other, number in case.arrows():
        if along is None or line_has(case, number, along["look"], along["value"]):
            graph.add_edge(one, other)
    return graph


def check_query(case: Case) -> None:
    template, arguments = case.question["template"], case.arguments
    labels, _ = case.source.summary()
    check_words(case)
    named = arguments.get("nodes", [])
    supposed = arguments.get("suppose")
    graph = graph_of(case, arguments.get("along"))
    if template == "false-premise" or any(label not in labels for label in named):
        check_premise(case, graph)
        return
    nodes = list(map(case.find, named))
    if supposed and not suppose(case, graph, supposed):
        expect(case.answer == NONE, "what is stated is false, so there is no answer")
        return
    if "avoiding" in arguments:
        look = arguments["avoiding"]
        graph.remove_nodes_from([n for n in graph if n not in nodes and node_has(case, n, look["look"], look["value"])])
    if case.question["answer_type"] == "path":
        check_paths(case, right_paths(template, graph, nodes))
        return
    if template == "in-group":
        found = {n for n in graph if is_in(case, n, arguments["word"])}
    elif template == "by-label":
        along = [(a, b) for a, b, k in case.arrows() if case.source.lines[k].label == arguments["word"]]
        found = {b for a, b in along if a == nodes[0] and b != a and graph.has_edge(a, b)}
    else:
        found = answer_set(template, graph, nodes, arguments.get("number"))
    if look := arguments.get("having"):
        found = {n for n in found if node_has(case, n, look["look"], look["value"])}
    same(Counter([] if case.answer == NONE else case.answer), Counter(map(case.label, found)))


def check_premise(case: Case, graph: nx.DiGraph[str]) -> None:
    """A question about what is not there has no answer."""
    expect(case.answer == NONE, "what is asked about is not in the figure")
    supposed = case.arguments.get("suppose")
    if supposed and {supposed["source"], supposed["target"]} <= case.source.summary()[0].keys():
        expect(not graph.has_edge(case.find(supposed["source"]), case.find(supposed["target"])), "the premise is true")


def suppose(case: Case, graph: nx.DiGraph[str], supposed: dict[str, str]) -> bool:
    """Change the graph as is supposed; False where something is stated that is not so."""
    one, other = case.find(supposed["source"]), case.find(supposed["target"])
    change = supposed["change"]
    if change == "stated":
        return bool(graph.has_edge(one, other))
    expect(graph.has_edge(one, other) == (change != "added"), f"what is supposed is so: {supposed}")
    if change == "added":
        graph.add_edge(one, other)
        return True
    graph.remove_edge(one, other)
    if change == "reversed":
        graph.add_edge(other, one)
    return True


def check_paths(case: Case, right: list[list[str]]) -> None:
    told = [[case.label(n) for n in path] for path in right]
    if case.answer == NONE:
        expect(not told, f"there is a path: {told[:1]}")
        return
    expect(case.answer in told, f"no path that is asked for; one is {told[:1]}")
    rubric = case.question["rubric"]
    steps = {(a, b) for a, b in rubric["edges"]}
    for path in told:
        expect(set(pairwise(path)) <= steps, f"the rubric refuses {path}")
    expect((rubric["start"], rubric["end"]) == (case.answer[0], case.answer[-1]), "the rubric has other ends")


def is_in(case: Case, key: str, title: str) -> bool:
    frame = case.source.nodes[key].frame
    while frame is not None:
        if case.source.frames[frame].title == title:
            return True
        frame = case.source.frames[frame].parent
    return False


def check_words(case: Case) -> None:
    """The text names the nodes of its arguments; where it is in other words, none of them by its label."""
    text, named = case.question["question"], list(case.arguments.get("nodes", []))
    if supposed := case.arguments.get("suppose"):
        named += [supposed["source"], supposed["target"]]
    if "rewrite" in case.question["task"]:
        for label in case.arguments.get("nodes", []):
            expect(f"“{label}”" not in text, f"the text has the label {label!r}")
    else:
        lost = [label for label in named if f"“{label}”" not in text]
        expect(not lost, f"the text does not name {lost}")
        extra = (
            set(quotes(case))
            - set(named)
            - {case.arguments.get("word")}
            - {f.title for f in case.source.frames.values()}
        )
        expect(not extra & case.source.summary()[0].keys(), f"the text names {sorted(extra)}, too")


CHECKS: dict[str, Callable[[Case], None]] = {
    "graph-parsing": check_parsing,
    "graph-to-code": check_code,
    "masked-subpath": check_masked,
    "edge-layout": check_layout,
    "structure-comparison": check_comparison,
    "localization": check_localization,
    "position-awareness": check_position,
    "visual-attributes": check_attributes,
    **dict.fromkeys(("semantic", "semantic-rewrite", "comprehensive"), check_query),
    **dict.fromkeys(("comprehensive-semantic", "comprehensive-rewrite"), check_query),
}


# --- datasets


def cases_of(folder: Path, tasks: Sequence[str], count: int) -> Iterator[Case]:
    """Up to ``count`` questions of each task, drawn at random, always the same."""
    import pyarrow.parquet as pq

    diagrams = {row["id"]: row for row in pq.read_table(folder / "diagrams.parquet").to_pylist()}
    by_task: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in pq.read_table(folder / "questions.parquet").to_pylist():
        by_task[row["task"]].append(row)
    for task in sorted(by_task):
        if tasks and task not in tasks:
            continue
        rows = sorted(by_task[task], key=lambda row: str(row["id"]))
        for row in random.Random(0).sample(rows, min(count, len(rows))):
            diagram = diagrams[row["diagram"]]
            drawn = next(r for r in diagram["renderings"] if r["name"] == row["rendering"])
            question = row | {name: json.loads(row[name]) for name in ("answer", "arguments", "rubric")}
            pictures = [(folder / name).read_bytes() for name in row["images"]]
            scene, meanings = json.loads(drawn["scene"]), json.loads(diagram["meanings"])
            yield Case(question, diagram["mermaid"], diagram["dot"], scene, pictures, meanings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--task", action="append", default=[])
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    causes: Counter[str] = Counter()
    for case in cases_of(options.folder, options.task, options.count):
        task = case.question["task"]
        try:
            check(case)
            counts[task]["agrees"] += 1
        except Wrong as error:
            counts[task]["differs"] += 1
            print(f"{case.question['id']}: {error}\n  {case.question['question']}\n  {case.answer}")
        except Unchecked as error:
            counts[task]["unchecked"] += 1
            causes[f"{task}: {error}"] += 1
    print(f"{'task':26}{'agrees':>9}{'differs':>9}{'unchecked':>11}")
    for task, found in sorted(counts.items()):
        print(f"{task:26}{found['agrees']:>9,}{found['differs']:>9,}{found['unchecked']:>11,}")
    for cause, times in causes.most_common(20):
        print(f"unchecked {times:>6,}  {cause}")
    raise SystemExit(1 if any(found["differs"] for found in counts.values()) else 0)


if __name__ == "__main__":
    main()
