"""What the page shows: a `Report` as plain data, ready for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hybridize_analyzer.report import Evidence, Finding, FunctionReport, Location, Report, Tracing
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.verdict.reasons import reason
from hybridize_analyzer.verdict.worth import offered
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_cli.report.drawing import placed
from hybridize_cli.report.edges import call_edges
from hybridize_cli.reporters.source_lines import LineReader, line_reader
from hybridize_cli.rule_pages import summary

VERSION = 1
"""Of the JSON form; it grows when a field changes its meaning or goes."""
_MOST_EVIDENCE = 12
_LONGEST_LINE = 200
Data = dict[str, Any]


def report_data(
    report: Report,
    sources: Mapping[str, SourceFile],
    *,
    tool_version: str,
    before: Data | None = None,
    seconds_of: Callable[[FunctionReport], float | None] = lambda _function: None,
) -> Data:
    """Everything about one project.

    Args:
        report: the judged report.
        sources: by path, for the lines that evidence points to.
        tool_version: of hybridize.
        before: the data of an earlier report of the project, to compare with.
        seconds_of: the time that a function took in a profile, None where there is none.

    Returns:
        `version`, `tool`, `name`, `summary`, `files`, `rules`, `functions`, `findings`, `problems`, `graph` and `trend`;
        functions name each other by their index.
    """
    wanted = {function.location for function in offered(report.functions, report.findings)}
    read_line = line_reader(sources)
    functions = [
        {**_function(f, read_line), "offered": f.location in wanted, "seconds": seconds_of(f)}
        for f in report.functions
    ]
    edges = call_edges(report.functions, sources)
    data: Data = {
        "version": VERSION,
        "tool": tool_version,
        "name": report.root.name or "project",
        "summary": _summary(functions, report),
        "files": _files(report),
        "rules": _rules(functions, report.findings),
        "functions": functions,
        "findings": [_finding(finding, read_line) for finding in report.findings],
        "problems": [{"path": p.path, "line": p.line, "message": p.message} for p in report.errors],
        "graph": placed(report.functions, edges),
    }
    data["trend"] = None if before is None else _trend(before, data)
    return data


def _function(function: FunctionReport, read_line: LineReader) -> Data:
    traced = function.hybrid or function.verdict == "convert"
    return {
        "path": function.path,
        "name": function.qualname,
        "line": function.line,
        "verdict": function.verdict,
        "safe": function.safe,
        "hybrid": function.hybrid,
        "tensors": bool(function.tensor_computation),
        "gain": function.gain,
        "speed_up": function.speed_up,
        "ops": function.ops,
        "why": reason(function),
        "traces": _traces(function.tracing) if traced else None,
        "causes": [
            {
                "parameter": cause.parameter,
                "message": cause.message,
                "evidence": _places(cause.evidence, read_line),
            }
            for cause in (function.tracing.causes if traced else ())
        ],
        "obstacles": [
            {"rule": r.rule, "message": r.message, "certain": r.certain, "at": _place(r.where, read_line)}
            for r in function.reasons
        ],
        "assumptions": [
            {"kind": a.kind.value, "message": a.message, "accepted": a.accepted} for a in function.assumptions
        ],
        "evidence": _places(function.evidence, read_line),
        "code": _line(function.path, function.line, read_line),
    }


def _traces(tracing: Tracing) -> str:
    if tracing.unbounded:
        return "one per call"
    if tracing.count is not None:
        return str(tracing.count)
    return f"{tracing.least} to {tracing.most}" if tracing.most is not None else f"{tracing.least} or more"


def _places(evidence: Iterable[Evidence], read_line: LineReader) -> list[Data]:
    shown = list(evidence)[:_MOST_EVIDENCE]
    return [{"message": fact.message, **_place(fact.location, read_line)} for fact in shown]


def _place(where: Location, read_line: LineReader) -> Data:
    return {"path": where.path, "line": where.line, "code": _line(where.path, where.line, read_line)}


def _line(path: str, line: int, read_line: LineReader) -> str:
    return (read_line(path, line) or "").strip()[:_LONGEST_LINE]


def _finding(finding: Finding, read_line: LineReader) -> Data:
    return {
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": finding.message,
        "function": finding.function,
        "help": finding.help,
        "notes": list(finding.notes),
        "evidence": _places(finding.evidence, read_line),
        **_place(finding.location, read_line),
        "source": _line(finding.location.path, finding.location.line, read_line),
    }


def _summary(functions: list[Data], report: Report) -> Data:
    verdicts = Counter(function["verdict"] for function in functions)
    conversions = [function for function in functions if function["offered"]]
    hazards = [f for f in report.findings if f.severity.value != "note" and f.applicability is None]
    return {
        "functions": len(functions),
        "files": len({function["path"] for function in functions}),
        "graphs": sum(function["hybrid"] for function in functions),
        "convert": len(conversions),
        "safe": sum(function["safe"] for function in conversions),
        "threefold": sum((function["speed_up"] or 0.0) >= 3 for function in conversions),
        "remove": verdicts["remove"],
        "reconfigure": verdicts["reconfigure"],
        "keep": verdicts["keep"],
        "undetermined": verdicts["undetermined"],
        "hazards": len(hazards),
        "findings": len(report.findings),
        "problems": len(report.errors),
    }


def _files(report: Report) -> list[Data]:
    found: dict[str, Counter[str]] = {}
    for function in report.functions:
        counts = found.setdefault(function.path, Counter())
        counts["functions"] += 1
        counts["graphs"] += function.hybrid
        counts[function.verdict] += 1
    for finding in report.findings:
        found.setdefault(finding.location.path, Counter())["findings"] += 1
    names = ("functions", "graphs", "convert", "remove", "reconfigure", "keep", "undetermined", "findings")
    return [
        {"path": path, **{name: counts[name] for name in names}} for path, counts in sorted(found.items())
    ]


def _rules(functions: list[Data], findings: Iterable[Finding]) -> list[Data]:
    """What keeps eager functions that compute with tensors from being graphs, and what was found: by rule."""
    eager = [{o["rule"] for o in f["obstacles"]} for f in functions if f["tensors"] and not f["hybrid"]]
    stopped = Counter(rule for rules in eager for rule in rules)
    alone = Counter(next(iter(rules)) for rules in eager if len(rules) == 1)
    told = Counter(finding.rule for finding in findings)
    return [
        {
            "code": rule.code,
            "rule": rule.name,
            "summary": summary(rule),
            "severity": rule.severity.value,
            "functions": stopped[rule.name],
            "alone": alone[rule.name],
            "findings": told[rule.name],
        }
        for rule in all_rules()
        if stopped[rule.name] or told[rule.name]
    ]


def _trend(before: Data, now: Data) -> Data:
    """What has changed since an earlier report: the counts, and the functions whose verdict is another."""
    old = {(f["path"], f["name"]): f for f in before["functions"]}
    new = {(f["path"], f["name"]): f for f in now["functions"]}
    changed = [
        {
            "path": path,
            "name": name,
            "before": _state(old.get((path, name))),
            "now": _state(new.get((path, name))),
        }
        for path, name in sorted({*old, *new})
    ]
    return {
        "summary": before["summary"],
        "changed": [change for change in changed if change["before"] != change["now"]],
    }


def _state(function: Data | None) -> str:
    if function is None:
        return "not there"
    return "graph" if function["hybrid"] and function["verdict"] == "keep" else str(function["verdict"])
