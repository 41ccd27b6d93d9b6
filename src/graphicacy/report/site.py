"""The report of anything that was run: a page for each track, and one on how good the scores are; or tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphicacy.draw.runs import BadRun, Run, collect, read_run
from graphicacy.draw.task import DrawTask
from graphicacy.report.formats import FORMATS
from graphicacy.report.papers import PLOT_FORMATS
from graphicacy.report.runs import Kind, is_of_drawings, kind_of

if TYPE_CHECKING:
    from graphicacy.report.folder import Told
    from graphicacy.report.trust.sources import People, Stress
    from graphicacy.trust.grader.record import GraderSummary

__all__ = ["Written", "write_site"]

_LOGS = "inspect/index.html"  # where a bundle of Inspect's log viewer has its page, if the user put one there
_PAGES = {"Draw": "draw.html", "Read": "reading.html", "Trust": "trust.html"}


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a report, and what the reader of its numbers must know, a line each."""

    paths: tuple[Path, ...]
    warnings: tuple[str, ...]


def write_site(
    paths: Sequence[Path],
    out: Path,
    tasks: Sequence[DrawTask],
    form: str = "html",
    seed: int = 0,
    told: Told = lambda what, done, of: None,
) -> Written:
    """Writes the report of runs of either track, of a stress test and of ratings into the folder ``out``.

    As HTML, ``index.html`` is an overview; runs that drew have ``draw.html``, with a page for each system, task and
    figure, runs that read ``reading.html``, a stress test and ratings ``trust.html``; ``compare.html`` compares two
    systems. All links are relative, and no page asks another host for anything. What an earlier report left in the
    folder is removed. Where the folder has a bundle of Inspect's log viewer, in ``inspect``, the pages lead to it.

    Args:
        paths: folders of ``draw run``, ``read run`` or ``read grade``; of one ``trust stress``; of ``trust study``, or
            files of ratings.
        out: made where it does not exist.
        tasks: the suite that was drawn.
        form: "html", a format of tables ("latex", "csv", "markdown", "parquet") or of plots ("svg", "pdf").
        seed: of the intervals; the same inputs and seed give the same bytes.
        told: hears what is being written, how many are, of how many, to show progress.

    Raises:
        BadRun: a folder has no readable results.
        ValueError: ``form`` is none of these, runs that read were asked different questions under one id, or a stress
            test, a study or ratings cannot be used.
    """
    if form not in ("html", *FORMATS, *PLOT_FORMATS):
        raise ValueError(f"--format {form}: choose html, {', '.join((*FORMATS, *PLOT_FORMATS))}")
    given = _read(paths, seed)
    _check_any([*given.drawn, *given.read], "Trust" in given.tracks)
    warnings = [warning for run in given.drawn for warning in run.warnings]
    if form == "html":
        written, more = _pages(given, out, tasks, seed, told)
        return Written(written, (*warnings, *more))
    warnings += [warning for run in given.read for warning in run.warnings]
    write = _plots if form in PLOT_FORMATS else _tables
    return Written(write(given, out, tasks, form, seed), tuple(warnings))


@dataclass(frozen=True, slots=True)
class _Given:
    """All that a report is of. ``drawing`` are the folders of ``drawn``."""

    drawing: list[Path]
    drawn: list[Run[Any]]
    read: list[Run[Any]]
    stress: Stress | None
    people: list[People]
    graders: list[GraderSummary]

    @property
    def tracks(self) -> list[str]:
        """The tracks that have a page; drawing where there is nothing."""
        trust = self.stress or self.people or self.graders
        has = {"Draw": self.drawing or not (self.read or trust), "Read": self.read, "Trust": trust}
        return [name for name in _PAGES if has[name]]


