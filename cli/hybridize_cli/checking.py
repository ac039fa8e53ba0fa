"""One run of `check`: analyse, act on the findings as the options ask, report, exit code."""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from hybridize_analyzer.report import Report
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.version import tool_version
from hybridize_analyzer.workspace.baseline import (
    baseline_entries,
    baseline_path,
    merged,
    read_baseline,
    render_baseline,
)
from hybridize_analyzer.workspace.depth import without_collection
from hybridize_analyzer.workspace.errors import InputError, closest
from hybridize_analyzer.workspace.exclusion import closest_marker
from hybridize_analyzer.workspace.paths import exists

from hybridize_cli.edits import changing, count, emit_patches, on_disk, plan, write_all
from hybridize_cli.escaping import printable, sentence
from hybridize_cli.exit_codes import CLEAN, FAILURE, FINDINGS
from hybridize_cli.inspection import file_lines, settings_text
from hybridize_cli.links import takes_links
from hybridize_cli.options import CheckOptions, CommonOptions
from hybridize_cli.output import deliver, emit, say, write_output
from hybridize_cli.project import Judged, Project, judge, open_project, target_of
from hybridize_cli.reporters import FORMATS, RenderContext, render

_TEXT_FORMATS = frozenset({"full", "concise"})
_REPOSITORY_FORMATS = frozenset({"sarif", "github", "gitlab"})


def run_check(options: CommonOptions, own: CheckOptions) -> int:
    """Runs `check` once; returns its exit code."""
    started = time.monotonic()
    project = open_project(options)
    if own.show_settings or own.show_files:
        emit(
            settings_text(project.settings, target_of(project))
            if own.show_settings
            else file_lines(project.files)
        )
        return CLEAN
    tell_about(project, options)
    # Only a process that ends here, after one analysis, can do without freeing what that leaves behind.
    with nullcontext() if own.watch or own.fix or options.repair else without_collection(ends=True):
        code = _act(project, options, own)
    if options.verbose:
        say(f"finished in {time.monotonic() - started:.2f} s")
    return code


def tell_about(project: Project, options: CommonOptions) -> None:
    """Warns where there is nothing to do; says what is read if that was asked for."""
    files = project.files
    if not files.requested and not options.quiet and not options.silent:
        say(f"warning: no Python files found in {printable(', '.join(options.paths)) or '.'}")
    if options.verbose:
        say(f"settings: {', '.join(map(str, project.settings.files)) or 'defaults'}")
        say(f"root: {files.root}")
        say(f"{count(len(files.requested), 'file')} to check, {len(files.context)} more for context")


def show_diff(project: Project, options: CommonOptions) -> int:
    """Prints what the edits would change, in the form of a patch."""
    judged = judge(project, options)
    edits = changing(plan(judged, project))
    if not options.silent:
        emit_patches(edits)
    tell_problems(judged.report, options)
    return FINDINGS if edits or judged.report.errors else CLEAN


def tell_problems(report: Report, options: CommonOptions) -> None:
    """Names the files that could not be analysed, on standard error."""
    for problem in () if options.silent else report.errors:
        place = ":".join(
            str(part) for part in (problem.path, problem.line, problem.column) if part is not None
        )
        say(f"error: {printable(place)}: {sentence(problem.message)}")


def stdin_result(judged: Judged, project: Project, stdin: tuple[Path, bytes]) -> tuple[bytes, bool]:
    """The program from standard input after its edits, and whether there were any."""
    path, raw = stdin
    for edit in changing(plan(judged, project)):
        if edit.path == path:
            return edit.after.encode(edit.encoding), True
    return raw, False


def _act(project: Project, options: CommonOptions, own: CheckOptions) -> int:
    output_format = _output_format(project, own)
    if own.diff:
        return show_diff(project, options)
    if own.write_baseline:
        return _accept(project, options)
    judged = judge(project, options, to_show=not own.fix or not options.repair)
    if own.add_ignore is not None:
        return _add_ignores(judged, own.add_ignore, options)
    if own.fix and project.stdin is not None:
        return _fix_stdin(judged, project, project.stdin, options, own)
    if own.fix:
        return _fix_files(judged, project, options, own)
    _show(judged, output_format, options, own)
    return _exit_code(judged.report, own)


def _output_format(project: Project, own: CheckOptions) -> str:
    chosen = own.output_format or project.settings.output_format
    if chosen not in FORMATS:
        where = ", ".join(map(str, project.settings.files)) or "--config"
        hint = closest(chosen, FORMATS) or f"; known: {', '.join(FORMATS)}"
        raise InputError(f"{where}: `output-format` is `{chosen}`, which is not a format{hint}")
    return chosen


def _exit_code(report: Report, own: CheckOptions) -> int:
    found = bool(report.findings or report.errors)
    return FINDINGS if found and not own.exit_zero else CLEAN


