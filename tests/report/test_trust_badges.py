from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.draw.record import DrawResult, DrawScore, PanelVote, RelationVerdict
from graphicacy.draw.runs import read_run
from graphicacy.report.folder import Site
from graphicacy.report.page import write_drawing
from graphicacy.report.trust.badges import BadgeBook
from graphicacy.report.trust.keys import anchor, scorers_of
from graphicacy.trust.stress.record import ScorerKey, StressSummary
from report.synthetic_runs import SUITE, result, write_run
from report.synthetic_trust import keys, scorer, summary
from report.test_report_page import Page

LIVE, SEEN = "live text and rapidocr-3.10.0-3", "rapidocr-3.10.0-3"


def relation(by: str | None, share: float | None = 1.0) -> RelationVerdict:
    verdict = None if share is None or share == 0.5 else "yes" if share > 0.5 else "no"
    return RelationVerdict.model_validate(
        {"relation": ("a", "activates", "b"), "verdict": verdict, "by": by, "share": share}
    )


def drawing(
    engine: str = LIVE,
    mode: str = "strict",
    by: tuple[str | None, ...] = ("geometry",),
    judges: tuple[str, ...] = (),
    medium: str = "svg",
    **more: object,
) -> DrawResult:
    rules = PanelVote(judge="rules", SQ=0.5, CA=0.5)
    votes = [PanelVote(judge=name, SC=0.5, SQ=0.5, CA=None) for name in judges]
    score = DrawScore.model_validate(
        {
            **dict.fromkeys(("TF", "SC", "SQ", "CA", "overall"), 0.5),
            "relations": tuple(map(relation, by)),
            "panel": (*votes, rules),
            "scored_by": {"TF": f"{engine}, {mode} matching"},
            **more,
        }
    )
    return result("s", SUITE[0].id, score=score, medium=medium)


def told(given: DrawResult, name: str) -> list[str]:
    return [f"{key.scorer} {key.dimension} {key.medium}" for key in scorers_of(given)[name]]


@pytest.mark.parametrize(
    ("given", "text", "semantics"),
    [
        (drawing(), ["tf-strict TF vector"], ["sc-geometry SC vector"]),
        (drawing(SEEN), ["tf-strict TF raster"], ["sc-geometry SC raster"]),
        (drawing(SEEN, "published"), ["tf-published TF vector"], ["sc-geometry SC vector"]),
        (drawing(SEEN, "published", medium="image"), ["tf-published TF raster"], ["sc-geometry SC raster"]),
        (drawing(SEEN, medium="tikz"), ["tf-strict TF raster"], ["sc-geometry SC raster"]),
    ],
)
def test_scorers_by_mode_and_by_what_they_saw(given: DrawResult, text: list[str], semantics: list[str]) -> None:
    assert told(given, "TF") == text
    assert told(given, "SC") == semantics


def test_judges_stand_behind_what_they_decided_and_see_pixels_alone() -> None:
    both = drawing(by=("geometry", "judges"), judges=("judge-a", "judge-b"))
    judges = ["judge-a SC raster", "judge-b SC raster"]
    assert told(both, "SC") == ["sc-geometry SC vector", *judges]
    assert told(drawing(by=("judges",), judges=("judge-a", "judge-b")), "SC") == judges
    assert told(both, "SQ") == ["judge-a SQ raster", "judge-b SQ raster", "sq-rules SQ vector"]
    assert told(both, "CA") == ["ca-rules CA vector"], "they rated no conventions"
    assert told(drawing(judges=("judge-a",)), "SC") == ["sc-geometry SC vector"], "geometry decided all"


def test_an_even_split_of_judges_counts_and_so_has_a_badge() -> None:
    split = drawing(by=(None,), judges=("judge-a",))
    item = split.score.relations[0].model_copy(update={"by": "judges", "share": 0.5, "verdict": None})  # type: ignore[union-attr]
    score = split.score.model_copy(update={"relations": (item,)})  # type: ignore[union-attr]
    assert told(split.model_copy(update={"score": score}), "SC") == ["judge-a SC raster"]


def test_overall_has_all_of_them_and_what_is_not_there_has_none() -> None:
    given = drawing()
    assert [key.dimension for key in scorers_of(given)["overall"]] == ["TF", "SC", "SQ", "CA"]
    unscored = scorers_of(drawing(SC=None, overall=None))
    assert unscored["SC"] == unscored["overall"] == ()
    assert unscored["TF"] != ()
    for bare in (result("s", "t", status="no-drawing", score=None), result("s", "t", status="failed", score=None)):
        assert set(scorers_of(bare).values()) == {()}


