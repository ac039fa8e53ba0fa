"""From the user's paths to a judged report: find files, read them, analyse, keep what was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize_analyzer import analyze as analysis
from hybridize_analyzer.observed.profile import default_file, read_profile
from hybridize_analyzer.observed.runs import NO_RUNS, Runs, runs_of
from hybridize_analyzer.report import FunctionReport, Problem, Report
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.verdict.assumption_kinds import check_kinds
from hybridize_analyzer.verdict.gain import is_at_least
from hybridize_analyzer.verdict.reporting import judge_report, selection, wanted_part
from hybridize_analyzer.verdict.worth import with_inline_steps, worth_a_repair
from hybridize_analyzer.workspace.cache import FOLDER, Trials, open_cache
from hybridize_analyzer.workspace.environment import Environment, find_environment
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.files import ProjectFiles, find_files, project_root
from hybridize_analyzer.workspace.paths import absolute, exists
from hybridize_analyzer.workspace.reading import decode_source, read_sources, relative_path
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.workspace.targets import Target, read_target
from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.top_level import TOP_LEVEL, steps_at_top_level

from hybridize_cli.batching import batching, with_edited
from hybridize_cli.options import CommonOptions, check_paths, effective_settings
from hybridize_cli.output import say
from hybridize_cli.progress import progress_bar
from hybridize_cli.repairs import made_graphs, repair_findings, with_findings, without_those_in_graphs
from hybridize_cli.steps import Steps, search_steps

if TYPE_CHECKING:
    from hybridize_refactorings.repaired_functions import Repaired

_FEW_FILES = 40  # below, starting processes costs more than it gains


@dataclass(frozen=True, slots=True)
class Project:
    """What one command works on.

    stdin: the path that the bytes of standard input stand for, with the bytes.
    trials: what is found of changed texts, beside the cache.
    """

    settings: Settings
    files: ProjectFiles
    stdin: tuple[Path, bytes] | None = None
    trials: Trials = field(default_factory=lambda: Trials(None))

    @property
    def requested(self) -> frozenset[str]:
        """The files to report on, as reports name them."""
        return frozenset(relative_path(path, self.files.root) for path in self.files.requested)


@dataclass(frozen=True, slots=True)
class Judged:
    """One analysis, judged.

    report: what to show.  fixable: the same with the functions only whose edits nobody has turned down.
    sources: every file that was read, by the path that reports use.  settings: those that it was judged by.
    repairs: those that nobody has turned down, where they were asked for; with the edits that batch calls.
    refused: calls that were asked to be batched and are not: path, line, function and reason of each.
    unsearched: functions with training steps in loops for which nobody has looked for repairs.
    in_tests: how many of these are of tests, which nobody has asked for.
    """

    report: Report
    fixable: Report
    sources: dict[str, SourceFile]
    settings: Settings
    repairs: tuple[Repaired, ...] = ()
    refused: tuple[tuple[str, int, str, str], ...] = ()
    unsearched: tuple[FunctionReport, ...] = ()
    in_tests: int = 0


def open_project(options: CommonOptions) -> Project:
    """Settings and files.

    Raises:
        InputError: a path, option or setting that cannot be used.
    """
    check_paths(options)
    _require_working_directory()
    stdin = _read_stdin(options) if options.from_stdin else None
    paths = [stdin[0]] if stdin else [absolute(path) for path in options.paths or (".",)]
    root = project_root(paths)
    settings = effective_settings(options, root)
    trials = Trials(None if options.no_cache else open_cache(options.cache_dir or root / FOLDER))
    if stdin and options.stdin_filename is None:
        return Project(settings, ProjectFiles(root, (stdin[0],)), stdin, trials)
    files = find_files(paths, root, settings.file_filter(), virtual=stdin[0] if stdin else None)
    return Project(settings, files, stdin, trials)


def without_found_notebooks(project: Project) -> Project:
    """The project for a command that runs programs: it is not about notebooks that lie beside them."""
    return replace(project, files=project.files.without_found_notebooks())


def judge(project: Project, options: CommonOptions, *, to_show: bool = False) -> Judged:
    """Analyses the project and keeps the findings that were asked for.

    to_show: whether it is shown only, and nothing edited: with repairs that rest on assumptions, as conversions are, and
        with those of training steps in loops where the options say nothing of repairs.

    Raises:
        InputError: a selected rule does not exist, or the baseline cannot be used.
    """
    rules = all_rules()
    check_kinds(options.assume, "--assume")
    selected = selection(project.settings, rules, _selectors(options))
    sources, problems = _read(project)
    runs = recorded_runs(project, sources, options)
    found = _analyze(project, sources, options, runs)
    found = replace(found, errors=_ordered((*found.errors, *problems)))
    asked, settings = project.requested, project.settings
    wanted = wanted_part(
        found,
        (*asked, *(problem.path for problem in project.files.problems)),
        settings,
        observed=options.observed,
    )
    by_path = {source.relative: source for source in sources}
    loops = steps_at_top_level(by_path, asked & by_path.keys())
    repairable = replace(wanted, functions=(*wanted.functions, *loops))
    repairs = _repairs(project, repairable, by_path, to_show=to_show) if options.repair else ()
    steps = _steps(project, repairable, sources, options, search=to_show and options.repair is None)
    inside = (*made_graphs(repairable, repairs, by_path), *steps.inside) if to_show else ()
    told = without_those_in_graphs(wanted, inside)
    report, fixable = judge_report(
        with_findings(told, (*repair_findings(repairable, repairs), *steps.findings)),
        [] if options.ignore_suppressions else [source for source in sources if source.relative in asked],
        settings,
        rules=rules,
        selected=selected,
    )
    left = {(function.path, function.line) for function in fixable.functions}
    shown = {(finding.location.path, finding.location.line) for finding in report.findings}
    kept = tuple(r for r in repairs if (r.path, r.line) in (shown if r.qualname == TOP_LEVEL else left))
    kept = (*kept, *_needed(kept, repairs, repairable, settings))
    edits, refused = batching(fixable, wanted, by_path, analyst_of(project), settings)
    edited = with_edited(fixable, wanted, edits)
    in_tests = 0 if settings.tests else sum(f.of_tests for f in with_inline_steps(repairable, tests=True))
    return Judged(report, edited, by_path, settings, (*kept, *edits), refused, steps.unsearched, in_tests)


def target_of(project: Project) -> Target:
    """The Keras that the project runs on, and what says so."""
    return read_target(project.files.root, _read(project)[0], project.settings.stated_keras)


def analyst_of(project: Project) -> Analyst:
    """Analyses the same project with other texts."""
    settings = project.settings
    return Analyst(
        project.files.root,
        frozenset(project.requested),
        settings.stated_keras,
        environment_of(project),
        frozenset(settings.assume),
        project.trials,
    )


def environment_of(project: Project) -> Environment:
    """The packages that are read beside the project.

    Raises:
        InputError: the settings name a place without packages.
    """
    return find_environment(project.files.root, project.settings.python)


def _repairs(
    project: Project, report: Report, sources: dict[str, SourceFile], *, to_show: bool
) -> tuple[Repaired, ...]:
    """The repairs that `fix` would make; to show, those that need `--unsafe`, too, where the others gain too little."""
    from hybridize_refactorings import find_repairs

    unsafe, analyst = project.settings.unsafe_fixes, analyst_of(project)
    report = worth_a_repair(report, project.settings)
    found = find_repairs(report, sources, analyst, unsafe=unsafe)
    if unsafe or not to_show:
        return found
    found = tuple(each for each in found if is_at_least(each.gain, project.settings.min_gain))
    solved = {(each.path, each.line) for each in found}
    left = replace(report, functions=tuple(f for f in report.functions if (f.path, f.line) not in solved))
    return (*found, *find_repairs(left, sources, analyst, unsafe=True))


def _needed(
    kept: Sequence[Repaired], repairs: Sequence[Repaired], report: Report, settings: Settings
) -> tuple[Repaired, ...]:
    """Repairs that gain too little to be told, of what a kept one calls, which may be no graph without them.

    They are made, and what is repaired so is not converted for its own sake.
    """
    callers = {(each.path, each.line): each.callers or () for each in report.functions}
    waiting = [each for each in repairs if not is_at_least(each.gain, settings.min_gain) and each not in kept]
    found: list[Repaired] = []
    for each in waiting:
        above, left = {(each.path, each.line)}, [(each.path, each.line)]
        while left:
            more = {caller for caller in callers.get(left.pop(), ()) if caller is not None} - above
            above |= more
            left += more
        if any((one.path, one.line) in above for one in kept):
            found.append(replace(each, targets=()))
    return tuple(found)


def _steps(
    project: Project,
    report: Report,
    sources: Sequence[SourceFile],
    options: CommonOptions,
    *,
    search: bool,
) -> Steps:
    """What is found of training steps in loops, where they are to be searched for; else which there are."""
    tests = project.settings.tests
    unsearched = () if options.repair else tuple(with_inline_steps(report, tests=tests))
    if not search or not unsearched:
        return Steps((), unsearched)
    analyst = analyst_of(project)
    groups = analysis.import_groups(
        analyst.root, sources, cache=project.trials, keras=analyst.keras, environment=analyst.environment
    )
    shown = not (options.quiet or options.silent)
    with progress_bar("looking into loops", shown=shown) as progress:
        by_path = {source.relative: source for source in sources}
        return search_steps(report, groups, by_path, analyst, project.trials, tests=tests, progress=progress)


def _require_working_directory() -> None:
    try:
        Path.cwd()
    except FileNotFoundError:
        raise InputError("the working directory has been removed; change to one that exists") from None


def _read_stdin(options: CommonOptions) -> tuple[Path, bytes]:
    if sys.stdin is None:
        raise InputError("standard input is closed; pipe the program into it, or name a file")
    return absolute(options.stdin_filename or "<stdin>"), sys.stdin.buffer.read()


def _read(project: Project) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    files, stdin = project.files, project.stdin
    paths = (*files.requested, *files.context)
    sources, problems = read_sources(
        [path for path in paths if stdin is None or path != stdin[0]], files.root, files.named
    )
    problems = (*files.problems, *problems)
    if stdin is None or stdin[0] not in files.requested:
        return sources, problems
    typed = decode_source(stdin[1], stdin[0], files.root)
    return ((*sources, typed), problems) if isinstance(typed, SourceFile) else (sources, (*problems, typed))


def recorded_runs(project: Project, sources: Sequence[SourceFile], options: CommonOptions) -> Runs:
    """What the profile says that was asked for, or that lies where it is looked for.

    Raises:
        InputError: it cannot be used.
    """
    file = options.profile or default_file(project.files.root)
    if options.no_profile or (options.profile is None and (options.isolated or not exists(file))):
        return NO_RUNS
    runs = runs_of(read_profile(file), sources)
    if runs.stale and not options.quiet and not options.silent:
        one = runs.stale == 1
        say(
            f"note: {runs.stale} function{'' if one else 's'} of {file} {'has' if one else 'have'} changed since; "
            "`hybridize profile` writes it anew"
        )
    return runs


def _analyze(project: Project, sources: tuple[SourceFile, ...], options: CommonOptions, runs: Runs) -> Report:
    if not sources:
        return Report(project.files.root, (), (), ())
    jobs = project.settings.jobs or (_processors() if len(sources) > _FEW_FILES else 1)
    with progress_bar(shown=not (options.quiet or options.silent)) as progress:
        root, wanted = project.files.root, frozenset(project.requested)
        cache = project.trials.kept or (project.trials if options.repair is not False else None)
        keras = project.settings.stated_keras
        return analysis.analyze(
            root,
            sources,
            wanted=wanted,
            jobs=jobs,
            progress=progress,
            cache=cache,
            keras=keras,
            environment=environment_of(project),
            runs=runs,
        )


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ordered(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(
        sorted(set(problems), key=lambda problem: (problem.path, problem.line or 0, problem.message))
    )


def _selectors(options: CommonOptions) -> dict[str, Sequence[str]]:
    """What the user wrote to name rules, by option."""
    return {
        "--select": options.select,
        "--ignore": options.ignore,
        "--extend-select": options.extend_select,
        "--per-file-ignores": [name for _, names in options.per_file_ignores for name in names],
    }
