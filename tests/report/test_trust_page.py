from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from graphicacy.draw.runs import BadRun
from graphicacy.report.folder import Site
from graphicacy.report.images import changed_part, shrink
from graphicacy.report.runs import kind_of
from graphicacy.report.site import write_site
from graphicacy.report.trust.examples import examples_of
from graphicacy.report.trust.keys import anchor
from graphicacy.report.trust.page import write_trust
from graphicacy.report.trust.sources import People, Stress, read_one_stress
from graphicacy.report.trust.views import heat_groups, walk_chart
from graphicacy.report.trust.words import headline_of, threshold_lines
from graphicacy.trust.ratings.summary import AgreementSummary, DimensionAgreement, RaterRow, Statistic, undefined
from graphicacy.trust.stress.files import BadStressFolder
from graphicacy.trust.stress.record import Case, Scored, WalkRow
from graphicacy.trust.stress.scorers import expects
from graphicacy.trust.stress.verdict import THRESHOLDS
from report.synthetic_runs import make_run, make_tasks
from report.synthetic_trust import make_stress, rate, summary
from report.test_report_page import HOSTILE, Page

TASKS = make_tasks(4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_stress(tmp_path_factory.mktemp("trust") / "stress", TASKS)


@pytest.fixture(scope="module")
def stress(folder: Path) -> Stress:
    read = read_one_stress([folder])
    assert read is not None
    return read


def people(name: str = "ratings.csv") -> People:
    """Ratings in two dimensions, one of which leaves everything undefined."""
    statistics = {
        "krippendorff_alpha": Statistic(0.81, 0.7, 0.9),
        "icc_2k": Statistic(0.88, 0.8, 0.93),
        "spearman": Statistic(0.66, 0.5, 0.8),
        "kendall": Statistic(0.51, 0.4, 0.6),
    }
    rows = (RaterRow("Ann", 40, 3.1, 0.8, 0.2, 0.0, 0.4, 1.2, outlying="rates 1.2 points above the others"),)
    full = DimensionAgreement(
        "ordinal", (1, 5), 40, 3, 120, 0, 40, 40, statistics, raters=rows, verdict=("They agree.",)
    )
    nothing = {name: undefined("all ratings are equal") for name in statistics}
    flat = DimensionAgreement("ordinal", (1, 5), 40, 3, 120, 0, 40, 0, nothing, verdict=("Nothing can be said.",))
    return People(name, "long CSV", AgreementSummary({"TF": full, "SQ": flat}, ("SQ: all ratings are equal",)))


def write(path: Path, stress: Stress | None, *persons: People) -> Page:
    write_trust(Site(path), stress, persons, (), {"Trust": "trust.html"})
    return Page((path / "trust.html").read_text(encoding="utf-8"))


def test_the_same_inputs_give_the_same_bytes(stress: Stress, tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name, stress, people())
    assert (tmp_path / "a" / "trust.html").read_bytes() == (tmp_path / "b" / "trust.html").read_bytes()


def test_the_page_says_which_scorers_are_validated_and_on_how_much(stress: Stress, tmp_path: Path) -> None:
    page = write(tmp_path, stress)
    assert "2 of 19 scorers are validated: tf-strict (TF, vector), sc-geometry (SC, vector)" in page.text
    assert "16 are advisory; 1 could not be measured. Measured on 4 drawings and 104 cases." in page.text
    assert "a kill rate of 80 % or more" in page.text
    assert {str(row.get("id")) for row in page.all("tr")} >= {anchor(row) for row in stress.summary.scorers}
    assert "library:physics/lens: nothing can be dropped from it" in page.text


def test_every_threshold_has_words() -> None:
    plain = [f"{name.replace('_', ' ')} {value:g}" for name, value in THRESHOLDS.items()]
    found = threshold_lines(THRESHOLDS)
    assert len(found) == len(THRESHOLDS) - 1, "the least fall is told elsewhere"
    assert not set(found) & set(plain)
    assert not any("{" in line for line in found)
    assert threshold_lines({"new_rule": 0.25}) == ["new rule 0.25"]


def test_what_is_not_its_task_is_pale_and_what_could_not_be_scored_is_a_dash(stress: Stress, tmp_path: Path) -> None:
    page = write(tmp_path, stress)
    pale = [td for td in page.all("td") if td.get("class") == "num beyond"]
    measured = [row for row in stress.summary.scorers if row.kill_rate.n]
    assert len(pale) == sum(not one.expected for row in measured for one in row.kills)
    assert all("not its task" in str(td["title"]) for td in pale)
    dashes = [str(span["title"]) for span in page.all("span") if span.get("class") == "none"]
    assert dashes.count("none of 12 cases could be scored") == 17
    assert page.text.count("No walk could be scored.") == 1


def test_edits_are_in_their_order_and_unknown_ones_last() -> None:
    row = summary().scorers[0]
    more = row.model_copy(update={"kills": (rate("unheard-of", 3, 1, "other"), *reversed(row.kills))})
    groups = heat_groups([more], lambda one: one.kills)
    assert [kind for kind, _ in groups] == ["label", "relation", "node", "layout", "other"]
    assert [line.name for line in groups[0][1]][:2] == ["typo", "sibling"]


def test_more_defects_than_one_are_in_the_table_and_not_in_the_map() -> None:
    row = summary().scorers[0]
    two = rate("typo", 9, 9, "label", defects=2)
    groups = heat_groups([row.model_copy(update={"kills": (two, *row.kills)})], lambda one: one.kills)
    assert groups[0][1][0].cells[0].n == 12  # type: ignore[union-attr]


def test_a_walk_is_broken_where_there_is_no_score_and_stays_in_its_frame() -> None:
    walk = WalkRow(n=3, spearman=-0.9, low=None, high=None, curve=(1.0, 0.5, None, 7.0, -2.0))
    svg = str(walk_chart(walk))
    assert svg.count("<polyline") == 2
    assert svg.count("<circle") == 4
    assert {float(y) for y in re.findall(r'cy="([\d.]+)"', svg)} == {8.0, 50.0, 92.0}
    assert walk_chart(WalkRow(n=0, spearman=None, low=None, high=None, curve=(None,))) == ""


def test_an_example_of_each_edit_shows_first_what_was_missed(stress: Stress, tmp_path: Path) -> None:
    examples = examples_of(Site(tmp_path), stress)
    assert len({example.case.operator for example in examples}) == len(examples) == 25
    assert all(example.before and example.after and example.before.src != example.after.src for example in examples)
    flipped = next(example for example in examples if example.case.operator == "flipped-edge")
    assert flipped.missed
    assert all(sight.dimension == "SC" and sight.before == sight.after for sight in flipped.missed)
    assert all(sight.after < sight.before for sight in flipped.noticed)
    scored = sum(row.kill_rate.n > 0 for row in stress.summary.scorers)
    assert len(flipped.missed) + len(flipped.noticed) + flipped.silent == scored


def test_the_example_is_the_one_that_most_scorers_got_wrong(stress: Stress, tmp_path: Path) -> None:
    first = next(case for case in stress.cases if case.operator == "typo")
    easy = Case(**{**first.model_dump(), "id": "easy"})
    noticed = [
        Scored(**{**row.model_dump(), "case": "easy", "value": 0.1}) for row in stress.scored if row.case == first.id
    ]
    hard = Case(**{**first.model_dump(), "id": "hard"})
    missed = [
        Scored(**{**row.model_dump(), "case": "hard", "value": 0.94}) for row in stress.scored if row.case == first.id
    ]
    both = Stress(stress.folder, stress.summary, (stress.cases[0], easy, hard), (*stress.scored, *noticed, *missed))
    (example,) = examples_of(Site(tmp_path), both)
    assert example.case.id == "hard"
    assert {sight.dimension for sight in example.missed} == {"TF"}
    assert expects("TF", "typo")


def test_a_fall_counts_from_what_the_test_asks_for(stress: Stress, tmp_path: Path) -> None:
    case = next(case for case in stress.cases if case.operator == "typo")
    key = stress.summary.scorers[0]
    named = {"scorer": key.scorer, "dimension": key.dimension, "medium": key.medium}
    for after, noticed in ((0.935, 1), (0.936, 0)):
        scored = [
            Scored.model_validate({**named, "case": name, "value": value})
            for name, value in ((case.of, 0.94), (case.id, after))
        ]
        (example,) = examples_of(
            Site(tmp_path), Stress(stress.folder, stress.summary, (stress.cases[0], case), tuple(scored))
        )
        assert (len(example.noticed), len(example.missed)) == (noticed, 1 - noticed)


def test_pictures_that_are_not_there_or_lie_elsewhere_are_said(stress: Stress, tmp_path: Path) -> None:
    gone, out = (
        case.model_copy(update={"png": png})
        for case, png in zip(
            [case for case in stress.cases if case.operator == "typo"] * 2,
            ("pictures/none.png", "../secret.png"),
            strict=True,
        )
    )
    for case in (gone, out):
        (example,) = examples_of(
            Site(tmp_path), Stress(stress.folder, stress.summary, (stress.cases[0], case), stress.scored)
        )
        assert example.before
        assert example.after is None
        assert "the drawing is not there" in example.why or "lies outside the folder" in example.why
        assert str(stress.folder.parent) not in example.why


def test_ratings_by_people_have_numbers_words_and_those_who_stand_apart(tmp_path: Path) -> None:
    page = write(tmp_path, None, people())
    assert "Ratings in ratings.csv: TF by 3 raters on 40 items, SQ by 3 raters on 40 items." in page.text
    assert "0.810 0.700 to 0.900" in page.text
    assert "They agree." in page.text
    assert "TF: raters who stand apart Ann rates 1.2 points above the others" in page.text
    assert any(span.get("title") == "all ratings are equal" for span in page.all("span"))
    assert not any(str(a.get("href")) == "#scorers" for a in page.all("a"))


def test_the_policy_and_hostile_words(tmp_path: Path, folder: Path) -> None:
    name = make_stress(tmp_path / "stress", TASKS, summary(skipped=(HOSTILE,), sources=(HOSTILE,)))
    rows = [json.loads(line) for line in (name / "cases.jsonl").read_text().splitlines()]
    for row in rows:
        row["what"] = row["drawing"] = HOSTILE
    (name / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    page = write(tmp_path, read_one_stress([name]), people(HOSTILE))
    assert all(attrs.get("src") for attrs in page.all("script"))
    assert all(str(image["src"]).startswith("pictures/") for image in page.all("img"))
    assert not any(key.startswith("on") or key == "style" for _, attrs in page.tags for key in attrs)
    assert " ".join(HOSTILE.split()) in page.text


def test_what_a_path_holds_is_found_by_looking(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "study.json").write_text("{}")
    (tmp_path / "ratings.csv").write_text("item,rater\n")
    kinds = [kind_of(path) for path in (folder, tmp_path / "study", tmp_path / "ratings.csv", tmp_path / "nothing")]
    assert kinds == ["stress", "ratings", "ratings", "draw"]


def test_the_pages_lead_to_each_other(folder: Path, tmp_path: Path) -> None:
    drew = make_run(tmp_path / "drew", TASKS, controls=False)
    written = write_site([folder, drew], tmp_path / "both", TASKS)
    names = ["index.html", "draw.html", "trust.html", "compare.html"]
    assert [path.name for path in written.paths] == names
    for path in written.paths:
        page = Page(path.read_text(encoding="utf-8"))
        assert [a["href"] for a in page.all("a") if a.get("class") == "track"] == names
    assert "Agreement between judges" in Page((tmp_path / "both" / "trust.html").read_text(encoding="utf-8")).text
    alone = write_site([folder], tmp_path / "alone", TASKS).paths
    assert [path.name for path in alone] == ["index.html", "trust.html"]


@pytest.mark.parametrize(("form", "suffix"), [("csv", ".csv"), ("markdown", ".md"), ("latex", ".tex")])
def test_tables_for_papers(folder: Path, tmp_path: Path, form: str, suffix: str) -> None:
    paths = write_site([folder], tmp_path, TASKS, form).paths
    assert {path.name for path in paths} == {
        f"trust-{name}{suffix}" for name in ("scorers", "edits", "controls", "judges")
    }
    text = (tmp_path / f"trust-scorers{suffix}").read_text(encoding="utf-8")
    assert text.count("sc-geometry") == 2
    assert "validated" in text


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "not a stress test's summary"), ('{"seed": 1}', "not a stress test's summary"), ("[" * 100_000, "stress")],
)
def test_a_broken_summary_is_one_line(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "stress.json").write_text(content)
    with pytest.raises(BadStressFolder, match=said) as error:
        write_site([tmp_path], tmp_path / "out", TASKS)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300])
