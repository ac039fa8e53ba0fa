"""Whatever a message says, every format stays well formed and loses nothing."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from hybridize_analyzer.report import (
    Applicability,
    Evidence,
    Finding,
    Location,
    Problem,
    Report,
    Severity,
)
from hybridize_cli.escaping import printable
from hybridize_cli.reporters import FORMATS, RenderContext, render
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from reporter_cases import ROOT
from test_schemas import schema

# Undecodable bytes of file names and sources arrive as U+DC80 to U+DCFF; other surrogates cannot.
CHARACTERS = st.one_of(
    st.sampled_from("%:,\r\n\t\x1b\x85\u2028\u202e[](){}<>&\"'\\\udc80\udcff�漢🙂"),
    st.characters(exclude_categories=["Cs"]),
)
TEXTS = st.text(CHARACTERS, max_size=40)
SEGMENTS = TEXTS.map(lambda text: re.sub(r"[/\0]", "_", text)).filter(
    lambda text: text not in {"", ".", ".."}
)
PATHS = st.lists(SEGMENTS, min_size=1, max_size=3).map("/".join)


@st.composite
def locations(draw: st.DrawFn) -> Location:
    line, column = draw(st.integers(1, 99)), draw(st.integers(1, 99))
    lines, columns = draw(st.integers(0, 2)), draw(st.integers(0, 9))
    return Location(draw(PATHS), line, column, line + lines, column + columns)


EVIDENCE = st.builds(Evidence, TEXTS, locations())
FINDINGS = st.builds(
    Finding,
    rule=st.sampled_from(["print-in-graph", "eager-function"]),
    code=st.sampled_from(["HYB001", "HYB101"]),
    message=TEXTS,
    location=locations(),
    severity=st.sampled_from(Severity),
    function=st.none() | TEXTS,
    help=st.none() | TEXTS,
    evidence=st.lists(EVIDENCE, max_size=2).map(tuple),
    notes=st.lists(TEXTS, max_size=2).map(tuple),
    applicability=st.none() | st.sampled_from(Applicability),
)
PROBLEMS = st.builds(Problem, PATHS | st.just(""), TEXTS, st.none() | st.integers(1, 9))
REPORTS = st.builds(
    Report,
    root=st.just(ROOT),
    functions=st.just(()),
    findings=st.lists(FINDINGS, max_size=3).map(tuple),
    errors=st.lists(PROBLEMS, max_size=2).map(tuple),
)
CONTEXT = RenderContext(ROOT)
relaxed = settings(deadline=None, max_examples=60)

_COMMAND = re.compile(r"::(notice|warning|error) ((?:\w+=[^:,\r\n]*)(?:,\w+=[^:,\r\n]*)*)::([^\r\n]*)")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def readable(text: str) -> str:
    """`text` as `render` writes what UTF-8 cannot hold."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def restored(finding: dict[str, object]) -> Finding:
    def location(item: dict[str, object]) -> Location:
        names = ("path", "line", "column", "end_line", "end_column")
        return Location(*(item.get(name, 0) for name in names))  # type: ignore[arg-type]

    fields = {name: finding[name] for name in ("rule", "code", "message", "function", "help")}
    applicability = finding["applicability"]
    return Finding(
        **fields,
        location=location(finding),
        severity=Severity(finding["severity"]),
        evidence=tuple(Evidence(fact["message"], location(fact)) for fact in finding["evidence"]),
        notes=tuple(finding["notes"]),
        applicability=None if applicability is None else Applicability(applicability),
    )


def without_end(fact: Evidence) -> Evidence:
    place = fact.location
    return Evidence(fact.message, Location(place.path, place.line, place.column, 0, 0))


