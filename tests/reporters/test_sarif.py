"""SARIF: what code scanning services need beyond a valid file."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
import reporter_cases
from hybridize_analyzer.report import Finding, Report
from hybridize_cli.reporters import RenderContext, render

MULTITOOL = "@microsoft/sarif-multitool-linux@5.7.0"


def sarif(report: Report, context: RenderContext) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(render("sarif", report, context))
    return loaded


def run_of(name: str) -> tuple[Report, dict[str, Any]]:
    report, context, _ = reporter_cases.load(name)
    return report, sarif(report, context)["runs"][0]


def artifacts(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [found for item in value for found in artifacts(item)]
    if not isinstance(value, dict):
        return []
    own = [value["artifactLocation"]] if "artifactLocation" in value else []
    return own + [found for item in value.values() for found in artifacts(item)]


@pytest.mark.parametrize("name", sorted({*reporter_cases.names()} - {"base-elsewhere"}))
def test_uris_are_relative_encoded_and_based(name: str) -> None:
    report, run = run_of(name)
    found = artifacts(run["results"])
    for artifact in found:
        assert artifact["uriBaseId"] == "%SRCROOT%"
        parts = urlsplit(artifact["uri"])
        assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
        assert artifact["uri"].isascii()
        assert not artifact["uri"].startswith(("/", ".")), artifact
        assert not set(artifact["uri"]) & set(' \\"<>:')
    if name not in {"base-inside"}:
        primary = [artifacts(result["locations"])[0]["uri"] for result in run["results"]]
        decoded = [unquote(uri, errors="surrogateescape") for uri in primary]
        assert decoded == [finding.location.path for finding in report.findings]


def test_files_outside_the_base_have_absolute_uris() -> None:
    _, run = run_of("base-elsewhere")
    uris = {artifact["uri"] for artifact in artifacts(run["results"])}
    assert uris == {"file:///project/src/train.py", "file:///project/src/main.py"}
    assert not any("uriBaseId" in artifact for artifact in artifacts(run["results"]))


@pytest.mark.parametrize("name", reporter_cases.names())
def test_results_point_at_their_rules(name: str) -> None:
    _, run = run_of(name)
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert len(result["locations"]) == 1
        assert len(result["partialFingerprints"]) == 1


@pytest.mark.parametrize("name", reporter_cases.names())
def test_rules_have_what_github_shows(name: str) -> None:
    _, run = run_of(name)
    for rule in run["tool"]["driver"]["rules"]:
        for field in ("shortDescription", "fullDescription", "help"):
            assert len(rule[field]["text"]) > 0
        assert len(rule["fullDescription"]["text"]) <= 1024
        assert rule["name"]
        assert rule["defaultConfiguration"]["level"] in {"error", "warning", "note"}
    assert run["columnKind"] == "unicodeCodePoints"


def test_rule_texts_come_from_the_page() -> None:
    _, run = run_of("tour")
    rule = run["tool"]["driver"]["rules"][0]
    assert (
        rule["shortDescription"]["text"]
        == "Finds functions that compute with tensors, run eagerly and could run as graphs."
    )
    assert rule["fullDescription"]["text"].endswith("Each call then costs one Python step per operation.")
    assert rule["help"]["markdown"].startswith("# eager-function\n")
    assert rule["helpUri"] == "https://hybridize.example/rules/eager-function#HYB001"


def test_long_descriptions_are_shortened() -> None:
    report, context, _ = reporter_cases.load("tour")
    long = replace(context.rules[0], page="word " * 1000)
    rule = sarif(report, replace(context, rules=(long,)))["runs"][0]["tool"]["driver"]["rules"][0]
    assert len(rule["fullDescription"]["text"]) == 1024
    assert rule["fullDescription"]["text"].endswith("…")


def test_errors_become_notifications() -> None:
    report, run = run_of("errors-only")
    (invocation,) = run["invocations"]
    notifications = invocation["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notifications] == [error.message for error in report.errors]
    regions = [
        note["locations"][0]["physicalLocation"].get("region")
        for note in notifications
        if "locations" in note
    ]
    assert regions == [{"startLine": 1, "startColumn": 7}, {"startLine": 2}, None]


def test_brackets_that_look_like_links_are_escaped() -> None:
    _, run = run_of("tour")
    assert run["results"][2]["message"]["text"].startswith(r"`self.layers\[0\](images)` creates")
    assert "float32[?, 28, 28]" in run["results"][0]["relatedLocations"][0]["message"]["text"]


def shifted(finding: Finding, lines: int) -> Finding:
    location = finding.location
    moved = replace(location, line=location.line + lines, end_line=location.end_line + lines)
    return replace(finding, location=moved)


def test_fingerprints_survive_lines_added_above() -> None:
    report, context, _ = reporter_cases.load("statistics")
    moved = replace(report, findings=tuple(shifted(finding, 3) for finding in report.findings))
    texts = {
        path: reporter_cases.source(path, "\n\n\n" + source.text) for path, source in context.sources.items()
    }

    def prints(report: Report, context: RenderContext) -> list[dict[str, str]]:
        return [result["partialFingerprints"] for result in sarif(report, context)["runs"][0]["results"]]

    before = prints(report, context)
    assert prints(moved, replace(context, sources=texts)) == before
    assert len({tuple(each.items()) for each in before}) == len(before)


@pytest.fixture(scope="module")
def official_schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The schema of the standard, out of the npm package that ships it."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("npm")
    subprocess.run([npm, "pack", "--silent", MULTITOOL], cwd=folder, check=True, capture_output=True)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        member = packed.extractfile("package/sarif-2.1.0.json")
        assert member is not None
        loaded: dict[str, Any] = json.load(member)
    return loaded


@pytest.mark.slow
def test_output_validates_against_the_official_schema(official_schema: dict[str, Any]) -> None:
    validator = jsonschema.validators.validator_for(official_schema)(
        official_schema, format_checker=jsonschema.FormatChecker()
    )
    for name in reporter_cases.names():
        report, context, _ = reporter_cases.load(name)
        errors = [error.message for error in validator.iter_errors(sarif(report, context))]
        assert errors == [], name


@pytest.mark.slow
def test_official_schema_refuses_a_broken_log(official_schema: dict[str, Any]) -> None:
    report, context, _ = reporter_cases.load("tour")
    log = sarif(report, context)
    log["runs"][0]["results"][0]["level"] = "fatal"
    validator = jsonschema.validators.validator_for(official_schema)(official_schema)
    assert not validator.is_valid(log)


def test_expected_files_hold_no_absolute_path() -> None:
    for path in reporter_cases.CASES.glob("*/expected.sarif.sarif"):
        if path.parent.name != "base-elsewhere":
            assert "file:" not in path.read_text(encoding="utf-8"), Path(path).parent.name