def _fix_files(judged: Judged, project: Project, options: CommonOptions, own: CheckOptions) -> int:
    written = write_all(changing(plan(judged, project)))
    applied = sum(len(edit.applied) for edit in written.edits)
    if applied and not options.quiet and not options.silent:
        say(f"applied {count(applied, 'edit')} in {count(len(written.edits), 'file')}")
    remaining = judge(project, options, to_show=True) if written.edits or options.repair else judged
    _show(remaining, _output_format(project, own), options, own)
    if written.refused:
        return FAILURE
    return FINDINGS if written.edits and own.exit_non_zero_on_fix else _exit_code(remaining.report, own)


def _fix_stdin(
    judged: Judged, project: Project, stdin: tuple[Path, bytes], options: CommonOptions, own: CheckOptions
) -> int:
    result, edited = stdin_result(judged, project, stdin)
    emit(result)
    if edited:
        judged = judge(replace(project, stdin=(stdin[0], result)), options, to_show=True)
    # Standard output is the program; what remains to be said goes beside it.
    text = _rendered(judged, _output_format(project, own), own, colour=False)
    if own.output_file is not None:
        write_output(own.output_file, text)
    elif not options.silent and (judged.report.findings or judged.report.errors):
        say(text.rstrip("\n"))
    return FINDINGS if edited and own.exit_non_zero_on_fix else _exit_code(judged.report, own)


def _add_ignores(judged: Judged, reason: str, options: CommonOptions) -> int:
    from hybridize_refactorings.ignores import plan_ignores

    plans = plan_ignores(judged.report.findings, judged.sources, reason)
    written = write_all(on_disk([plan.edit for plan in plans.edits], judged))
    refused = {plan.edit.path for plan in plans.edits} - {edit.path for edit in written.edits}
    added = sum(plan.suppressed for plan in plans.edits if plan.edit.path not in refused)
    if not options.quiet and not options.silent:
        say(f"suppressed {count(added, 'finding')} in {count(len(written.edits), 'file')}")
    for place in plans.unplaced:
        say(f"warning: {place}: no statement here to put a suppression on; use `ignore-file` or --ignore")
    tell_problems(judged.report, options)
    if written.refused:
        return FAILURE
    return FINDINGS if judged.report.errors or plans.unplaced else CLEAN


def _accept(project: Project, options: CommonOptions) -> int:
    file = project.settings.baseline
    if file is None:
        raise InputError(
            "--write-baseline: no file named; add --baseline FILE, or `baseline` to the settings"
        )
    report = judge(
        replace(project, settings=replace(project.settings, baseline=None)), options, to_show=True
    ).report
    entries = baseline_entries(report, file)
    old = read_baseline(file) if exists(file) else ()
    checked = {baseline_path(path, report, file) for path in project.requested}
    write_output(file, render_baseline(merged(old, entries, checked)))
    if not options.quiet and not options.silent:
        say(f"accepted {count(len(entries), 'finding')} in {file}")
    tell_problems(report, options)
    return FINDINGS if report.errors else CLEAN


def _show(judged: Judged, output_format: str, options: CommonOptions, own: CheckOptions) -> None:
    to_file = own.output_file is not None
    colour = not to_file and _wants_colour(options.color)
    text = _rendered(judged, output_format, own, colour=colour)
    shown = not options.silent and not (options.quiet and _says_nothing(judged.report, output_format, own))
    deliver(text, own.output_file, shown=shown, colour=colour)


def _says_nothing(report: Report, output_format: str, own: CheckOptions) -> bool:
    """Whether a text report holds no more than a summary; machines get their document in any case."""
    return output_format in _TEXT_FORMATS and not (report.findings or report.errors or own.all_functions)


def _rendered(judged: Judged, output_format: str, own: CheckOptions, *, colour: bool) -> str:
    context = _context(judged, output_format, own, colour=colour)
    return render(output_format, judged.report, context)


def _context(judged: Judged, output_format: str, own: CheckOptions, *, colour: bool) -> RenderContext:
    repository = (
        closest_marker(judged.report.root, (".git",)) if output_format in _REPOSITORY_FORMATS else None
    )
    context = RenderContext(
        base=repository or Path.cwd(),
        sources=judged.sources,
        rules=all_rules(),
        tool_version=tool_version(),
        colour=colour,
        all_functions=own.all_functions,
        statistics=own.statistics,
        group_by=own.group_by,
        min_gain=judged.settings.min_gain,
        tests=judged.settings.tests,
        unsearched=judged.unsearched,
        steps_in_tests=judged.in_tests,
        rule_url=judged.settings.rule_url,
        links=takes_links(os.environ, terminal=sys.stdout.isatty()),
    )
    return replace(context, width=shutil.get_terminal_size().columns) if sys.stdout.isatty() else context


def _wants_colour(choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
