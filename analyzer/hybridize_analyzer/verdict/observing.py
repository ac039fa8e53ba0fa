"""What recorded runs say about what a verdict rests on.

A run shows what happened, and never that something else cannot happen: what rests on it is *observed*, a third word
beside safe and unsafe.  A refusal that is certain stays, whatever a run shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.observed.profile import FunctionRun, Kind, Seen
from hybridize_analyzer.observed.runs import Runs
from hybridize_analyzer.report import (
    Assumption,
    AssumptionKind,
    Finding,
    FunctionReport,
    MeasuredRun,
    Report,
)
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.verdict.acceptance import judged_anew
from hybridize_analyzer.verdict.gain import size_of, without_nested
from hybridize_analyzer.verdict.measured import (
    expected_after,
    measured_speed_up,
    operations_each,
    seconds_each,
)

_DEEP = 30  # calls inside each other that tracing certainly has stack for
_FORMS = ("tensor", "array", "primitive", "none", "variable", "composite", "callable")


def unrefuted(
    refusals: Sequence[tuple[Rule, Refusal]], run: FunctionRun | None
) -> tuple[tuple[tuple[Rule, Refusal], ...], tuple[Assumption, ...]]:
    """The refusals that a run leaves, and what is assumed in place of the others: those that it contradicts."""
    if run is None or not run.eager_calls:
        return tuple(refusals), ()
    left, assumed = [], []
    for rule, refusal in refusals:
        shown = None if refusal.certain else _CONTRADICTED.get(rule.name, _nothing)(run)
        if shown is None:
            left.append((rule, refusal))
        else:
            text = f"`{rule.name}` does not hold: {shown} in {_calls(run)}"
            assumed.append(Assumption(AssumptionKind.OBSERVED_RUN, text, observed=True))
    return tuple(left), tuple(dict.fromkeys(assumed))


def witnessed(
    assumptions: Sequence[Assumption], facts: FunctionFacts, run: FunctionRun | None
) -> tuple[Assumption, ...]:
    """The assumptions, each marked where the runs bear it out."""
    if run is None or not run.eager_calls:
        return tuple(assumptions)
    return tuple(
        replace(a, observed=True, message=f"{a.message}; so it was in {_calls(run)}")
        if not a.observed and _HOLDS.get(a.kind, _never)(facts, run)
        else a
        for a in assumptions
    )


def with_runs(base: Report, second: Report, runs: Runs) -> Report:
    """The report of a project of which runs are recorded.

    base: the analysis without runs: all that is safe, and all that is certainly refused, stays what it says.
    second: the analysis that takes arguments of unseen callers from the runs; at most *observed* follows from it.
    """
    others = {_place(function): function for function in second.functions}
    functions = without_nested([_combined(each, others.get(_place(each)), runs) for each in base.functions])
    pairs = list(zip(functions, base.functions, strict=True))
    rejudged = {
        (new.path, new.qualname)
        for new, old in pairs
        if (new.verdict, new.assumptions) != (old.verdict, old.assumptions)
    }
    findings = [f for f in base.findings if not _is_edit_of(f, rejudged)]
    findings += [f for f in second.findings if _is_edit_of(f, rejudged)]
    findings.sort(key=lambda f: (f.location, f.code, f.message))
    changed = {new.location: new for new, old in pairs if new != old}
    return replace(base, functions=tuple(functions), findings=tuple(judged_anew(findings, changed)))


def _is_edit_of(finding: Finding, functions: set[tuple[str, str]]) -> bool:
    return finding.applicability is not None and (finding.location.path, finding.function) in functions


def _place(function: FunctionReport) -> tuple[str, str, int]:
    return function.path, function.qualname, function.line


def _combined(base: FunctionReport, second: FunctionReport | None, runs: Runs) -> FunctionReport:
    run = runs.of(*_place(base))
    chosen = base
    open_ = base.verdict == "undetermined" or (base.verdict == "convert" and not base.safe)
    if open_ and second is not None and second.verdict == "convert" and not base.hybrid:
        chosen = second if any(not a.accepted for a in second.assumptions) else _seen_only(second, run)
        chosen = replace(chosen, safe=False)
    return _measured(chosen, run, runs) if run is not None else chosen


def _seen_only(second: FunctionReport, run: FunctionRun | None) -> FunctionReport:
    """What rests on nothing but the arguments that runs have shown to its callers."""
    text = "what reaches it is what recorded runs have shown"
    assumption = Assumption(AssumptionKind.OBSERVED_RUN, text, observed=run is not None)
    return replace(second, assumptions=(*second.assumptions, assumption))


def timed(function: FunctionReport, runs: Runs) -> FunctionReport:
    """With the time that recorded runs took; verdict, gain and findings stay what they are."""
    run = runs.of(*_place(function))
    return function if run is None else replace(function, run=_time_of(run, runs))


def _time_of(run: FunctionRun, runs: Runs) -> MeasuredRun:
    return MeasuredRun(
        calls=run.calls,
        seconds=run.seconds,
        own=run.own,
        share=run.seconds / runs.seconds if runs.seconds else 0.0,
        each=seconds_each(run),
        operations=operations_each(run),
        expected=expected_after(run, runs.dispatch),
    )


def _measured(function: FunctionReport, run: FunctionRun, runs: Runs) -> FunctionReport:
    """With the time that was measured, and the gain that follows from it."""
    factor, measured = measured_speed_up(run, runs.dispatch), _time_of(run, runs)
    if factor is None or function.gain == "none" or function.hybrid or not run.eager_calls:
        return replace(function, run=measured)
    gain = size_of(factor) if run.calls > 1 else "low"
    return replace(function, run=measured, gain=gain, speed_up=round(factor, 1))


def _calls(run: FunctionRun) -> str:
    return f"{run.calls} recorded call{'s' * (run.calls != 1)}"


def _all_kinds(seen: Seen | None, wanted: Callable[[Kind], bool]) -> bool:
    return (
        seen is not None
        and bool(seen.kinds)
        and not seen.others
        and all(wanted(kind) for kind, _ in seen.kinds)
    )


def _is_tensor(kind: Kind) -> bool:
    return kind.kind == "tensor"


def _takeable(kind: Kind) -> bool:
    """Whether `tf.function` takes such an argument."""
    if kind.kind == "container":
        return kind.type in ("tuple", "list", "dict") and all(map(_takeable, kind.parts))
    return kind.kind in _FORMS or (kind.kind == "object" and kind.hashable)


def _result_tensors(kind: Kind) -> bool:
    if kind.kind == "container":
        return bool(kind.parts) and all(map(_result_tensors, kind.parts))
    return kind.kind in ("tensor", "composite", "none")


def _has_array(kind: Kind) -> bool:
    return kind.kind == "array" or any(map(_has_array, kind.parts))


def _never(_facts: FunctionFacts, _run: FunctionRun) -> bool:
    return False


def _callers_pass_the_same(facts: FunctionFacts, run: FunctionRun) -> bool:
    """Whether what callers passed is what the analysis takes the parameters for."""
    for parameter in facts.parameters:
        seen = run.parameters.get(parameter.name)
        if parameter.kind == "tensor" and not _all_kinds(seen, _is_tensor):
            return False
        if parameter.kind in ("unknown", "container", "object") and not _all_kinds(seen, _takeable):
            return False
    return True


def _tensors_passed(facts: FunctionFacts, run: FunctionRun) -> bool:
    names = [p.name for p in facts.parameters if p.assumed is not None and p.kind == "tensor"]
    return all(_all_kinds(run.parameters.get(name), _is_tensor) for name in names)


def _arguments_taken(facts: FunctionFacts, run: FunctionRun) -> bool:
    names = [p.name for p in facts.parameters if p.kind == "unknown" or p.tensor is None]
    return all(_all_kinds(run.parameters.get(name), _takeable) for name in names)


def _no_arrays_inside(facts: FunctionFacts, run: FunctionRun) -> bool:
    names = [p.name for p in facts.parameters if p.arrays_inside]
    return all(_all_kinds(run.parameters.get(n), lambda kind: not _has_array(kind)) for n in names)


def _makes_no_variables(_facts: FunctionFacts, run: FunctionRun) -> bool:
    return run.variables == (0, 0)


_HOLDS: Mapping[AssumptionKind, Callable[[FunctionFacts, FunctionRun], bool]] = {
    AssumptionKind.UNSEEN_CALLERS: _callers_pass_the_same,
    AssumptionKind.OUTSIDE_CALLERS: _callers_pass_the_same,
    AssumptionKind.HANDED_OVER: _callers_pass_the_same,
    AssumptionKind.TYPE_HINT: _tensors_passed,
    AssumptionKind.SHAPE_SPECIFICATION: _tensors_passed,
    AssumptionKind.DOCSTRING: _tensors_passed,
    AssumptionKind.KERAS_CONVENTION: _tensors_passed,
    AssumptionKind.TENSOR_USE: _tensors_passed,
    AssumptionKind.OBSERVED_RUN: lambda _facts, run: bool(run.looked_at),
    AssumptionKind.OPAQUE_ARGUMENT: _arguments_taken,
    AssumptionKind.NESTED_ARRAY: _no_arrays_inside,
    AssumptionKind.UNSEEN_RESULT: lambda _facts, run: _all_kinds(run.result, _result_tensors),
    AssumptionKind.BUILT_LAYER: _makes_no_variables,
    AssumptionKind.SETTLED_STATE: lambda _facts, run: run.looked_at > 1 and run.state > 0 and not run.changed,
    AssumptionKind.ERROR_TYPES: lambda _facts, run: not run.errors,
    AssumptionKind.SHALLOW_RECURSION: lambda _facts, run: run.deepest <= _DEEP,
}
"""What a run has to show for an assumption to be borne out."""


def _nothing(_run: FunctionRun) -> str | None:
    return None


def _got_tensors(run: FunctionRun) -> str | None:
    names = [name for name, seen in run.parameters.items() if _all_kinds(seen, _is_tensor)]
    return f"`{names[0]}` was a tensor" if names else None


def _computed(run: FunctionRun) -> str | None:
    return "it executed TensorFlow operations" if run.own_operations else None


def _made_nothing(run: FunctionRun) -> str | None:
    return "it made no variable" if run.variables == (0, 0) else None


def _gave_tensors(run: FunctionRun) -> str | None:
    return "it returned tensors" if _all_kinds(run.result, _result_tensors) else None


_CONTRADICTED: Mapping[str, Callable[[FunctionRun], str | None]] = {
    "no-tensor-parameter": _got_tensors,
    "no-tensor-computation": _computed,
    "variable-creation": _made_nothing,
    "python-result": _gave_tensors,
}
"""By rule, what a run shows that contradicts a refusal that is not certain."""
