"""The checker's views on questions about what is drawn where, and how: by the scene and by pixels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from statistics import median

from read.checker_case import Case, Unchecked, edges, expect, line_has, node_has, quotes, same
from read.checker_pictures import has_sides, ink_box

CELLS = [[f"{row} {column}".strip() for column in ("left", "", "right")] for row in ("top", "", "bottom")]
CELLS[1][1] = "center"
APART = 8.0  # px: until they are so far from each other, lines that leave a node side by side are one (docs/scene.md)
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


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
    """Whether the lines of two arrows intersect; those that leave a node side by side do not until they are apart."""
    routes = case.route(one[2]), case.route(other[2])
    shared = [case.scene["nodes"][key] for key in {*one[:2]} & {*other[:2]}]
    doubtful = False
    for (i, (a, b)), (c, d) in product(enumerate(pairwise(routes[0])), pairwise(routes[1])):
        point = meeting(a, b, c, d)
        if point is None:
            continue
        spans = [spread(routes[0], i, point, box, routes[1]) for box in shared]
        if all(span > APART + 1 for span in spans):
            return True
        doubtful = doubtful or all(span > APART - 1 for span in spans)
    if doubtful:
        raise Unchecked("lines that meet near a node of both")
    return False


def spread(
    route: Sequence[Sequence[float]],
    index: int,
    point: Sequence[float],
    box: Sequence[float],
    other: Sequence[Sequence[float]],
) -> float:
    """How far a route gets from another between a point on its segment ``index`` and its end at a box."""
    at_end = gap((*route[-1],), box) < gap((*route[0],), box)
    between = [point, *(route[index + 1 :] if at_end else route[index::-1])]
    return max(min(distance(p, c, d) for c, d in pairwise(other)) for p in between)


def distance(point: Sequence[float], a: Sequence[float], b: Sequence[float]) -> float:
    """From a point to a line between two others."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    length = ux * ux + uy * uy
    share = 0.0 if length == 0 else ((point[0] - a[0]) * ux + (point[1] - a[1]) * uy) / length
    share = min(1.0, max(0.0, share))
    return math.dist(point[:2], (a[0] + share * ux, a[1] + share * uy))


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
