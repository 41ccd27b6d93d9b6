"""Ratings as a report finds them: files, and the folders of studies."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.draw.runs import BadRun
from graphicacy.report.site import write_site
from graphicacy.report.trust.sources import read_people
from graphicacy.trust.ratings import BadRatings
from report.synthetic_runs import SUITE
from report.test_report_page import HOSTILE, Page


def ratings(path: Path, name: str = "TF") -> Path:
    """Three raters who nearly agree on twelve items, with automatic scores."""
    lines = ["item,rater,dimension,rating,auto"]
    for item in range(12):
        for place, rater in enumerate(("r1", "r2", "r3")):
            rating = 1 + (item + (place == 2 and item % 4 == 0)) % 5
            lines.append(f'i{item},{rater},"{name}",{rating},{item % 5 / 5}')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_file_of_ratings_is_a_page(tmp_path: Path) -> None:
    _, path = write_site([ratings(tmp_path / "ratings.csv")], tmp_path / "out", SUITE).paths
    page = Page(path.read_text(encoding="utf-8"))
    assert path.name == "trust.html"
    assert "Ratings in ratings.csv: TF by 3 raters on 12 items." in page.text
    assert "Krippendorff 2004" in page.text
    (table,) = write_site([tmp_path / "ratings.csv"], tmp_path / "csv", SUITE, "csv").paths
    head, row = table.read_text(encoding="utf-8").splitlines()
    cells = dict(zip(head.split(","), row.split(","), strict=True))
    assert (cells["dimension"], cells["items"], cells["raters"]) == ("TF", "12", "3")
    assert float(cells["alpha_low"]) <= float(cells["alpha"]) <= float(cells["alpha_high"]) <= 1


def test_the_same_ratings_give_the_same_bytes(tmp_path: Path) -> None:
    ratings(tmp_path / "ratings.csv")
    pages = [write_site([tmp_path / "ratings.csv"], tmp_path / out, SUITE).paths[1] for out in ("a", "b")]
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    name = " ".join(HOSTILE.replace('"', "'").split())[:60]
    _, path = write_site([ratings(tmp_path / "ratings.csv", name)], tmp_path / "out", SUITE).paths
    page = Page(path.read_text(encoding="utf-8"))
    assert not page.all("script")
    assert "alert(1)" in page.text


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "item,rater,dimension,rating\ni,r,TF,9\n", "[{", "\x00"])
def test_a_bad_file_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "ratings.csv").write_text(content)
    with pytest.raises(BadRatings) as error:
        write_site([tmp_path / "ratings.csv"], tmp_path / "out", SUITE)
    assert "\n" not in str(error.value)
    assert "ratings.csv" in str(error.value)


def test_a_study_is_read_as_far_as_it_has_come(tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy", reason="the extra [study] is not installed")
    from graphicacy.trust.study.folder import open_study
    from graphicacy.trust.study.package import new_study
    from small_study import drawn_run

    folder = tmp_path / "study"
    new_study([drawn_run(tmp_path / "run")], folder, SUITE, raters=["Ann", "Bob", "Cy"], items=6)
    with pytest.raises(BadRun, match="no drawing has been rated yet"):
        read_people(folder, 0)
    study, store = open_study(folder)
    for rater in study.raters:
        for one in study.queue(rater.id):
            stars = 1 + int(one.item[:4], 36) % 5
            store.save(rater.id, one.place, dict.fromkeys(("TF", "SC", "SQ", "CA"), stars), based_on=0)
    store.close()
    people = read_people(folder, 0)
    assert people.name == "study"
    assert list(people.found.dimensions) == ["TF", "SC", "SQ", "CA"]
    assert people.found.dimensions["TF"].n_items == 6
    assert people.found.dimensions["TF"].n_scored == 6
