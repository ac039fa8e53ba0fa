"""One run of `fix`: plan, show or write, tell what was done and what was not."""

from __future__ import annotations

from hybridize_cli.checking import show_diff, stdin_result, tell_about, tell_problems
from hybridize_cli.edits import applied_lines, changing, count, plan, withheld_lines, write_all
from hybridize_cli.exit_codes import CLEAN, FAILURE, FINDINGS
from hybridize_cli.options import CommonOptions
from hybridize_cli.output import emit
from hybridize_cli.project import Judged, Project, judge, open_project


def run_fix(options: CommonOptions, *, diff: bool, exit_non_zero_on_fix: bool) -> int:
    """Runs `fix` once; returns its exit code."""
    project = open_project(options)
    tell_about(project, options)
    if diff:
        return show_diff(project, options)
    judged = judge(project, options)
    tell_problems(judged.report, options)
    if project.stdin is not None:
        result, edited = stdin_result(judged, project, project.stdin)
        emit(result)
        refused = 0
    else:
        edited, refused = _fix_files(judged, project, options)
    if refused:
        return FAILURE
    return FINDINGS if judged.report.errors or (edited and exit_non_zero_on_fix) else CLEAN


def _fix_files(judged: Judged, project: Project, options: CommonOptions) -> tuple[bool, int]:
    """Writes the edits; returns whether there were any and how many files refused."""
    unsafe = project.settings.unsafe_fixes
    edits = plan(judged, project)
    written = write_all(changing(edits))
    if not options.silent:
        applied = applied_lines(written.edits)
        withheld = (
            []
            if options.quiet
            else withheld_lines(edits, judged.fixable, unsafe=unsafe, refused=judged.refused)
        )
        summary = f"applied {count(len(applied), 'edit')} in {count(len(written.edits), 'file')}"
        if withheld:
            summary += f", withheld {count(len(withheld), 'edit')}"
        lines = [*applied, *withheld, *([] if options.quiet else [summary])]
        emit("".join(f"{line}\n" for line in lines))
    return bool(written.edits), written.refused
