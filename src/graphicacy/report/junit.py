"""JUnit XML of figures at their gates, as CI servers read it: a test suite per figure, a test case per threshold.

It is valid by the schema of Jenkins' xUnit plugin (junit-10.xsd). Times, dates and hosts, all optional there, are left
out, so that the same scores give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from graphicacy.diagram.xml import ILLEGAL
from graphicacy.draw.gate import SCORES, Check, Checked

__all__ = ["junit_xml"]


def junit_xml(figures: Sequence[Checked]) -> str:
    """The document, with a declaration. A threshold that fails is a failure; a figure without a score is an error."""
    root = ET.Element("testsuites", {"name": "graphicacy"})
    root.extend(map(_suite, figures))
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(figure: Checked) -> ET.Element:
    suite = ET.Element("testsuite", {"name": _legal(figure.file)})
    if figure.score is not None:
        properties = ET.SubElement(suite, "properties")
        for name, value in [("task", figure.task), *((name, getattr(figure.score, name)) for name in SCORES)]:
            shown = "not scored" if value is None else value if isinstance(value, str) else f"{value:g}"
            ET.SubElement(properties, "property", {"name": name, "value": _legal(shown)})
    cases = [_scored(figure), *(_case(figure.file, check) for check in figure.checks)]
    suite.extend(cases)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    suite.set("errors", str(sum(case.find("error") is not None for case in cases)))
    return suite


def _scored(figure: Checked) -> ET.Element:
    """The case that is there for every figure: that it could be read and scored."""
    case = _empty_case(figure.file, "can be scored")
    if figure.fault:
        ET.SubElement(case, "error", {"type": "unreadable", "message": _legal(figure.fault)})
    return case


def _case(file: str, check: Check) -> ET.Element:
    case = _empty_case(file, check.name)
    if check.failures:
        more = f" (and {len(check.failures) - 1} more)" if len(check.failures) > 1 else ""
        message = _legal(f"{check.failures[0]}{more}")
        failure = ET.SubElement(case, "failure", {"type": check.rule, "message": message})
        failure.text = _legal("\n".join(check.failures))
    return case


def _empty_case(file: str, name: str) -> ET.Element:
    return ET.Element("testcase", {"classname": _legal(file), "name": name})


def _legal(text: str) -> str:
    return ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