def test_numbers_that_no_test_gives_are_refused(tmp_path: Path, value: float) -> None:
    found = summary()
    row = found.scorers[0].model_copy(update={"original": value})
    data = summary(scorers=(row,)).model_dump()
    (tmp_path / "stress.json").write_text(json.dumps(data))
    with pytest.raises(BadRun, match=r"stress\.json: scorers\[0\]\.original is no number"):
        write_site([tmp_path], tmp_path / "out", TASKS)


def test_two_stress_tests_are_one_too_many(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadRun, match="two stress tests"):
        write_site([folder, folder], tmp_path / "out", TASKS)


def test_an_unfinished_test_says_how_to_finish_it(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text("")
    with pytest.raises(BadStressFolder, match=r"no stress\.json; finish it with graphicacy trust stress"):
        write_site([tmp_path], tmp_path / "out", TASKS)


def test_nothing_to_say_is_no_headline() -> None:
    assert headline_of(None, ()) == ""


def test_the_part_of_a_picture_that_changed_is_shown_with_room_about_it(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("before.png", "after.png", "other.png")]
    first = Image.new("RGB", (1200, 800), "white")
    second = first.copy()
    second.paste("black", (1100, 10, 1140, 30))
    for path, image in zip(paths, (first, second, Image.new("RGB", (600, 800), "white")), strict=True):
        image.save(path)
    part = changed_part(paths[0], paths[1])
    assert part is not None
    left, top, right, bottom = part
    assert 0 <= left < 1100 < 1140 < right == 1200
    assert 0 == top < 30 < bottom < 400
    assert shrink(paths[1], 440, part).width == right - left
    assert changed_part(paths[0], paths[0]) is None
    assert changed_part(paths[0], paths[2]) is None, "of another size"
    first.paste("black", (0, 0, 1200, 600))
    first.save(paths[1])
    assert changed_part(paths[0], paths[1]) is None, "most of it"
