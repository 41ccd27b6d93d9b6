"""JUnit XML: valid as CI servers read it, with counts that add up, and the same bytes each time."""

from __future__ import annotations

from lxml import etree

from checked_figures import FIGURES
from graphicacy.report.junit import junit_xml

# What Jenkins' schema and the reader of GitLab have in common: the parts that are used here, and what each needs.
SCHEMA = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:attributeGroup name="counts">
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
  </xs:attributeGroup>
  <xs:complexType name="trouble" mixed="true">
    <xs:attribute name="type" type="xs:string" use="required"/>
    <xs:attribute name="message" type="xs:string" use="required"/>
  </xs:complexType>
  <xs:complexType name="case">
    <xs:choice minOccurs="0">
      <xs:element name="error" type="trouble"/>
      <xs:element name="failure" type="trouble"/>
    </xs:choice>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="classname" type="xs:string" use="required"/>
  </xs:complexType>
  <xs:complexType name="properties"><xs:sequence>
    <xs:element name="property" maxOccurs="unbounded"><xs:complexType>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attribute name="value" type="xs:string" use="required"/>
    </xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:element name="testsuites"><xs:complexType>
    <xs:sequence><xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="properties" type="properties" minOccurs="0"/>
        <xs:element name="testcase" type="case" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attributeGroup ref="counts"/>
    </xs:complexType></xs:element></xs:sequence>
    <xs:attribute name="name" type="xs:string"/>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType></xs:element>
</xs:schema>"""


def parsed() -> etree._Element:
    return etree.fromstring(junit_xml(FIGURES).encode())


def test_it_is_valid() -> None:
    etree.XMLSchema(etree.fromstring(SCHEMA)).assertValid(parsed())


def test_counts_are_those_of_the_cases() -> None:
    root = parsed()
    assert dict(root.attrib) == {"name": "graphicacy", "tests": "9", "failures": "3", "errors": "1"}
    for count, path in (("tests", "testcase"), ("failures", "testcase/failure"), ("errors", "testcase/error")):
        assert [int(suite.get(count)) for suite in root] == [len(suite.findall(path)) for suite in root]


def test_a_case_is_named_after_its_figure_and_its_threshold() -> None:
    suite = parsed()[1]
    cases = {case.get("name"): case for case in suite.findall("testcase")}
    assert list(cases) == ["can be scored", "SC >= 0.5", "overall >= 0.8", "no critical error"]
    assert {case.get("classname") for case in cases.values()} == {"figures/wrong one %.svg"}
    failure = cases["SC >= 0.5"].find("failure")
    assert failure.get("type") == "minimum"
    assert failure.get("message").startswith("SC could not be scored")


def test_what_is_unscored_is_told_and_no_zero() -> None:
    values = {p.get("name"): p.get("value") for p in parsed()[1].iter("property")}
    assert values == {
        "task": "t-1",
        "TF": "0.5",
        "SC": "not scored",
        "SQ": "0.5",
        "CA": "1",
        "overall": "not scored",
    }


def test_characters_that_xml_forbids_are_replaced() -> None:
    assert "misspelt-label: “HER2” is drawn as “HER3 \ufffd<&”" in "".join(parsed()[1].itertext())


def test_a_figure_that_could_not_be_scored_is_an_error() -> None:
    (case,) = parsed()[2]
    assert case.find("error").get("message") == "gone.png cannot be read: No such file"


def test_the_same_scores_give_the_same_bytes_and_no_date() -> None:
    assert junit_xml(FIGURES) == junit_xml(FIGURES)
    assert "timestamp" not in junit_xml(FIGURES)


def test_no_figure_is_a_document_too() -> None:
    assert etree.fromstring(junit_xml([]).encode()).get("tests") == "0"
