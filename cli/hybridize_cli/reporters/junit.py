"""`junit`: an XML test report, one suite per file, one failed test per finding."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree as ET

from hybridize_analyzer.report import Finding, Problem, Report

from hybridize_cli.reporters.context import RenderContext, display_path
from hybridize_cli.reporters.messages import message_with_evidence

# XML 1.0 has no way to write these, not even as character references.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report, context: RenderContext) -> str:
    """The XML document; a clean report is one passed test, because empty reports count as broken."""
    suites = ET.Element("testsuites", name="hybridize")
    ordered = sorted(report.findings, key=lambda finding: finding.location.path)
    for path, findings in groupby(ordered, key=lambda finding: finding.location.path):
        cases = [_finding(finding, report, context) for finding in findings]
        _add_suite(suites, display_path(path, report, context), cases)
    for problem in report.errors:
        _add_suite(suites, _problem_name(problem, report, context), [_problem(problem)])
    if len(suites) == 0:
        _add_suite(suites, "hybridize", [ET.Element("testcase", name="no findings", classname="hybridize")])
    for kind in ("tests", "failures", "errors"):
        suites.set(kind, str(sum(int(suite.get(kind, "0")) for suite in suites)))
    ET.indent(suites)
    document = ET.tostring(suites, encoding="us-ascii").decode("ascii")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document}\n'


def _add_suite(suites: ET.Element, name: str, cases: Iterable[ET.Element]) -> None:
    suite = ET.SubElement(suites, "testsuite", name=_xml(name))
    suite.extend(cases)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("*/failure"))))
    suite.set("errors", str(len(suite.findall("*/error"))))


def _finding(finding: Finding, report: Report, context: RenderContext) -> ET.Element:
    location = finding.location
    path = display_path(location.path, report, context)
    case = ET.Element(
        "testcase",
        name=_xml(f"{finding.code} {finding.rule} {location.line}:{location.column}"),
        classname=_xml(path),
        file=_xml(path),
        line=str(location.line),
    )
    failure = ET.SubElement(case, "failure", message=_xml(finding.message), type=finding.severity.value)
    text = message_with_evidence(finding, report, context)
    failure.text = _xml(f"{path}:{location.line}:{location.column}\n{text}")
    return case


def _problem_name(problem: Problem, report: Report, context: RenderContext) -> str:
    return display_path(problem.path, report, context) if problem.path else "hybridize"


def _problem(problem: Problem) -> ET.Element:
    case = ET.Element("testcase", name="analysis", classname=_xml(problem.path or "hybridize"))
    if problem.line is not None:
        case.set("line", str(problem.line))
    ET.SubElement(case, "error", message=_xml(problem.message), type="error")
    return case


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