def _read(paths: Sequence[Path], seed: int) -> _Given:
    by_kind: dict[Kind, list[Path]] = {"draw": [], "read": [], "stress": [], "ratings": []}
    for path in paths:
        by_kind[kind_of(path)].append(path)
    drawing = by_kind["draw"]
    drawn = [read_run(folder) for folder in drawing]
    read: list[Run[Any]] = []
    if by_kind["read"]:
        from graphicacy.report.reading.runs import read_reading_run

        read = [read_reading_run(folder) for folder in by_kind["read"]]
    stress: Stress | None = None
    people: list[People] = []
    graders: list[GraderSummary] = []
    if by_kind["stress"] or by_kind["ratings"]:
        from graphicacy.report.trust.grader import read_grader
        from graphicacy.report.trust.sources import read_one_stress, read_people
        from graphicacy.trust.grader.record import ANSWERS

        graders = [read_grader(folder) for folder in by_kind["stress"] if (folder / ANSWERS).is_file()]
        stress = read_one_stress([folder for folder in by_kind["stress"] if is_of_drawings(folder)])
        people = [read_people(path, seed) for path in by_kind["ratings"]]
    return _Given(drawing, drawn, read, stress, people, graders)


def _check_any(runs: Sequence[Run[Any]], other: bool) -> None:
    warnings = [warning for run in runs for warning in run.warnings]
    if warnings and not other and not any(run.results for run in runs):
        raise BadRun(f"{warnings[0]}; no result can be read: name the folder of a run")


def _pages(
    given: _Given, out: Path, tasks: Sequence[DrawTask], seed: int, told: Told
) -> tuple[tuple[Path, ...], list[str]]:
    """The main pages, and the warnings that only they know."""
    from graphicacy.report.compare_page import write_compare
    from graphicacy.report.folder import Site
    from graphicacy.report.overview import write_overview

    site = Site(out, told)
    tracks = {name: _PAGES[name] for name in given.tracks}
    compared = {} if list(tracks) == ["Trust"] else {"Compare": "compare.html"}
    logs = {"Logs": _LOGS} if (out / _LOGS).is_file() else {}
    nav = {"Overview": "index.html", **tracks, **compared, **logs}
    said: dict[str, Mapping[str, Any]] = {}
    if "Draw" in tracks:
        from graphicacy.report.page import write_drawing
        from graphicacy.report.trust.badges import BadgeBook

        badges = BadgeBook(given.stress.summary if given.stress else None, tracks.get("Trust", ""))
        said["Draw"] = write_drawing(site, given.drawn, tasks, nav, seed, badges)
    if "Read" in tracks:
        from graphicacy.report.reading.page import write_reading

        said["Read"] = write_reading(site, given.read, nav, seed)
    if "Trust" in tracks:
        from graphicacy.report.trust.page import write_trust

        results = [sample.result for sample in collect(given.drawn)]
        said["Trust"] = write_trust(site, given.stress, given.people, given.graders, nav, results, seed)
    if compared:
        keys = {"draw": "Draw", "read": "Read"}
        write_compare(site, {key: said[name]["compare"] for key, name in keys.items() if name in said}, nav)
    write_overview(site, nav, said.get("Draw"), said.get("Read"), said.get("Trust"))
    site.close()
    warnings = [line for name in ("Read", "Trust") if name in said for line in said[name]["warnings"]]
    return tuple(out / name for name in nav.values() if name != _LOGS), warnings


def _tables(given: _Given, out: Path, tasks: Sequence[DrawTask], form: Any, seed: int) -> tuple[Path, ...]:
    from graphicacy.report.papers import write_tables
    from graphicacy.report.reading.papers import write_reading_tables

    paths: list[Path] = []
    if "Draw" in given.tracks:
        paths += write_tables(given.drawing, out, tasks, form, seed)
    if given.read:
        paths += write_reading_tables(given.read, out, form, seed)
    if "Trust" in given.tracks:
        from graphicacy.report.trust.papers import write_trust_tables

        paths += write_trust_tables(given.stress, given.people, given.graders, out, form)
    return tuple(paths)


def _plots(given: _Given, out: Path, tasks: Sequence[DrawTask], form: Any, seed: int) -> tuple[Path, ...]:
    from graphicacy.report.papers import write_plots

    plots: dict[str, str] = {}
    if given.drawn:
        from graphicacy.report.plots import dimension_plot
        from graphicacy.report.tables import leaderboard

        plots["leaderboard"] = dimension_plot(leaderboard([s.result for s in collect(given.drawn)], tasks, seed))
    if given.read:
        from graphicacy.report.reading.papers import reading_plots

        plots |= reading_plots(given.read, seed)
    if not any(plots.values()):
        raise ValueError(f"--format {form}: nothing here has a plot; name folders of draw or read runs")
    return tuple(write_plots(plots, out, form))