def book(**badges: str) -> BadgeBook:
    """A stress test in which these scorers have these badges, underscores for hyphens."""
    rows = [
        scorer(key, badges[key.scorer.replace("-", "_")], ("because",))  # type: ignore[arg-type]
        for key in keys()
        if key.scorer.replace("-", "_") in badges
    ]
    return BadgeBook(summary(scorers=tuple(rows)), "trust.html")


def test_the_weakest_scorer_gives_the_badge() -> None:
    mixed = drawing(by=("geometry", "judges"), judges=("judge-a", "judge-b"))
    good = book(sc_geometry="validated", judge_a="validated", judge_b="validated")
    weak = book(sc_geometry="validated", judge_a="validated", judge_b="advisory")
    part = book(sc_geometry="advisory", judge_a="validated")
    badges = [one.numbers(mixed)["SC"].badge for one in (good, weak, part)]  # type: ignore[union-attr]
    assert badges == ["validated", "advisory", "not measured"]
    assert "judge-b (SC, raster): advisory, because" in weak.numbers(mixed)["SC"].why  # type: ignore[union-attr]
    assert "the stress test has no such scorer" in part.numbers(mixed)["SC"].why  # type: ignore[union-attr]


def test_a_badge_of_vectors_says_nothing_of_pixels() -> None:
    key = ScorerKey(scorer="tf-strict", dimension="TF", medium="vector")
    only = BadgeBook(summary(scorers=(scorer(key, "validated"),)))
    assert only.numbers(drawing())["TF"].badge == "validated"  # type: ignore[union-attr]
    assert only.numbers(drawing(SEEN))["TF"].badge == "not measured"  # type: ignore[union-attr]


def test_a_column_has_the_weakest_badge_of_its_drawings() -> None:
    drawings = [drawing(), drawing(SEEN)]
    key = ScorerKey(scorer="tf-strict", dimension="TF", medium="vector")
    weak = key.model_copy(update={"medium": "raster"})
    both = BadgeBook(summary(scorers=(scorer(key, "validated"), scorer(weak, "advisory"))))
    assert both.columns(drawings[:1])["TF"].badge == "validated"  # type: ignore[union-attr]
    assert both.columns(drawings)["TF"].badge == "advisory"  # type: ignore[union-attr]
    assert both.columns([result("s", "t", status="failed", score=None)])["TF"] is None


def test_anchors_are_safe_and_differ() -> None:
    names = ["a/b", "a-b", "a b", "A/B", 'x"><script>', "é", ""]
    found = [anchor(ScorerKey(scorer=name, dimension="SC", medium="raster")) for name in names]
    assert len(set(found)) == len(names)
    assert all(one.replace("-", "").isascii() and one.replace("-", "").isalnum() for one in found)


def page_of(folder: Path, badges: BadgeBook | None) -> Page:
    run = write_run(folder / "run", [drawing(by=("geometry", "judges"), judges=("judge-a",))])
    write_drawing(Site(folder / "out"), [read_run(run)], SUITE, {}, badges=badges)
    return Page((folder / "out" / "draw.html").read_text(encoding="utf-8"))


def badges_in(page: Page) -> list[tuple[str, str]]:
    marked = [(tag, a) for tag, a in page.tags if str(a.get("class", "")).startswith("badge ")]
    return [(tag, str(attrs["class"]).removeprefix("badge ")) for tag, attrs in marked]


def test_without_a_stress_test_nothing_is_measured_and_one_line_says_how(tmp_path: Path) -> None:
    page = page_of(tmp_path, None)
    assert set(badges_in(page)) == {("span", "not-measured")}
    assert page.text.count("graphicacy trust stress") == 1


def test_badges_of_the_page_lead_to_the_rows_of_the_trust_page(tmp_path: Path) -> None:
    found: StressSummary = summary()
    page = page_of(tmp_path, BadgeBook(found, "trust.html"))
    assert {look for _, look in badges_in(page)} == {"validated", "advisory"}
    hrefs = [str(a["href"]) for a in page.all("a") if str(a.get("class", "")).startswith("badge ")]
    assert hrefs
    assert set(hrefs) <= {f"trust.html#{anchor(row)}" for row in found.scorers}
    assert "graphicacy trust stress" not in page.text
    assert len(badges_in(page)) == 5, "one in the head of each column"
    (path,) = (tmp_path / "out" / "figures").iterdir()
    figure = Page(path.read_text(encoding="utf-8"))
    assert len(badges_in(figure)) >= 8, "five numbers, who decided items, and who scored: TF"
    hrefs = [str(a["href"]) for a in figure.all("a") if str(a.get("class", "")).startswith("badge ")]
    assert set(hrefs) <= {f"../trust.html#{anchor(row)}" for row in found.scorers}
