"""One run of `report`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hybridize_analyzer.observed.profile import default_file, read_profile
from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.version import tool_version
from hybridize_analyzer.workspace.errors import InputError

from hybridize_cli.checking import tell_about, tell_problems
from hybridize_cli.exit_codes import CLEAN
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import deliver
from hybridize_cli.project import judge, open_project
from hybridize_cli.report.data import VERSION, report_data
from hybridize_cli.report.page import page


def run_report(
    options: CommonOptions,
    *,
    output_format: str,
    output_file: Path | None,
    against: Path | None,
) -> int:
    """Runs `report` once; returns its exit code."""
    before = None if against is None else _earlier(against)
    project = open_project(options)
    tell_about(project, options)
    judged = judge(project, options, to_show=True)
    data = report_data(
        judged.report,
        judged.sources,
        tool_version=tool_version(),
        before=before,
        seconds_of=_seconds(options, project.files.root),
    )
    text = page(data) if output_format == "html" else json.dumps(data, indent=1, ensure_ascii=True) + "\n"
    deliver(text, output_file, shown=not options.silent)
    tell_problems(judged.report, options)
    return CLEAN


def _earlier(file: Path) -> dict[str, Any]:
    remedy = "name a file that `hybridize report --format json -o FILE` has written"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no JSON"
        raise InputError(f"--against {file}: cannot be read ({reason}); {remedy}") from None
    known = isinstance(data, dict) and data.get("version") == VERSION
    if not known or not isinstance(data.get("summary"), dict) or not isinstance(data.get("functions"), list):
        raise InputError(f"--against {file}: is no report of version {VERSION}; {remedy}")
    return dict(data)


def _seconds(options: CommonOptions, root: Path) -> Callable[[FunctionReport], float | None]:
    """The time that a function took in the profiled run."""
    file = options.profile or default_file(root)
    if options.no_profile or (options.profile is None and (options.isolated or not file.is_file())):
        return lambda _function: None
    times: dict[tuple[str, str], float] = {}
    for run in read_profile(file).functions:
        times[run.path, run.qualname] = times.get((run.path, run.qualname), 0.0) + run.seconds
    return lambda function: times.get((function.path, function.qualname))
