"""Tables as text: cells for the terminal; CSV, Markdown and LaTeX for papers; Parquet for programs."""

from __future__ import annotations

import csv
import dataclasses
import io
import math
import re
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

from graphicacy.report.numbers import NOTHING, Style, show
from graphicacy.trust.statistics import Interval

__all__ = [
    "FORMATS",
    "Format",
    "TableRow",
    "column",
    "format_table",
    "is_numeric",
    "parquet_table",
    "show_interval",
    "table_cells",
]

Format: TypeAlias = Literal["csv", "markdown", "latex", "parquet"]
FORMATS: tuple[Format, ...] = ("csv", "markdown", "latex", "parquet")


class TableRow(Protocol):
    """A frozen dataclass whose fields have ``column`` metadata: one row of a table."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


def column(head: str, style: Style | None = None) -> dict[str, str | None]:
    """Metadata of a dataclass field that is a column with this heading; numbers in it look as ``style`` says."""
    return {"head": head, "style": style}


def show_interval(value: Interval | None, style: Style = "score") -> str:
    """Estimate and interval, "0.812 [0.770, 0.850]"; "–" where there is none."""
    if value is None or value.low is None:
        return show(value.estimate if value else None, style)
    return f"{show(value.estimate, style)} [{show(value.low, style)}, {show(value.high, style)}]"


def table_cells(rows: Sequence[TableRow]) -> tuple[list[str], list[list[str]]]:
    """Headings and cells as text, columns that are empty in every row left out. No rows give no headings."""
    if not rows:
        return [], []
    fields = [f for f in dataclasses.fields(rows[0]) if any(getattr(row, f.name) is not None for row in rows)]
    heads = [str(f.metadata["head"]) for f in fields]
    return heads, [[_cell(getattr(row, f.name), f.metadata["style"]) for f in fields] for row in rows]


def _cell(value: object, style: Style | None) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, Interval):
        return show_interval(value, style or "score")
    if isinstance(value, int | float):
        return show(value, style or "count")
    return str(value)


def format_table(rows: Sequence[TableRow], fmt: Literal["csv", "markdown", "latex"]) -> str:
    """The table as CSV (full precision, an interval as three columns), Markdown or LaTeX (``booktabs``).

    Raises:
        ValueError: ``fmt`` is none of these.
    """
    if fmt == "csv":
        return _csv(rows)
    if fmt == "markdown":
        return _markdown(*table_cells(rows))
    if fmt == "latex":
        return _latex(*table_cells(rows))
    raise ValueError(f"table format {fmt!r}: give csv, markdown or latex")


def parquet_table(rows: Sequence[TableRow]) -> bytes:
    """The table as Parquet: the columns of the CSV, numbers as numbers, null where there is none."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, list[Any]] = {}
    for field in dataclasses.fields(rows[0]):
        values = [getattr(row, field.name) for row in rows]
        if "Interval" in str(field.type):
            for end, name in (("estimate", ""), ("low", "_low"), ("high", "_high")):
                columns[f"{field.name}{name}"] = [_finite(getattr(v, end)) if v else None for v in values]
        else:
            plain = all(isinstance(v, bool | int | float | str | None) for v in values)
            columns[field.name] = [_finite(v) if plain else None if v is None else str(v) for v in values]
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _csv(rows: Sequence[TableRow]) -> str:
    if not rows:
        return ""
    fields = dataclasses.fields(rows[0])
    wide = {f.name for f in fields if "Interval" in str(f.type)}
    heads = [h for f in fields for h in ([f.name, f"{f.name}_low", f"{f.name}_high"] if f.name in wide else [f.name])]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for row in rows:
        writer.writerow([part for f in fields for part in _raw(getattr(row, f.name), f.name in wide)])
    return out.getvalue()


def _raw(value: object, wide: bool) -> list[str]:
    if isinstance(value, Interval):
        return [_number(value.estimate), _number(value.low), _number(value.high)]
    if wide:
        return ["", "", ""]
    if isinstance(value, float):
        return [_number(value)]
    return ["" if value is None else str(value)]


def _number(value: float | None) -> str:
    return f"{value:.6g}" if value is not None and math.isfinite(value) else ""


def is_numeric(cells: Sequence[Sequence[str]], index: int) -> bool:
    """Whether every cell of a column is a number, or a dash for none."""
    return all(re.match(r"[−+$<>]?\s?[\d.]|–$", row[index]) for row in cells)


def _markdown(heads: list[str], cells: list[list[str]]) -> str:
    if not heads:
        return ""
    rule = ["---:" if is_numeric(cells, i) else "---" for i in range(len(heads))]
    lines = [[_markdown_text(c) for c in heads], rule, *([_markdown_text(c) for c in row] for row in cells)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _markdown_text(text: str) -> str:
    return re.sub(r"([\\|`*_<]|(?<=\])\()", r"\\\1", " ".join(text.split()))


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "·": r"\textperiodcentered{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}


def _latex(heads: list[str], cells: list[list[str]]) -> str:
    if not heads:
        return ""
    columns = "".join("r" if is_numeric(cells, i) else "l" for i in range(len(heads)))
    body = [f"{' & '.join(map(_latex_text, row))} \\\\" for row in cells]
    head = f"{' & '.join(map(_latex_text, heads))} \\\\"
    lines = [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        head,
        "\\midrule",
        *body,
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _latex_text(text: str) -> str:
    """Text that LaTeX prints as it is; an opening bracket is braced, since after a line break it would be an option."""
    flat = " ".join(text.split())
    escaped = "".join(_LATEX.get(c, c) for c in flat)
    return f"{{{escaped}}}" if escaped.startswith("[") else escaped
