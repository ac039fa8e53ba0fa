"""The command line over a small stand-in for the analyzer, so that tests say which findings there are.

In a tested program, every call of `print` is a finding of `print-in-graph`, and every function whose name
starts with `eager` can be converted (`eager_maybe…`: on an assumption only).
"""

import ast
import io
import sys
from dataclasses import dataclass, replace

import hybridize_refactorings
import pytest
from hybridize_analyzer import analyze as analysis
from hybridize_analyzer.report import (
    Applicability,
    Assumption,
    AssumptionKind,
    Finding,
    FunctionReport,
    Location,
    Problem,
    Report,
    Severity,
)
from hybridize_analyzer.rules.rule import Rule
from hybridize_cli import checking, project, rule_pages
from hybridize_cli.main import execute
from hybridize_refactorings import AppliedEdit, FileEdit, WithheldEdit

PAGE = """
Flags `{name}`
on one more line.

## Why it matters
Because.
"""

RULES = tuple(
    Rule(name, code, PAGE.format(name=name), Severity.WARNING)
    for name, code in [
        ("eager-function", "HYB001"),
        ("print-in-graph", "HYB101"),
        ("unused-suppression", "HYB900"),
    ]
)


@dataclass(frozen=True)
class Outcome:
    """What one command line did."""

    code: int
    stdout: str
    stderr: str
    raw: bytes


class Terminal(io.TextIOWrapper):
    """A standard output that somebody looks at."""

    def isatty(self):
        return True


@pytest.fixture
def run(monkeypatch):
    """Runs one command line in this process, as a shell would see it."""
    for name in ("HYBRIDIZE_DEBUG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, stdin=b"", terminal=False):
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            stdout = Terminal if terminal else io.TextIOWrapper
            patch.setattr(sys, "stdout", stdout(out, encoding="utf-8", write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", write_through=True))
            code = execute([str(argument) for argument in arguments])
            raw, said = out.getvalue(), err.getvalue()
        return Outcome(code, raw.decode(errors="replace"), said.decode(), raw)

    return run


@pytest.fixture(autouse=True)
def stand_in(monkeypatch, tmp_path):
    """Replaces analysis, rules and the planning of edits; the working directory is empty."""
    monkeypatch.setattr(analysis, "analyze", analyze)
    monkeypatch.setattr(hybridize_refactorings, "plan_edits", plan_edits)
    for module in (checking, project, rule_pages):
        monkeypatch.setattr(module, "all_rules", lambda: RULES)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def plant(tmp_path):
    """Writes files (path to text or bytes) below the working directory."""

    def plant(files):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path

    return plant


def analyze(
    root, sources, *, wanted=None, jobs=1, progress=None, cache=None, keras=None, environment=None, runs=None
):
    """The stand-in for the analyzer."""
    functions, findings, errors = [], [], []
    for source in sources:
        if "raise_internal" in source.text:
            raise LookupError("a fault of ours")
        try:
            tree = ast.parse(source.text)
        except (SyntaxError, ValueError) as error:
            errors.append(Problem(source.relative, f"syntax error: {error}", getattr(error, "lineno", 1), 1))
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                functions.append(_function(source.relative, node))
            if isinstance(node, ast.FunctionDef) and _convertible(node):
                findings.append(_eager(source.relative, node))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                findings.append(
                    _finding("print-in-graph", "HYB101", source.relative, node, "`print` runs once")
                )
    findings.sort(key=lambda finding: finding.location)
    return Report(root, tuple(functions), tuple(findings), tuple(errors))


def _convertible(node):
    return node.name.startswith("eager") and not node.decorator_list


def _place(path, node):
    return Location(path, node.lineno, node.col_offset + 1, node.lineno, node.col_offset + 6)


def _finding(rule, code, path, node, message):
    return Finding(rule, code, message, _place(path, node), Severity.WARNING)


def _eager(path, node):
    finding = _finding("eager-function", "HYB001", path, node, f"`{node.name}` runs eagerly")
    safe = Applicability.UNSAFE if "maybe" in node.name else Applicability.SAFE
    return replace(finding, function=node.name, applicability=safe)


def _function(path, node):
    maybe = "maybe" in node.name
    unknown = dict.fromkeys(
        [
            "tensor_parameter",
            "primitive_parameter",
            "side_effects",
            "recursive",
            "tensor_computation",
            "eager_only_calls",
            "numpy_on_parameters",
            "called",
            "input_signature",
            "traces",
            "gain",
        ]
    )
    return FunctionReport(
        path=path,
        qualname=node.name,
        line=node.lineno,
        location=_place(path, node),
        hybrid=bool(node.decorator_list),
        verdict="convert" if _convertible(node) else "keep",
        safe=not maybe,
        parameters=(),
        refusals=(),
        assumptions=(Assumption(AssumptionKind.TYPE_HINT, "`x` is a tensor"),) if maybe else (),
        evidence=(),
        **unknown,
    )


def plan_edits(report, sources, *, unsafe=False):
    """The stand-in for the refactorings: a decorator above every function to convert."""
    edits = []
    for path, source in sorted(sources.items()):
        functions = [entry for entry in report.functions if entry.path == path and entry.verdict == "convert"]
        chosen = [entry for entry in functions if entry.safe or unsafe]
        if chosen:
            edits.append(_edit(source, chosen))
    return tuple(edits)


def _edit(source, functions):
    lines = source.text.splitlines(keepends=True)
    done = [entry for entry in functions if "refused" not in entry.qualname]
    for entry in sorted(done, key=lambda entry: entry.line, reverse=True):
        lines.insert(entry.line - 1, "@tf.function\n")
    applied = tuple(
        AppliedEdit(entry.qualname, entry.line, "adds `@tf.function`", Applicability.SAFE) for entry in done
    )
    withheld = tuple(
        WithheldEdit(entry.qualname, entry.line, "its name is taken")
        for entry in functions
        if entry not in done
    )
    after = "".join(lines)
    return FileEdit(
        source.path, source.relative, source.text, after, source.encoding, source.raw, applied, withheld
    )
