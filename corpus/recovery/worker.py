"""`python -m corpus.recovery.worker ROOT SECONDS PACKAGES`: checks one tree as `hybridize check` does.

Prints a JSON document: what `check` reports, in its order, and beside it the visible calls of every function.
PACKAGES: a folder of installed packages, or `none`.  Ended by the system (SIGXCPU) after so many seconds of CPU time.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hybridize_analyzer.report import FunctionReport, Report
from hybridize_analyzer.verdict.worth import offered
from hybridize_analyzer.workspace.depth import without_collection
from hybridize_cli.commands.check import check
from hybridize_cli.options import split_options
from hybridize_cli.project import judge, open_project

_MEMORY = 8 << 30


def main() -> int:
    """Checks the tree that the command line names."""
    root, seconds = Path(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    os.chdir(root)
    values = check.make_context(
        "check", ["--isolated", "--jobs", "1", "--no-cache", "--all", "--python", sys.argv[3], "."]
    ).params
    options, _ = split_options(values)
    with without_collection():
        report = judge(open_project(options), options).report
    json.dump(_document(report), sys.stdout)
    return 0


def _document(report: Report) -> dict[str, Any]:
    ends = {path: _ends(report.root / path) for path in {function.path for function in report.functions}}
    return {
        "functions": [_function(f, ends[f.path].get(f.line, f.line)) for f in report.functions],
        "ranked": [[f.path, f.line] for f in offered(report.functions, report.findings)],
        "errors": len(report.errors),
        "cpu": sum(resource.getrusage(resource.RUSAGE_SELF)[:2]),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }


def _function(found: FunctionReport, end: int) -> dict[str, Any]:
    return {
        "path": found.path,
        "line": found.line,
        "end": end,
        "qualname": found.qualname,
        "verdict": found.verdict,
        "safe": found.safe,
        "gain": found.gain,
        "refusals": found.refusals,
        "reasons": [
            f"{each.rule}: {each.message} ({each.where.path}:{each.where.line})"
            + ("" if each.certain else ", uncertain")
            for each in found.reasons
        ],
        "sites": [[site.path, site.line] for site in found.sites],
        "callers": [list(caller) for caller in found.callers or () if caller is not None],
    }


def _ends(file: Path) -> dict[int, int]:
    """The last line of every definition, by the line of its `def`."""
    return dict(_spans(ast.parse(file.read_bytes())))


def _spans(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno or node.lineno


if __name__ == "__main__":
    sys.exit(main())
