"""The analysis of files that import each other, from modules to what is reported about their functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import InstalledPackages, State
from hybridize_analyzer.facts.collect import function_facts, functions, name_location
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.facts.naming import never_named, runs_programs
from hybridize_analyzer.observed.runs import NO_RUNS, Runs
from hybridize_analyzer.program.code import FunctionCode, ModuleCode
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.report import Finding, FunctionReport
from hybridize_analyzer.solver import failures, recorded
from hybridize_analyzer.solver.contexts import forget_evaluations
from hybridize_analyzer.solver.roots import explore
from hybridize_analyzer.verdict.decide import Decision, decide, findings_of, function_report
from hybridize_analyzer.verdict.gain import pays, without_nested, without_unused
from hybridize_analyzer.workspace.cache import Results
from hybridize_analyzer.workspace.depth import with_stack_reserved
from hybridize_analyzer.workspace.environment import Environment
from hybridize_analyzer.workspace.packaging import Packaging

Told = tuple[FunctionReport, tuple[Finding, ...]]
"""What is reported about one function."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One function with its facts and the decision about it; without them where the analysis itself failed."""

    report: FunctionReport
    facts: FunctionFacts | None = None
    decision: Decision | None = None
    _told: dict[str | None, Told] = field(default_factory=dict, repr=False, compare=False)

    def told(self, report: FunctionReport) -> Told:
        """What is said about the function; the very same objects for an equal gain.

        report: that of the function, whose gain may be less than alone because of what calls it.
        """
        if report.gain not in self._told:
            found: tuple[Finding, ...] = ()
            if self.facts is not None and self.decision is not None:
                found = tuple(findings_of(self.facts, self.decision, report))
            self._told[report.gain] = report, found
        return self._told[report.gain]


@with_stack_reserved
def analyze_group(
    modules: Mapping[str, ModuleCode], names: ModuleNames, packaging: Packaging, runs: Runs = NO_RUNS
) -> Results:
    """Analyses files that import each other.  runs: what recorded runs have shown."""
    library = packaging.library
    state = explore_group(modules, names, packaging, runs=runs)
    forget_evaluations(state)
    found = [(code, facts_of(state, code)) for code in functions(state)]
    judged = {code: judge(state, code, facts, library=library) for code, facts in found}
    return conclude(state, judged, library=library)


def explore_group(
    modules: Mapping[str, ModuleCode],
    names: ModuleNames,
    packaging: Packaging,
    pulse: Callable[[], object] | None = None,
    runs: Runs = NO_RUNS,
) -> State:
    """Evaluates the files of a group.  pulse: called on the way; may raise to put an end to it."""
    strict = bool(os.environ.get("HYBRIDIZE_DEBUG"))
    return explore(
        modules,
        names,
        pulse,
        scripts=packaging.scripts,
        keras=packaging.keras,
        installed=_installed(packaging.environment),
        strict=strict,
        runs=runs,
    )


def _installed(environment: Environment) -> InstalledPackages | None:
    """What reads the packages of an environment; without one, astroid is not even imported."""
    if not environment.folders:
        return None
    from hybridize_analyzer.packages.reading import installed_in

    return installed_in(environment)


def facts_of(state: State, code: FunctionCode) -> FunctionFacts | None:
    """The facts of a function; None where the analysis itself failed."""
    if failures.failed(state, code):
        return None
    try:
        return function_facts(state, code)
    except Exception as error:
        failures.note(state, code, error)
        return None


def judge(state: State, code: FunctionCode, facts: FunctionFacts | None, *, library: bool) -> Judged:
    """The decision about one function; it stays open where there are no facts."""
    try:
        if facts is not None:
            decision = decide(facts, library=library, run=recorded.run_of(state, code))
            return Judged(function_report(facts, decision, library=library), facts, decision)
    except Exception as error:
        failures.note(state, code, error)
    return Judged(_undecided(state, code))


def conclude(state: State, judged: Mapping[FunctionCode, Judged], *, library: bool) -> Results:
    """What is reported about functions that may call each other.  library: others may use what the project does not."""
    reports = [j.report for j in judged.values()]
    if not library and any(map(pays, reports)):
        unnamed = (judged[code].report for code in never_named(state) if code in judged)
        unused = {(report.path, report.line) for report in unnamed}
        reports = without_unused(reports, unused | _uncalled(state, judged.values()))
    reports = without_nested(reports)
    told = [j.told(report) for j, report in zip(judged.values(), reports, strict=True)]
    findings = tuple(finding for _, found in told for finding in found)
    return Results(tuple(report for report, _ in told), findings, tuple(failures.problems(state)))


def _uncalled(state: State, judged: Iterable[Judged]) -> frozenset[tuple[str, int]]:
    """The methods and inner functions that a program neither calls nor hands on, where it can be seen what it runs."""
    if not runs_programs(state):
        return frozenset()
    facts = [each.facts for each in judged if each.facts is not None]
    return frozenset((f.path, f.line) for f in facts if (f.method or f.nested) and _is_left_alone(f))


def _is_left_alone(facts: FunctionFacts) -> bool:
    return not (facts.called or facts.recursive) and facts.escaped is None and facts.mapped is None


def _undecided(state: State, code: FunctionCode) -> FunctionReport:
    return FunctionReport(
        path=code.module.path,
        qualname=code.qualname,
        line=code.node.lineno,
        location=name_location(code),
        hybrid=state.is_hybrid(code),
        verdict="undetermined",
        safe=False,
    )
