"""Reads the hand-made reports in `cases/`: one folder each, `case.json` and the expected output per format.

`case.json` holds `findings`, `functions`, `errors` (fields of the dataclasses; what is left out has a
default), `sources` (path to text), `rules`, `context` (fields of `RenderContext`) and `formats`.  A location
is written `path:line:column-line:column`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import (
    Applicability,
    Assumption,
    AssumptionKind,
    Evidence,
    Finding,
    FunctionReport,
    Location,
    Parameter,
    Problem,
    Report,
    Severity,
    TraceCause,
    Tracing,
)
from hybridize_analyzer.rules.rule import Rule
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_cli.reporters import FORMATS, RenderContext

CASES = Path(__file__).parent / "cases"
ROOT = Path("/project")
SUFFIXES = {
    "full": "txt",
    "concise": "txt",
    "json": "json",
    "jsonl": "jsonl",
    "sarif": "sarif",
    "github": "txt",
    "gitlab": "json",
    "junit": "xml",
    "rdjson": "json",
}
_LOCATION = re.compile(r"(.*):(\d+):(\d+)-(\d+):(\d+)", re.DOTALL)
_FACTS = (
    "tensor_parameter",
    "primitive_parameter",
    "side_effects",
    "recursive",
    "tensor_computation",
    "eager_only_calls",
    "numpy_on_parameters",
    "called",
)


def names() -> list[str]:
    return sorted(folder.name for folder in CASES.iterdir())


def load(name: str) -> tuple[Report, RenderContext, tuple[str, ...]]:
    """The report, the context and the formats of one case."""
    case = json.loads((CASES / name / "case.json").read_text(encoding="utf-8"))
    report = Report(
        root=ROOT,
        functions=tuple(function(**fields) for fields in case.get("functions", ())),
        findings=tuple(finding(**fields) for fields in case.get("findings", ())),
        errors=tuple(Problem(**fields) for fields in case.get("errors", ())),
    )
    options = {"base": ROOT, "tool_version": "1.2.3", **case.get("context", {})}
    by_name = {each.qualname: each for each in report.functions}
    unsearched = tuple(by_name[name] for name in options.get("unsearched", ()))
    context = RenderContext(
        **{**options, "base": Path(options["base"]), "unsearched": unsearched},
        sources={path: source(path, text) for path, text in case.get("sources", {}).items()},
        rules=tuple(
            Rule(**{**fields, "severity": Severity(fields["severity"])}) for fields in case.get("rules", ())
        ),
    )
    return report, context, tuple(case.get("formats", FORMATS))


def source(path: str, text: str) -> SourceFile:
    return SourceFile(ROOT / path, path, text, "utf-8", text.encode())


def location(text: str) -> Location:
    matched = _LOCATION.fullmatch(text)
    assert matched, f"not a location: {text}"
    return Location(matched[1], *(int(number) for number in matched.groups()[1:]))


def evidence(*facts: dict[str, str]) -> tuple[Evidence, ...]:
    return tuple(Evidence(fact["message"], location(fact["location"])) for fact in facts)


def finding(**fields: Any) -> Finding:
    applicability = fields.get("applicability")
    changes = {
        "location": location(fields["location"]),
        "severity": Severity(fields.get("severity", "warning")),
        "evidence": evidence(*fields.get("evidence", ())),
        "notes": tuple(fields.get("notes", ())),
        "applicability": None if applicability is None else Applicability(applicability),
        "subject": location(fields["subject"]) if "subject" in fields else None,
    }
    return Finding(**{**fields, **changes})


def function(**fields: Any) -> FunctionReport:
    place = location(fields["location"])
    defaults = {"hybrid": False, "safe": False, "input_signature": None, "traces": None, "gain": None}
    changes = {
        "path": place.path,
        "line": place.line,
        "location": place,
        "parameters": tuple(parameter(**each) for each in fields.get("parameters", ())),
        "refusals": tuple(fields.get("refusals", ())),
        "assumptions": tuple(assumption(**each) for each in fields.get("assumptions", ())),
        "evidence": evidence(*fields.get("evidence", ())),
        "tracing": tracing(fields.get("traces"), **fields.get("tracing", {})),
        "of_tests": is_test(place.path),
    }
    return FunctionReport(**{**dict.fromkeys(_FACTS), **defaults, **fields, **changes})


def assumption(kind: str, **fields: Any) -> Assumption:
    return Assumption(AssumptionKind(kind), **fields)


def tracing(count: int | None, **fields: Any) -> Tracing:
    causes = tuple(
        TraceCause(each["parameter"], each["message"], evidence(*each["evidence"]))
        for each in fields.pop("causes", ())
    )
    return Tracing(**{"count": count, "least": count or 1, "most": count, **fields, "causes": causes})


def parameter(**fields: Any) -> Parameter:
    return Parameter(
        **{"dtype": None, "shape": None, **fields, "evidence": evidence(*fields.get("evidence", ()))}
    )
