from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from graphicacy.draw.record import DrawResult, DrawScore, ErrorItem, LabelVerdict, RelationVerdict
from graphicacy.draw.task import DrawTask
from graphicacy.report.names import slug
from graphicacy.report.site import write_site
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


class Site:
    """The pages of a site."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def page(self, name: str) -> Page:
        return Page((self.folder / name).read_text(encoding="utf-8"))

    def pages(self, pattern: str = "**/*.html") -> dict[str, Page]:
        return {str(p.relative_to(self.folder)): self.page(str(p)) for p in sorted(self.folder.glob(pattern))}

    @property
    def draw(self) -> Page:
        return self.page("draw.html")

    @property
    def figures(self) -> list[Page]:
        return list(self.pages("figures/*.html").values())

    @property
    def rows(self) -> list[list[Any]]:
        """The rows of the gallery."""
        text = (self.folder / "data" / "figures.js").read_text(encoding="utf-8")
        return json.loads(text[text.index(" = ") + 3 :].rstrip(";\n"))["figures"]  # type: ignore[no-any-return]


def site_of(folder: Path, runs: list[Path], tasks: list[DrawTask] = SUITE, **options: Any) -> Site:
    write_site(runs, folder, tasks, **options)
    return Site(folder)


def report(folder: Path, results: list[DrawResult], tasks: list[DrawTask] = SUITE) -> Site:
    return site_of(folder / "out", [write_run(folder / "run", results)], tasks)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("report")
    tasks = make_tasks(4)
    return site_of(folder / "out", [make_run(folder / "run", tasks, k=2)], tasks)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_same_inputs_give_the_same_bytes(tmp_path: Path) -> None:
    tasks = make_tasks(2)
    run = make_run(tmp_path / "run", tasks)
    first, second = (files_of(site_of(tmp_path / name, [run], tasks).folder) for name in ("a", "b"))
    assert first == second


def test_what_an_earlier_report_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    site_of(out, [write_run(tmp_path / "one", [result("gone", t) for t in ids(2)])])
    assert (out / "systems" / "gone.html").is_file()
    fresh = [write_run(tmp_path / "two", [result("here", t) for t in ids(2)])]
    assert "systems/gone.html" not in files_of(site_of(out, fresh).folder)
    assert files_of(out) == files_of(site_of(tmp_path / "anew", fresh).folder) | {"mine.txt": b"mine"}


def test_a_bundle_of_the_log_viewer_is_linked_and_left_alone(tmp_path: Path) -> None:
    viewer = tmp_path / "out" / "inspect" / "index.html"
    viewer.parent.mkdir(parents=True)
    viewer.write_text("logs")
    site = report(tmp_path, [result("a", t) for t in ids(2)])
    assert any(a.get("href") == "inspect/index.html" for a in site.draw.all("a"))
    assert any(a.get("href") == "../inspect/index.html" for a in site.figures[0].all("a"))
    assert viewer.read_text() == "logs"


def test_a_list_of_files_that_leads_elsewhere_removes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "precious").write_text("mine")
    (out / "figures").mkdir()
    (out / "site.json").write_text(json.dumps(["../precious", str(tmp_path / "precious"), 7, "figures"]))
    report(tmp_path, [result("a", t) for t in ids(2)])
    assert (tmp_path / "precious").is_file()


def test_every_link_leads_to_a_page_and_every_picture_and_script_is_there(site: Site) -> None:
    pages = site.pages()
    assert len(pages) == 4 + 6 + 4 + 36 - 1
    anchors = {name: {a["id"] for _, a in page.tags if a.get("id")} for name, page in pages.items()}
    for name, page in pages.items():
        for _, attrs in page.tags:
            for key in ("href", "src"):
                if (value := attrs.get(key)) is None:
                    continue
                assert not re.match(r"[a-z]+:|//", value), "of this site alone"
                path, _, fragment = value.partition("#")
                target = (site.folder / name).parent / path.partition("?")[0] if path else site.folder / name
                assert target.is_file(), f"{name}: {value}"
                if fragment and "=" not in fragment:
                    assert fragment in anchors[str(target.resolve().relative_to(site.folder.resolve()))], value


def test_the_policy_admits_what_lies_beside_the_page_and_nothing_else(site: Site) -> None:
    for page in site.pages().values():
        (policy,) = [m["content"] for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy"]
        parts = dict(part.split(" ", 1) for part in str(policy).split("; "))
        assert parts.pop("default-src") == "'none'"
        assert set(parts.values()) == {"'self'", "'none'"}
        assert not page.all("style")
        assert not page.all("iframe")
        assert not any("style" in attrs for _, attrs in page.tags)
        assert all(attrs.get("src") for attrs in page.all("script")), "no script in the page itself"


def test_pages_of_figures_lead_to_their_neighbours_task_and_system(site: Site) -> None:
    first = next(iter(site.pages("figures/*.html").values()))
    links = [str(a["href"]) for a in first.all("a") if a.get("href")]
    assert any(link.startswith("../tasks/") for link in links)
    assert any(link.startswith("../systems/") for link in links)
    around = [a for page in site.figures for a in page.all("a") if a.get("rel") in ("prev", "next")]
    tasks, drawn = 4, len(site.figures)
    assert len(around) == 2 * (drawn - tasks), "all but the ends of each task"


def test_a_task_shows_all_samples_and_which_items_are_hard(site: Site) -> None:
    page = site.page("tasks/task-001.html")
    assert len([a for a in page.all("article") if a.get("class") == "card"]) == 3 * 2 + 3
    assert "What is hard" in page.text
    assert "Draw how" in page.text


def test_what_is_hard_is_told_of_systems_and_not_of_controls(tmp_path: Path) -> None:
    task, run = SUITE[0], tmp_path / "run"
    controls = [make_result(task, "scrambled", 0.0, n, run, kind="control") for n in (1, 2)]
    drawn = [make_result(task, "a", 1.0, 1, run), *controls]
    site = site_of(tmp_path / "out", [write_run(run, drawn)])
    html = (site.folder / "tasks" / f"{task.id}.html").read_text(encoding="utf-8")
    counts = re.findall(r'<td class="num">(\d+)</td></tr>', html[html.index('id="items"') :])
    assert counts.count("1") == len(task.required_labels) + len(task.required_relations) + 1
    assert set(counts) == {"0", "1"}, "one component is undecided"


def test_a_system_shows_its_rank_its_tasks_and_its_errors(site: Site) -> None:
    pages = site.pages("systems/*.html")
    assert len(pages) == 6
    page = pages["systems/drafter-7b.html"]
    assert "Rank 3 of 3" in page.text
    assert all(f"task-00{n}" in page.text for n in (1, 2, 3, 4))
    assert "misspelt-label" in page.text


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
    pages = site_of(tmp_path / "out", [run], [task]).pages()
    assert len(pages) == 3 + 2 + 2 + 1
    for page in pages.values():
        assert all(attrs.get("src") for attrs in page.all("script"))
        assert all(re.fullmatch(r"(\.\./)?pictures/[0-9a-f]{16}\.(png|webp)", str(i["src"])) for i in page.all("img"))
        assert not any(name.startswith("on") for _, attrs in page.tags for name in attrs)
    assert " ".join(HOSTILE.split()) in pages["draw.html"].text
    assert " ".join(HOSTILE.split()) in pages["tasks/x.html"].text


def test_names_that_are_no_file_names_have_pages_of_their_own(tmp_path: Path) -> None:
    names = ["a/b", "a-b", "A-B", "../../x", "", "é", "a" * 300, "con", "?", "%2e"]
    names += [slug(name) for name in names if slug(name) != name]  # and those that name the files of others
    site = report(tmp_path, [result(name, ids(1)[0]) for name in names])
    assert len(list((site.folder / "systems").iterdir())) == len(names)
    assert len({p.name.lower() for p in (site.folder / "systems").iterdir()}) == len(names)


def test_an_svg_drawing_is_shown_as_pixels_only(tmp_path: Path) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
    svg = f'{head}<script>alert(1)</script><text y="30">TP53</text></svg>'
    drawing = save(tmp_path / "run", svg.encode(), "svg")
    site = report(tmp_path, [result("a", ids(1)[0], drawing=drawing)])
    (page,) = site.figures
    (image,) = page.all("img")
    assert str(image["src"]).endswith(".png")
    assert "TP53" not in page.text
    assert {p.suffix for p in (site.folder / "pictures").iterdir()} == {".png"}


def test_unscored_is_a_dash_that_says_why_and_no_drawing_is_zero(tmp_path: Path) -> None:
    one, two = ids(2)
    rows = [
        result("a", one, status="failed", score=None, reason="HTTP 500"),
        result("a", two, status="no-drawing", score=None, reason="prose only"),
    ]
    site = report(tmp_path, rows)
    titles = [a.get("title") for page in site.figures for a in page.all("span") if a.get("class") == "none"]
    assert "not scored, the sample failed: HTTP 500" in titles
    assert any("prose only" in page.text for page in site.figures)
    assert [row[6][0] for row in site.rows] == [None, 0.0]


def test_a_missing_drawing_file_is_said_and_nothing_lost(tmp_path: Path) -> None:
    site = report(tmp_path, [result("a", ids(1)[0], drawing="drawings/0123456789abcdef.png")])
    assert "drawings/0123456789abcdef.png: the drawing is not there" in site.figures[0].text
    assert len(site.rows) == 1


def test_a_drawing_outside_the_run_is_not_read(tmp_path: Path) -> None:
    inside = make_result(SUITE[0], "a", 1, 1, tmp_path)
    site = report(tmp_path, [result("a", ids(1)[0], drawing=f"../{inside.drawing}", source=f"../{inside.source}")])
    assert not site.figures[0].all("img")
    assert not site.figures[0].all("pre")


def test_a_truncated_line_is_a_warning_on_the_page(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [result("a", t) for t in ids(3)])
    lines = (run / "results.jsonl").read_bytes()
    (run / "results.jsonl").write_bytes(lines[:-30])
    site = site_of(tmp_path / "out", [run])
    assert "results.jsonl, line 3: left out" in site.draw.text
    assert "results.jsonl, line 3: left out" in site.page("index.html").text
    assert len(site.rows) == 2


def test_no_results_make_a_page_that_says_so(tmp_path: Path) -> None:
    site = report(tmp_path, [])
    assert "there are no results yet" in site.draw.text
    assert not site.rows


def test_one_system_and_one_sample_make_a_page(tmp_path: Path) -> None:
    page = report(tmp_path, [result("only", t, 0.6) for t in ids(2)]).draw
    assert "only scores 0.600" in page.text
    assert "Differences need two scored systems." in page.text
    assert "Best of k" not in page.text


def test_controls_alone_rank_nothing(tmp_path: Path) -> None:
    rows = [result(c, t, v, kind="control") for c, v in (("reference", 0.9), ("blank", 0.0)) for t in ids(3)]
    assert "Only controls were run" in report(tmp_path, rows).draw.text


def test_fifty_systems_make_a_site(tmp_path: Path) -> None:
    rows = [result(f"system-{i:02d}", t, 0.3 + i / 100 + j / 50) for i in range(50) for j, t in enumerate(ids(4))]
    site = report(tmp_path, rows)
    assert len(site.rows) == len(site.figures) == 200
    for page in (site.draw, site.page("index.html")):
        assert sum(attrs.get("class") == "whisker system" for attrs in page.all("svg")) == 50
    text = (site.folder / "data" / "compare.js").read_text()
    compared = json.loads(text[text.index(" = ") + 3 :].rstrip(";\n"))["draw"]
    assert len(compared["pairs"]) == 50 * 49 / 2
    difference, low, high, p, tasks = compared["pairs"]["0,1"]
    assert (round(difference, 4), tasks) == (0.01, 4)
    assert low <= difference <= high
    assert p <= 1


def test_tasks_of_another_suite_are_named(tmp_path: Path) -> None:
    site = report(tmp_path, [result("a", "elsewhere-1"), result("a", ids(1)[0])])
    assert "1 task is not in the suite of this report: elsewhere-1" in site.draw.text
    assert "not in the suite" in site.page("tasks/elsewhere-1.html").text


def test_runs_of_different_suites_are_told_apart(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / n, [result(n, ids(1)[0])], {"suite_hash": n, "started": "2026-11-0" + n}) for n in "12"
    ]
    page = site_of(tmp_path / "out", runs).draw
    assert "2 different suites" in page.text
    assert "1 November 2026 to 2 November 2026" in page.text


def test_progress_is_reported_once_per_figure(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    run = write_run(tmp_path / "run", [result("a", t) for t in ids(5)])
    site_of(tmp_path / "out", [run], told=lambda *words: told.append(words))
    assert told == [("figures", n, 5) for n in range(1, 6)]
