"""A baseline: the findings a project has accepted for now, so that only new ones are reported."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hybridize_analyzer.report import Finding, Report
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.fingerprint import fingerprints

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted finding; all but the fingerprint is there for people to read.

    path: relative to the directory of the baseline file, with `/`.
    """

    path: str
    rule: str
    function: str | None
    message: str
    fingerprint: str


def read_baseline(file: Path) -> tuple[Entry, ...]:
    """The entries of a baseline file.

    Raises:
        InputError: there is no such file, or it is not a baseline.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["version"] != _VERSION:
            raise InputError(f"{file}: version {document['version']} is unknown here; write it again")
        return tuple(_entry(item) for item in document["findings"])
    except FileNotFoundError:
        raise InputError(f"{file}: no such baseline; create it with --write-baseline") from None
    except OSError as error:
        raise InputError(
            f"{file}: baseline cannot be read: {error.strerror}; check the permissions"
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"{file}: not a baseline; create it again with --write-baseline") from None


def render_baseline(entries: Iterable[Entry]) -> str:
    """The text of a baseline file: sorted, one line per finding, so that changes to it read well."""
    ordered = sorted(
        set(entries), key=lambda entry: (entry.path, entry.rule, entry.message, entry.fingerprint)
    )
    lines = ",\n".join(f"    {json.dumps(_fields(entry), ensure_ascii=True)}" for entry in ordered)
    body = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "version": {_VERSION},\n  "tool": "hybridize",\n  "findings": {body}\n}}\n'


def baseline_entries(report: Report, file: Path) -> tuple[Entry, ...]:
    """One entry per finding of `report`, for a baseline to be written to `file`."""
    findings = _from_directory(report, file.parent)
    return tuple(
        Entry(finding.location.path, finding.rule, finding.function, finding.message, fingerprint)
        for finding, fingerprint in zip(findings, fingerprints(findings), strict=True)
    )


def without_accepted(report: Report, entries: Iterable[Entry], file: Path) -> Report:
    """`report` without the findings that the baseline in `file` accepts."""
    accepted = {entry.fingerprint for entry in entries}
    marks = fingerprints(_from_directory(report, file.parent))
    new = (finding for finding, mark in zip(report.findings, marks, strict=True) if mark not in accepted)
    return replace(report, findings=tuple(new))


def merged(old: Iterable[Entry], new: Iterable[Entry], checked: Iterable[str]) -> tuple[Entry, ...]:
    """What to write after a run over `checked` only: entries of other files stay as they are."""
    renewed = frozenset(checked)
    return (*new, *(entry for entry in old if entry.path not in renewed))


def baseline_path(path: str, report: Report, file: Path) -> str:
    """`path` (relative to the report's root) as a baseline in `file` writes it."""
    try:
        return Path(os.path.relpath(report.root / path, file.parent)).as_posix()
    except ValueError:  # Windows: no relative path between two drives
        return (report.root / path).as_posix()


def _from_directory(report: Report, directory: Path) -> tuple[Finding, ...]:
    # The same finding has to be found from whichever directory or file the user checks.
    file = directory / "baseline"
    return tuple(
        replace(
            finding,
            location=replace(finding.location, path=baseline_path(finding.location.path, report, file)),
        )
        for finding in report.findings
    )


def _entry(item: Mapping[str, Any]) -> Entry:
    entry = Entry(item["path"], item["rule"], item["function"], item["message"], item["fingerprint"])
    texts = (entry.path, entry.rule, entry.function or "", entry.message, entry.fingerprint)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("an entry of a baseline holds texts")
    return entry


def _fields(entry: Entry) -> dict[str, str | None]:
    return {
        "fingerprint": entry.fingerprint,
        "path": entry.path,
        "rule": entry.rule,
        "function": entry.function,
        "message": entry.message,
    }
