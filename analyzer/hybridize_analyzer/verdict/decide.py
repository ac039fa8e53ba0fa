"""One decision per function: from facts and refusals to a verdict with its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.domain.call_graph import is_public
from hybridize_analyzer.domain.events import SEEDS, Aspect, Event, Kind
from hybridize_analyzer.domain.lifetime import Lifetime
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.facts.traces.expectations import trace_notes, traces_expected
from hybridize_analyzer.knowledge.tensorflow import CLOCK
from hybridize_analyzer.library.keras.layers import LOSSES
from hybridize_analyzer.observed.profile import FunctionRun
from hybridize_analyzer.report import (
    Assumption,
    AssumptionKind,
    Evidence,
    Finding,
    FunctionReport,
    Hazard,
    Parameter,
    Reason,
    Severity,
)
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.rules.rule import Refusal, Rule
from hybridize_analyzer.verdict.acceptance import applicability, assumption_notes, is_safe, remedy
from hybridize_analyzer.verdict.gain import (
    estimate_gain,
    expected_saving,
    expected_speed_up,
    gain_reason,
    is_faster,
    operations,
)
from hybridize_analyzer.verdict.hazards import is_its_own, is_told
from hybridize_analyzer.verdict.observing import unrefuted, witnessed

_NO_HAZARDS = frozenset(
    {
        Kind.READ,
        Kind.RANDOM,
        Kind.RANK,
        Kind.CONVERTED,
        Kind.FORWARD,
        Kind.NO_GRADIENT,
        Kind.LEFT_OUT,
        Kind.VANISHING,
        Kind.LIMITS,
        Kind.CHECK,
        Kind.UPDATE,
        Kind.UNORDERED,
        Kind.LENGTH,
        Kind.LOOSE,
        Kind.STEP,
        Kind.UNSEEN,
        Kind.VALUE,
        Kind.WEIGHT,
        Kind.CALLED,
        Kind.RENEWED,
        Kind.UNPACKED,
    }
)


_Assumed = tuple[AssumptionKind, str]
_RELAXED = "reduce_retracing=True"


@dataclass(frozen=True, slots=True)
class Decision:
    """verdict: convert, remove, reconfigure, keep or undetermined.  advice: what rules say that do not decide."""

    verdict: str
    refusals: tuple[tuple[Rule, Refusal], ...]
    assumptions: tuple[Assumption, ...]
    advice: tuple[tuple[Rule, Refusal], ...] = ()


def decide(facts: FunctionFacts, *, library: bool, run: FunctionRun | None = None) -> Decision:
    """The decision about a function.

    library: the project is installed by others, so its public functions have callers that cannot be seen.
    run: what it did in recorded runs.
    """
    found = [(rule, refusal) for rule in all_rules() if rule.check for refusal in rule.check(facts)]
    refusals = tuple((rule, refusal) for rule, refusal in found if rule.blocks)
    advice = tuple((rule, refusal) for rule, refusal in found if not rule.blocks)
    if facts.hybrid:
        return replace(_decide_hybrid(facts, refusals, library=library), advice=advice)
    refusals, seen = unrefuted(refusals, run)
    decision = _decide_eager(facts, refusals, library=library)
    if decision.verdict == "convert":
        rests_on = (*seen, *witnessed(decision.assumptions, facts, run))
        decision = replace(decision, assumptions=rests_on)
    return replace(decision, advice=advice)


def _decide_eager(
    facts: FunctionFacts, refusals: tuple[tuple[Rule, Refusal], ...], *, library: bool
) -> Decision:
    if any(refusal.certain for _, refusal in refusals):
        return Decision("keep", refusals, ())
    if refusals:
        return Decision("undetermined", refusals, ())
    return Decision("convert", (), tuple(_assumptions(facts, library=library)))


def _decide_hybrid(
    facts: FunctionFacts, refusals: tuple[tuple[Rule, Refusal], ...], *, library: bool
) -> Decision:
    shown = tuple((r, f) for r, f in refusals if r.in_graphs)
    if facts.misplaced is not None or any(rule.per_trace for rule, _ in refusals):
        return Decision("keep", shown, ())
    # What has a signature and no visible call is written to be exported.
    exported = facts.asked_as_graph or (facts.signed and not facts.called)
    relied_on = facts.wanted is not None and facts.returned not in ("tensors", "none")
    kept = facts.abstract or exported or relied_on
    if facts.contexts and not kept and _computes_nothing(facts):
        return Decision("remove", (), tuple(_removal_assumptions(facts, library=library)))
    if facts.renewed and not facts.asked_as_graph:
        text = "no call that is not visible uses one of its graphs again"
        others = Assumption(AssumptionKind.OUTSIDE_CALLERS, text)
        return Decision("remove", shown, (*_assumptions(facts, library=library), others))
    if facts.relaxed is not None:
        return Decision("reconfigure", shown, tuple(_assumptions(facts, library=library)))
    return Decision("keep", shown, ())


def _computes_nothing(facts: FunctionFacts) -> bool:
    """Whether a graph has nothing to do: no operation on anything that may be a tensor, or too few without any."""
    if facts.tensor_parameter is False:
        # What another graph is given as an array is a tensor by the time that it comes here.
        in_tensors = facts.below_graph and any(p.kind == "array" or p.arrays_inside for p in facts.parameters)
        return not (in_tensors or is_faster(facts))
    return facts.computes is False and facts.tensor_parameter is not None


def _removal_assumptions(facts: FunctionFacts, *, library: bool) -> Iterator[Assumption]:
    yield from _assumptions(facts, library=library)
    if facts.returned not in ("tensors", "none"):
        text = "nobody relies on getting a tensor: without the graph the result is a Python value"
        yield Assumption(AssumptionKind.TENSOR_RESULT, text)
    if facts.ops:
        text = "the operations it executes are too few to gain from a graph"
        yield Assumption(AssumptionKind.FEW_OPERATIONS, text)


def _assumptions(facts: FunctionFacts, *, library: bool) -> Iterator[Assumption]:
    for kind, text in (
        *_about_arguments(facts),
        *_about_unseen(facts),
        *_about_callers(facts, library=library),
        *_about_runs(facts),
    ):
        yield Assumption(kind, text)


def _about_arguments(facts: FunctionFacts) -> Iterator[_Assumed]:
    for parameter in facts.parameters:
        name = f"`{parameter.name}`"
        if parameter.assumed:
            yield parameter.assumed.kind, parameter.assumed.message
        if parameter.kind == "unknown" and parameter.tensor is not True:
            text = (
                f"{name} is something that `tf.function` can take, no tensor where Python needs a value, and no dict whose "
                "order matters: what reaches it cannot be seen"
            )
            yield AssumptionKind.OPAQUE_ARGUMENT, text
        elif parameter.tensor is None:
            yield (
                AssumptionKind.OPAQUE_ARGUMENT,
                f"`tf.function` can take what is in {name}, which cannot be seen",
            )
        if parameter.arrays_inside:
            yield AssumptionKind.NESTED_ARRAY, f"the NumPy arrays inside {name} may become tensors"
        if parameter.kind == "array" and parameter.dtype is None:
            text = f"{name} has the dtype of the tensors it meets: the dtype of this NumPy array is not known"
            yield AssumptionKind.ARRAY_DTYPE, text


def _about_unseen(facts: FunctionFacts) -> Iterator[_Assumed]:
    if unseen := facts.of(Kind.UNSEEN):
        yield (
            AssumptionKind.UNSEEN_CODE,
            f"what cannot be seen computes as TensorFlow does, and makes no variables: {_told(unseen)}",
        )
    if arrays := [e for e in facts.of(Kind.VALUE) if e.aspect is Aspect.ARRAY]:
        yield AssumptionKind.ARRAY_DTYPE, f"what arrays meet has the dtype that these have: {_told(arrays)}"
    if values := [e for e in facts.of(Kind.VALUE) if e.aspect is not Aspect.ARRAY]:
        yield AssumptionKind.UNSEEN_VALUE, f"what cannot be seen stays as it is: {_told(values)}"
    if behind := [e for e in facts.of(Kind.LOSSES) if e.aspect is Aspect.LOOP]:
        yield AssumptionKind.UNSEEN_VALUE, f"loops have turns: {_told(behind)}"
    for event in facts.of(Kind.RANK)[:1]:
        needed = f"{event.message} (line {event.where.line})"
        text = f"the branches of a conditional give tensors with the same number of axes: {needed}"
        yield AssumptionKind.BRANCH_RANKS, text
    if unpacked := facts.of(Kind.UNPACKED):
        text = f"what is unpacked is a tuple, and no tensor: {_told(unpacked)}"
        yield AssumptionKind.UNPACKED_TUPLE, text
    for read in (r for r in facts.frozen if r.settled):
        where = f"{read.changed.path}:{read.changed.line}"
        text = (
            f"{read.event.message} (line {read.event.where.line}), and is not changed any more as at {where}"
        )
        yield AssumptionKind.SETTLED_STATE, text
        break
    if passing := [e for e in facts.of(Kind.WRITE) if e.field in facts.passing and not facts.hybrid]:
        text = f"what a call sets in attributes is read in this call alone: {_told(passing)}"
        yield AssumptionKind.PASSING_ATTRIBUTE, text
    if facts.lifetime is Lifetime.OF_AN_OBJECT:
        text = "the variables that it is handed live on: a graph inside a graph keeps the first ones"
        yield AssumptionKind.SETTLED_STATE, text
    if facts.unused and facts.returned in ("python", "variable", "masked"):
        yield AssumptionKind.WIDENED_RESULT, "nobody needs what it returns, which all visible calls drop"
    if facts.returned == "accompanied":
        text = "callers read the variable that it returns beside tensors at once, and do nothing else with it"
        yield AssumptionKind.WIDENED_RESULT, text
    if facts.returned == "mixed":
        yield (
            AssumptionKind.WIDENED_RESULT,
            "nobody needs the Python number that it returns in place of a tensor",
        )
    if facts.returned == "unseen":
        yield AssumptionKind.UNSEEN_RESULT, "it returns tensors: what it returns cannot be seen"


def _told(events: Sequence[Event]) -> str:
    """What some events say, each thing once and with its lines; of many, the first, and where the others are."""
    said: dict[str, dict[int, None]] = {}
    for event in events:
        said.setdefault(event.message, {})[event.where.line] = None
    first, rest = [*said.items()][:_TOLD], [*said.items()][_TOLD:]
    told = [f"{message} ({_lines(lines)})" for message, lines in first]
    seen = {line for _, lines in first for line in lines}
    others = dict.fromkeys(line for _, lines in rest for line in lines if line not in seen)
    return ", ".join(told) + (f", and more in {_lines(others)}" if others else "")


def _lines(lines: Iterable[int]) -> str:
    first, *others = lines
    if not others:
        return f"line {first}"
    more = f" and {len(others) - _LINES} more" if len(others) > _LINES else ""
    return f"lines {', '.join(map(str, (first, *others[:_LINES])))}{more}"


_TOLD = 6
_LINES = 3


def _about_callers(facts: FunctionFacts, *, library: bool) -> Iterator[_Assumed]:
    if not facts.called:
        text = "its callers pass what its signature suggests, and expect no error: no call of it is visible"
        yield AssumptionKind.UNSEEN_CALLERS, text
    elif facts.unseen_root is not None and not _is_settled(facts):
        text = f"`{facts.unseen_root}`, which leads to it, gets what its signature suggests: no call of it is visible"
        yield AssumptionKind.UNSEEN_CALLERS, text
    if facts.called and library and is_public(facts.name) and not facts.nested:
        yield (
            AssumptionKind.OUTSIDE_CALLERS,
            "callers outside the project pass the same kinds of arguments, and expect no error",
        )
    elif facts.called and library and facts.public_root is not None and not _is_settled(facts):
        text = f"callers outside the project pass `{facts.public_root}`, which leads to it, the same kinds of arguments"
        yield AssumptionKind.OUTSIDE_CALLERS, text
    if facts.escaped is not None:
        text = (
            "the code it is handed to calls it with the same kinds of arguments, and handles no error of it"
        )
        yield AssumptionKind.HANDED_OVER, text
    if facts.nested and (library or not facts.defined_rarely):
        text = "its enclosing function runs rarely: every run of it makes a new graph"
        yield AssumptionKind.RARE_DEFINITION, text
    if facts.recursive:
        text = "it calls itself a few dozen levels deep at most: tracing needs more of Python's stack than a call"
        yield AssumptionKind.SHALLOW_RECURSION, text
    if facts.guarded is not None:
        text = (
            "the exception handlers around its callers do not depend on which error it is: a graph raises some of another "
            "type or with another text, those of the program among them, some earlier, and some not at all"
        )
        yield AssumptionKind.ERROR_TYPES, text
    checks, updates = facts.of(Kind.CHECK), facts.of(Kind.UPDATE)
    if checks and updates and (facts.guarded is not None or facts.survived is not None):
        text = (
            f"no check fails, or nobody looks afterwards: {checks[0].message} (line {checks[0].where.line}), and in a graph "
            f"{updates[0].message} (line {updates[0].where.line}) all the same"
        )
        yield AssumptionKind.ERROR_TYPES, text
    for event in facts.of(Kind.VANISHING)[:1]:
        text = f"no probability comes near zero where {event.message} (line {event.where.line})"
        yield AssumptionKind.VANISHING_PROBABILITIES, text
    for event in facts.of(Kind.LIMITS)[:1]:
        text = f"no number comes near the limits of floats: {event.message} (line {event.where.line})"
        yield AssumptionKind.FLOAT_LIMITS, text
    if facts.recorded:
        for event in facts.of(Kind.LEFT_OUT)[:1]:
            text = f"a gradient of zero does what no gradient does: {event.message} (line {event.where.line})"
            yield AssumptionKind.ZERO_GRADIENTS, text


def _is_settled(facts: FunctionFacts) -> bool:
    """Whether its arguments are what they are whatever its callers are given: dtypes and lengths are all known."""
    return all(
        p.kind == "none" or (p.kind in ("tensor", "variable") and p.dtype and p.shape and "?" not in p.shape)
        for p in facts.parameters
    )


def _about_runs(facts: FunctionFacts) -> Iterator[_Assumed]:
    if facts.mapped is not None:
        where = f"it runs inside a functional operation (line {facts.mapped.line})"
        text = f"how often TensorFlow calls it does not matter: {where}"
        yield AssumptionKind.FUNCTIONAL_CALLS, text
    for event in [e for e in facts.of(Kind.UNBUILT) if e.aspect is not None][:1]:
        late = f"{event.message} (line {event.where.line}), and only the first trace can create variables"
        before = (
            "Keras has drawn before" if event.member == SEEDS else "the layer has been called or built before"
        )
        yield AssumptionKind.BUILT_LAYER, f"{before}: {late}"
    for event in [e for e in facts.of(Kind.LAZY) if e.aspect is Aspect.SOMETIMES][:1]:
        anyway = f"{event.message} (line {event.where.line}), and a graph makes them whether that branch is taken or not"
        yield AssumptionKind.BUILT_LAYER, f"the optimizer has been built before, or nobody asks: {anyway}"
    for event in [e for e in facts.of(Kind.FILE) if e.aspect is Aspect.LASTING_WRITER][:1]:
        made = f"{event.message} (line {event.where.line}), and a graph keeps the first"
        yield AssumptionKind.SUMMARY_WRITER, f"the writer of summaries is the same at every call: {made}"
    if asked := [e for e in facts.of(Kind.AMBIENT) if e.aspect is Aspect.BOTH_MODES]:
        text = f"the branches for graphs do what those for eager execution do: {_told(asked)}"
        yield AssumptionKind.BOTH_MODES, text
    clocks = [e for e in facts.of(Kind.RANDOM) if e.member == CLOCK]
    for event in clocks[:1]:
        read = f"{event.message} (line {event.where.line}), and a graph orders it otherwise"
        yield AssumptionKind.RANDOM_NUMBERS, f"the exact times do not matter: {read}"
    for event in [e for e in facts.of(Kind.RANDOM) if e not in clocks][:1]:
        drawn = f"{event.message} (line {event.where.line}), and a graph draws others"
        yield AssumptionKind.RANDOM_NUMBERS, f"the exact random numbers do not matter: {drawn}"


def _callers(facts: FunctionFacts, *, library: bool) -> tuple[tuple[str, int] | None, ...] | None:
    """Who calls it; None where not every call is one that the project shows."""
    if not facts.called or facts.escaped is not None or _is_for_users(facts, library=library):
        return None
    return _in_order(facts)


def _seen_callers(facts: FunctionFacts, *, library: bool) -> tuple[tuple[str, int] | None, ...]:
    """Of which functions a call is visible; none where users of the project may call it, too."""
    return () if not facts.called or _is_for_users(facts, library=library) else _in_order(facts)


def _is_for_users(facts: FunctionFacts, *, library: bool) -> bool:
    return library and is_public(facts.name) and not facts.nested


def _in_order(facts: FunctionFacts) -> tuple[tuple[str, int] | None, ...]:
    return tuple(sorted(facts.callers, key=lambda caller: caller or ("", 0)))


def function_report(facts: FunctionFacts, decision: Decision, *, library: bool) -> FunctionReport:
    """The decision in the terms of the JSON contract."""
    names = {rule.name for rule, _ in decision.refusals}
    gain = estimate_gain(facts)
    return FunctionReport(
        path=facts.path,
        qualname=facts.qualname,
        line=facts.line,
        location=facts.location,
        hybrid=facts.hybrid,
        verdict=decision.verdict,
        safe=is_safe(decision.verdict, decision.assumptions),
        tensor_parameter=facts.tensor_parameter,
        primitive_parameter=_any(p.primitive for p in facts.parameters),
        side_effects=_side_effects(facts),
        recursive=facts.recursive if facts.contexts else None,
        tensor_computation=facts.computes,
        eager_only_calls=bool(facts.of(Kind.EAGER_ONLY)) if facts.contexts else None,
        numpy_on_parameters=bool(facts.of(Kind.NUMPY)) if facts.contexts else None,
        called=facts.called,
        parameters=tuple(Parameter(p.name, p.kind, p.dtype, p.shape, p.evidence) for p in facts.parameters),
        refusals=tuple(sorted(names)),
        assumptions=decision.assumptions,
        input_signature=_signature(facts, decision, library=library),
        traces=facts.tracing.count,
        gain=gain,
        evidence=_evidence(facts, decision),
        tracing=facts.tracing,
        callers=_callers(facts, library=library),
        seen_callers=_seen_callers(facts, library=library),
        hazards=_hazards(facts, decision),
        reconfiguration=_reconfiguration(facts, decision, library=library),
        ops=facts.ops,
        work=facts.work,
        speed_up=round(expected_speed_up(facts), 1) if operations(facts) else None,
        patterns=facts.patterns,
        sites=facts.sites,
        in_layer=facts.in_layer,
        driven=facts.driven is not None,
        looping=facts.looping,
        saving=expected_saving(facts) if operations(facts) else None,
        inline_step=facts.inline_step,
        of_tests=facts.of_tests,
        reasons=tuple(_reasons(facts, decision)),
    )


def _reasons(facts: FunctionFacts, decision: Decision) -> Iterator[Reason]:
    """The first refusal of each rule, certain ones before others."""
    first: dict[str, Refusal] = {}
    for rule, refusal in sorted(decision.refusals, key=lambda each: not each[1].certain):
        first.setdefault(rule.name, refusal)
    for name, refusal in sorted(first.items()):
        yield Reason(name, refusal.message, _places(facts, refusal)[0].location, refusal.certain)


def _hazards(facts: FunctionFacts, decision: Decision) -> tuple[Hazard, ...]:
    """Every event that a rule may object to, once per place."""
    told = [(e.kind.value, e) for e in facts.events if e.kind not in _NO_HAZARDS]
    told += [("frozen", read.event) for read in facts.frozen]
    refused = {each.location for _, refusal in decision.refusals for each in refusal.evidence}
    found = (_noticed(facts, kind, event, event.where in refused) for kind, event in told)
    return tuple(dict.fromkeys(found))


def _noticed(facts: FunctionFacts, kind: str, event: Event, refused: bool) -> Hazard:
    # The call that shows what a trace would do stands nowhere, and is put down at the definition.
    name = facts.location
    calls = [w for w in event.path if (w.path, w.line) != (name.path, name.line) or w.column > name.column]
    if event.kind in (Kind.WRITE, Kind.CONTROL) and event.field == LOSSES:
        kind, refused = "losses", False  # a part that calls the layer may read its losses itself
    return Hazard(kind, event.message, calls[0] if calls else event.where, not calls, refused)


def _signature(facts: FunctionFacts, decision: Decision, *, library: bool) -> str | None:
    """An `input_signature` for a function that becomes a graph; it would turn away calls that cannot be seen."""
    fits = decision.verdict == "convert" and _callers(facts, library=library) is not None
    return facts.signature if fits else None


def _reconfiguration(facts: FunctionFacts, decision: Decision, *, library: bool) -> str | None:
    """The argument for `tf.function` that saves traces: a signature where all calls are visible, and fit it.

    Open lengths may be those of calls that cannot be seen, too.
    """
    if decision.verdict == "reconfigure" and facts.signature and _callers(facts, library=library) is not None:
        return f"input_signature={facts.signature}"
    relaxing = facts.relaxed is not None or facts.relaxable
    asked = decision.verdict == "reconfigure" or (decision.verdict == "convert" and relaxing)
    return _RELAXED if asked else None


def _any(values: Iterator[bool | None]) -> bool | None:
    known = list(values)
    return True if True in known else None if None in known else False


def _side_effects(facts: FunctionFacts) -> bool | None:
    if facts.of(Kind.OUTPUT, Kind.FILE, Kind.WRITE, Kind.NAME_WRITE, Kind.ADVANCE):
        return True
    return None if facts.of(Kind.UNKNOWN, Kind.UNSEEN) or not facts.contexts else False


def _evidence(facts: FunctionFacts, decision: Decision) -> tuple[Evidence, ...]:
    """Of every rule the first reason with the calls that lead to it, then places of further reasons, a few in all."""
    if decision.refusals:
        first = {rule.name: refusal for rule, refusal in reversed(decision.refusals)}
        told = list(reversed(first.values()))
        found = [e for r in told[:2] for e in _places(facts, r)[:_MAX_PATH]]
        found += [e for r in told[2:] for e in _places(facts, r)[:1]]
        others = [r for rule, r in decision.refusals if r is not first[rule.name]]
        room = max(_MAX_EVIDENCE - len(found), 0)
        return (*found, *(e for r in others[:room] for e in _places(facts, r)[:1]))
    return tuple(e for p in facts.parameters for e in p.evidence[:1])


_MAX_PATH = 3
_MAX_EVIDENCE = 6


def _places(facts: FunctionFacts, refusal: Refusal) -> tuple[Evidence, ...]:
    return refusal.evidence or (Evidence(refusal.message, facts.location),)


def findings_of(facts: FunctionFacts, decision: Decision, report: FunctionReport) -> Iterator[Finding]:
    """What `check` prints about one function."""
    if decision.verdict == "convert" and report.gain != "none":
        yield _conversion(facts, report)
    elif decision.verdict == "remove":
        yield _removal(facts, decision, report)
    elif decision.verdict == "reconfigure":
        yield _relaxation_finding(facts, decision, report)
    elif facts.hybrid:
        for rule, refusal in decision.refusals:
            if is_told(facts, rule, refusal):
                yield _hazard(facts, rule, refusal, " runs as a graph")
    elif facts.graph_of_library is not None:
        for rule, refusal in decision.refusals:
            if rule.silent and is_its_own(facts, refusal) and is_told(facts, rule, refusal):
                here = Evidence("the library is told to make it here", facts.graph_of_library)
                yield _hazard(facts, rule, refusal, " runs as a graph that a library makes", here)
    for rule, refusal in decision.advice:
        yield _hazard(facts, rule, refusal, "")


def _conversion(facts: FunctionFacts, report: FunctionReport) -> Finding:
    traces = traces_expected(facts.tracing, len(facts.sites))
    notes = (
        f"no escaping writes, no eager-only calls, {traces}",
        f"expected gain: {report.gain} ({gain_reason(facts, report.gain)})",
        *trace_notes(facts.tracing),
        *assumption_notes(report),
    )
    return Finding(
        "eager-function",
        "HYB001",
        f"`{facts.qualname}` runs eagerly and can run as a graph",
        facts.location,
        Severity.NOTE,
        facts.qualname,
        remedy(report),
        (Evidence(_label(facts), facts.location), *report.evidence),
        notes,
        applicability(report),
        facts.location,
    )


def _label(facts: FunctionFacts) -> str:
    tensors = [p for p in facts.parameters if p.tensor]
    if not tensors:
        return "no tensor parameters"
    texts = [" ".join(t for t in (p.name, f"{p.dtype or ''}{p.shape or ''}") if t) for p in tensors]
    return f"{len(tensors)} tensor parameter{'s' if len(tensors) != 1 else ''}: {', '.join(texts)}"


def _removal(facts: FunctionFacts, decision: Decision, report: FunctionReport) -> Finding:
    why = "no tensor reaches it" if facts.tensor_parameter is False else "it executes no TensorFlow operation"
    if facts.renewed and facts.tensor_parameter is not False:
        why = "every call traces it again, because " + "; ".join(f.message for _, f in decision.refusals[:1])
    return Finding(
        "needless-hybrid",
        "HYB002",
        f"`{facts.qualname}` gains nothing from `tf.function`: {why}",
        facts.location,
        Severity.NOTE,
        facts.qualname,
        remedy(report),
        (),
        assumption_notes(report),
        applicability(report),
        facts.location,
    )


def _relaxation_finding(facts: FunctionFacts, decision: Decision, report: FunctionReport) -> Finding:
    rule, refusal = next((r, f) for r, f in decision.refusals if r.name == "varying-shape")
    signed = report.reconfiguration != _RELAXED
    each = "one for every object" if facts.method else "1"
    fewer = f"{each} with an `input_signature`" if signed else f"{facts.relaxed} with `{_RELAXED}`"
    return Finding(
        rule.name,
        rule.code,
        f"`{facts.qualname}` runs as a graph: {refusal.message}, and {fewer}",
        facts.location,
        rule.severity,
        facts.qualname,
        remedy(report),
        refusal.evidence,
        assumption_notes(report),
        applicability(report),
        facts.location,
    )


def _hazard(facts: FunctionFacts, rule: Rule, refusal: Refusal, state: str, *more: Evidence) -> Finding:
    where = refusal.evidence[0].location if refusal.evidence else facts.location
    return Finding(
        rule.name,
        rule.code,
        f"`{facts.qualname}`{state}: {refusal.message}",
        where,
        rule.severity,
        facts.qualname,
        f"`hybridize explain {rule.name}` shows what happens and what to write instead",
        (*refusal.evidence[1:], *more),
        subject=facts.location,
    )
