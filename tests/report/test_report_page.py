from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from graphicacy.draw.record import DrawResult, DrawScore, ErrorItem, LabelVerdict, RelationVerdict
from graphicacy.draw.task import DrawTask
from graphicacy.report.page import write_report
from report.synthetic_runs import SUITE, ids, make_result, make_run, make_tasks, result, save, write_run

HOSTILE = """</script><script>alert(1)</script>"><img src=x onerror="alert(2)">' onload=alert(3) {{ 7*7 }} \u202eevil"""


class Page(HTMLParser):
    """Tags with their attributes, and the text outside of style and script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._raw = ""
        self.feed(html)
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._raw = tag if tag in ("style", "script") else ""

    def handle_endtag(self, tag: str) -> None:
        self._raw = ""

    def handle_data(self, data: str) -> None:
        if not self._raw:
            self.words.append(data)

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag == name]

    def cards(self) -> list[dict[str, str | None]]:
        return [attrs for attrs in self.all("article") if attrs.get("class") == "card"]


def report(folder: Path, results: list[DrawResult], tasks: list[DrawTask] = SUITE) -> Page:
    return Page(write_report([write_run(folder / "run", results)], folder / "out", tasks).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    tasks = make_tasks(4)
    run = make_run(folder / "run", tasks)
    return write_report([run], folder / "out", tasks).read_text(encoding="utf-8")


def test_the_same_inputs_give_the_same_bytes(tmp_path: Path) -> None:
    tasks = make_tasks(2)
    run = make_run(tmp_path / "run", tasks)
    first, second = (write_report([run], tmp_path / name, tasks).read_bytes() for name in ("a", "b"))
    assert first == second


def test_the_page_asks_for_nothing_else(html: str) -> None:
    page = Page(html)
    loaded = [
        value for _, attrs in page.tags for name in ("src", "srcset", "data", "poster") if (value := attrs.get(name))
    ]
    assert all(value.startswith("data:image/") for value in loaded)
    links = [value for _, attrs in page.tags for name in ("href", "xlink:href", "action") if (value := attrs.get(name))]
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"@import|url\(", html)
    assert not page.all("link")
    assert not page.all("iframe")


def test_the_policy_allows_only_this_style_and_script(html: str) -> None:
    (policy,) = [m["content"] for m in Page(html).all("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    for tag in ("style", "script"):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not any("style" in attrs for _, attrs in Page(html).tags)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    task = DrawTask(id="x", prompt=HOSTILE, required_labels=(HOSTILE,), discipline=HOSTILE, figure_type=HOSTILE)
    score = DrawScore(
        TF=0.5,
        SC=None,
        SQ=0.5,
        CA=0.5,
        overall=0.5,
        labels=(LabelVerdict(label=HOSTILE, found=False, verdict="misspelt", seen=HOSTILE, box=(1, 1, 50, 20)),),
        relations=(RelationVerdict(relation=(HOSTILE, "inhibits", HOSTILE), why=HOSTILE),),
        errors=(ErrorItem(kind=HOSTILE, severity="major", what=HOSTILE, box=(1, 1, 50, 20)),),
        scored_by={"TF": HOSTILE},
        warnings=(HOSTILE,),
        width=100,
        height=100,
    )
    run = tmp_path / "run"
    drawing = make_result(SUITE[0], "a", 1, 1, run).drawing
    hostile = result(
        HOSTILE, "x", score=score, drawing=drawing, source=save(run, HOSTILE.encode(), "svg"), model=HOSTILE
    )
    other = result("other", "x", status="failed", score=None, reason=HOSTILE)
    write_run(run, [hostile, other], {HOSTILE: HOSTILE})
    page = Page(write_report([run], tmp_path / "out", [task]).read_text(encoding="utf-8"))
    assert len(page.all("script")) == 1
    assert all(str(image["src"]).startswith("data:image/") for image in page.all("img"))
    assert not any(name.startswith("on") for _, attrs in page.tags for name in attrs)
    assert " ".join(HOSTILE.split()) in page.text
    assert any(card["data-system"] == HOSTILE for card in page.cards())


def test_an_svg_drawing_is_embedded_as_pixels_only(tmp_path: Path) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
    svg = f'{head}<script>alert(1)</script><text y="30">TP53</text></svg>'
    run = tmp_path / "run"
    pytest.importorskip("graphicacy.diagram.render")
    page = report(tmp_path, [result("a", ids(1)[0], drawing=save(run, svg.encode(), "svg"))])
    (image,) = page.all("img")
    assert str(image["src"]).startswith("data:image/png;base64,")
    assert "TP53" not in page.text


def test_unscored_is_a_dash_that_says_why_and_no_drawing_is_zero(tmp_path: Path) -> None:
    one, two = ids(2)
    rows = [
        result("a", one, status="failed", score=None, reason="HTTP 500"),
        result("a", two, status="no-drawing", score=None, reason="prose only"),
    ]
    page = report(tmp_path, rows)
    titles = [attrs.get("title") for attrs in page.all("span") if attrs.get("class") == "none"]
    assert "not scored, the sample failed: HTTP 500" in titles
    assert "prose only" in page.text
    assert [card["data-overall"] for card in page.cards()] == ["", "0.0"]


def test_a_missing_drawing_file_is_said_and_nothing_lost(tmp_path: Path) -> None:
    page = report(tmp_path, [result("a", ids(1)[0], drawing="drawings/0123456789abcdef.png")])
    assert "drawings/0123456789abcdef.png: the drawing is not there" in page.text
    assert len(page.cards()) == 1


def test_a_drawing_outside_the_run_is_not_read(tmp_path: Path) -> None:
    inside = make_result(SUITE[0], "a", 1, 1, tmp_path)
    page = report(tmp_path, [result("a", ids(1)[0], drawing=f"../{inside.drawing}", source=f"../{inside.source}")])
    assert not page.all("img")
    assert not page.all("pre")


def test_a_truncated_line_is_a_warning_on_the_page(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [result("a", t) for t in ids(3)])
    lines = (run / "results.jsonl").read_bytes()
    (run / "results.jsonl").write_bytes(lines[:-30])
    page = Page(write_report([run], tmp_path / "out", SUITE).read_text(encoding="utf-8"))
    assert "results.jsonl, line 3: left out" in page.text
    assert len(page.cards()) == 2


def test_no_results_make_a_page_that_says_so(tmp_path: Path) -> None:
    page = report(tmp_path, [])
    assert "there are no results yet" in page.text
    assert not page.cards()


def test_one_system_and_one_sample_make_a_page(tmp_path: Path) -> None:
    page = report(tmp_path, [result("only", t, 0.6) for t in ids(2)])
    assert "only scores 0.600" in page.text
    assert "Differences need two scored systems." in page.text
    assert "Best of k" not in page.text


def test_controls_alone_rank_nothing(tmp_path: Path) -> None:
    rows = [result(c, t, v, kind="control") for c, v in (("reference", 0.9), ("blank", 0.0)) for t in ids(3)]
    assert "Only controls were run" in report(tmp_path, rows).text


def test_fifty_systems_make_a_page(tmp_path: Path) -> None:
    rows = [result(f"system-{i:02d}", t, 0.3 + i / 100 + j / 50) for i in range(50) for j, t in enumerate(ids(4))]
    page = report(tmp_path, rows)
    assert len(page.cards()) == 200
    assert sum(attrs.get("class") == "whisker system" for attrs in page.all("svg")) == 50


def test_tasks_of_another_suite_are_named(tmp_path: Path) -> None:
    page = report(tmp_path, [result("a", "elsewhere-1"), result("a", ids(1)[0])])
    assert "1 task is not in the suite of this report: elsewhere-1" in page.text


def test_runs_of_different_suites_are_told_apart(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / n, [result(n, ids(1)[0])], {"suite_hash": n, "started": "2026-11-0" + n}) for n in "12"
    ]
    page = Page(write_report(runs, tmp_path / "out", SUITE).read_text(encoding="utf-8"))
    assert "2 different suites" in page.text
    assert "1 November 2026 to 2 November 2026" in page.text


def test_progress_is_reported_once_per_figure(tmp_path: Path) -> None:
    steps: list[None] = []
    run = write_run(tmp_path / "run", [result("a", t) for t in ids(5)])
    write_report([run], tmp_path / "out", SUITE, step=lambda: steps.append(None))
    assert len(steps) == 5
