"""Fingerprints and the file they are kept in."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hand_made import finding, report
from hybridize_analyzer.workspace.baseline import (
    Entry,
    baseline_entries,
    merged,
    read_baseline,
    render_baseline,
    without_accepted,
)
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.fingerprint import fingerprints, normalise

FILE = Path("/project/known.json")
FOUND = report(
    finding(line=3, message="called at train.py:88:4 and on line 12"),
    finding(line=9, message="shape [3, 4]"),
    finding(line=10, message="shape [3, 4]"),
    finding("retracing", line=11, function="Model.call"),
)


def moved(entry, lines):
    """The same finding after lines were added above it."""
    location = replace(
        entry.location, line=entry.location.line + lines, end_line=entry.location.end_line + lines
    )
    return replace(entry, location=location)


def test_fingerprints_survive_moved_lines():
    later = [moved(entry, 7) for entry in FOUND.findings]
    later[0] = replace(later[0], message="called at train.py:95:9 and  on line 19")
    assert fingerprints(later) == fingerprints(FOUND.findings)


@pytest.mark.parametrize(
    "change",
    [{"rule": "other"}, {"function": "g"}, {"message": "shape [3, 5]"}],
)
def test_fingerprints_tell_apart(change):
    (before,) = fingerprints([finding(message="shape [3, 4]")])
    assert fingerprints([replace(finding(message="shape [3, 4]"), **change)]) != (before,)


def test_text_that_no_encoding_has():
    undecodable = [finding(path="\udcff.py"), finding(message="\ud800"), finding(message="\ud801")]
    assert len(set(fingerprints(undecodable))) == 3


def test_twins_are_told_apart_by_order():
    assert len(set(fingerprints(FOUND.findings))) == len(FOUND.findings)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("a.py:3 b", "a.py b"),
        ("lines 3-5 x", "lines x"),
        ("5 traces of [2, 3]", "5 traces of [2, 3]"),
        (" a\n b ", "a b"),
    ],
)
def test_normalised(message, expected):
    assert normalise(message) == expected


def test_round_trip(tmp_path):
    file = tmp_path / "known.json"
    found = replace(FOUND, root=tmp_path)
    entries = baseline_entries(found, file)
    file.write_text(render_baseline(reversed(entries)))
    assert set(read_baseline(file)) == set(entries)
    assert render_baseline(read_baseline(file)) == file.read_text()
    assert without_accepted(found, read_baseline(file), file).findings == ()
    new = finding(line=1, message="new")
    grown = replace(found, findings=(new, *[moved(entry, 5) for entry in found.findings]))
    assert without_accepted(grown, read_baseline(file), file).findings == (new,)


def test_a_baseline_holds_wherever_the_check_starts(tmp_path):
    file = tmp_path / "known.json"
    whole = report(finding(path="src/a.py"), root=tmp_path)
    part = report(finding(path="a.py"), root=tmp_path / "src")
    assert baseline_entries(whole, file) == baseline_entries(part, file)
    assert baseline_entries(whole, file)[0].path == "src/a.py"


def test_writing_a_part_keeps_the_rest():
    old = baseline_entries(report(finding(path="a.py"), finding(path="b.py")), FILE)
    new = baseline_entries(report(finding(path="a.py", message="new")), FILE)
    kept = merged(old, new, ["a.py"])
    assert [(entry.path, entry.message) for entry in kept] == [("a.py", "new"), ("b.py", "`print` runs once")]


def test_an_empty_baseline(tmp_path):
    file = tmp_path / "known.json"
    file.write_text(render_baseline(()))
    assert read_baseline(file) == ()
    assert json.loads(file.read_text())["version"] == 1


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (None, "no such baseline; create it with --write-baseline"),
        ("", "not a baseline"),
        ("[]", "not a baseline"),
        ("{}", "not a baseline"),
        ('{"version": 2, "findings": []}', "version 2"),
        ('{"version": 1, "findings": [{}]}', "not a baseline"),
        ('{"version": 1, "findings": ["x"]}', "not a baseline"),
        (render_baseline(()).replace("[]", '[{"path": 1, "rule": [], "function": {}}]'), "not a baseline"),
        (render_baseline([Entry("a", "b", None, "c", "d")]).replace('"d"', "[]"), "not a baseline"),
        ("[" * 100_000, "not a baseline"),
        (b"\xff", "not a baseline"),
    ],
)
def test_files_that_are_no_baseline(tmp_path, text, word):
    file = tmp_path / "known.json"
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=word):
        read_baseline(file)


def test_a_baseline_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_baseline(tmp_path)