@given(REPORTS)
@relaxed
def test_json_round_trips_and_is_valid(report: Report) -> None:
    whole = json.loads(render("json", report, CONTEXT))
    Draft202012Validator(schema("check.schema.json")).validate(whole)
    for written, finding in zip(whole["findings"], report.findings, strict=True):
        expected = {
            **{name: getattr(finding, name) for name in Finding.__slots__},
            "evidence": tuple(without_end(fact) for fact in finding.evidence),
        }
        assert restored(written) == Finding(**expected)
    assert [Problem(**error) for error in whole["errors"]] == list(report.errors)


@given(REPORTS)
@relaxed
def test_lines_are_whole_objects(report: Report) -> None:
    lines = render("jsonl", report, CONTEXT).splitlines()
    assert len(lines) == 1 + len(report.findings) + len(report.errors)
    assert all(json.loads(line)["type"] in {"run", "finding", "error"} for line in lines)


@given(REPORTS)
@relaxed
def test_github_commands_decode_to_what_was_said(report: Report) -> None:
    lines = render("github", report, CONTEXT).split("\n")[:-1]
    said = [*report.findings, *report.errors]
    for line, item in zip(lines, said, strict=True):
        matched = _COMMAND.fullmatch(line)
        assert matched, line
        assert unquote(matched[3]).startswith(harmless(readable(item.message)))
        properties = dict(field.split("=", 1) for field in matched[2].split(","))
        path = item.path if isinstance(item, Problem) else item.location.path
        assert unquote(properties.get("file", "")) == harmless(readable(path))


def harmless(text: str) -> str:
    """With control characters made visible, but for line breaks."""
    return re.sub(r"[^\r\n]+", lambda matched: printable(matched[0]), text)


@given(REPORTS)
@relaxed
def test_junit_parses_and_keeps_messages(report: Report) -> None:
    suites = ET.fromstring(render("junit", report, CONTEXT))
    failures = [element.get("message") for element in suites.iter("failure")]
    errors = [element.get("message") for element in suites.iter("error")]
    ordered = sorted(report.findings, key=lambda finding: finding.location.path)
    assert failures == [_NOT_XML.sub("\ufffd", finding.message) for finding in ordered]
    assert errors == [_NOT_XML.sub("\ufffd", problem.message) for problem in report.errors]
    assert suites.get("failures") == str(len(failures))
    assert suites.get("errors") == str(len(errors))
    assert suites.get("tests") == str(len(failures) + len(errors) or 1)


@given(REPORTS)
@relaxed
def test_sarif_uris_decode_to_the_paths(report: Report) -> None:
    (run,) = json.loads(render("sarif", report, CONTEXT))["runs"]
    for result, finding in zip(run["results"], report.findings, strict=True):
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert re.fullmatch(r"[A-Za-z0-9_.~/%-]+", artifact["uri"])
        assert unquote(artifact["uri"], errors="surrogateescape") == finding.location.path
        text = result["message"]["text"]
        assert not re.search(r"(?<!\\)\[[^\[\]]*(?<!\\)\]\(", text)


@given(REPORTS)
@relaxed
def test_lists_have_one_entry_per_message(report: Report) -> None:
    said = len(report.findings) + len(report.errors)
    issues = json.loads(render("gitlab", report, CONTEXT))
    assert len(issues) == said
    findings = issues[: len(report.findings)]
    assert len({issue["fingerprint"] for issue in findings}) == len(findings)
    assert len(json.loads(render("rdjson", report, CONTEXT))["diagnostics"]) == said
    assert len(render("concise", report, CONTEXT).splitlines()) == said


@given(REPORTS)
@relaxed
def test_terminal_text_drives_no_terminal(report: Report) -> None:
    for format_ in ("full", "concise"):
        text = render(format_, report, CONTEXT)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text)


@given(REPORTS)
@settings(deadline=None, max_examples=20)
def test_same_report_same_text(report: Report) -> None:
    for format_ in FORMATS:
        text = render(format_, report, CONTEXT)
        assert text == render(format_, report, CONTEXT)
        assert text.encode("utf-8").decode("utf-8") == text
