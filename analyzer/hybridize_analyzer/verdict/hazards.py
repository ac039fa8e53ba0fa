"""Which hazards of a `tf.function` are told: those that are seen, and not those that unknown values would be.

A function that its author made a graph mostly works as one.  Where its arguments, or what it calls, cannot be seen, a hazard
that depends on them is a guess, and not an error of the program.  Where the program runs its `tf.function`s as plain Python,
nothing that a trace would do to them happens.
"""

from __future__ import annotations

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts, ParameterFacts
from hybridize_analyzer.report import AssumptionKind, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule

_SAID = frozenset({AssumptionKind.TYPE_HINT, AssumptionKind.SHAPE_SPECIFICATION, AssumptionKind.DOCSTRING})


def is_told(facts: FunctionFacts, rule: Rule, refusal: Refusal) -> bool:
    """Whether `check` reports what a rule finds in a `tf.function`."""
    if facts.eagerly:
        return False
    if not refusal.certain or rule.severity is Severity.NOTE or rule.no_less_right:
        return False
    if (rule.when_traced or refusal.when_traced) and facts.called:
        return False
    if refusal.intended:
        return False
    if refusal.of_shapes and not _has_known_shapes(facts):
        return False
    of_values = rule.of_values or refusal.of_values
    if of_values and any(each.location in facts.branching for each in refusal.evidence[1:]):
        return False  # what decides which function is called may decide what it is given, too
    direct = len(refusal.evidence) <= 1
    if direct:
        return not of_values or _is_known(facts)
    return _is_known(facts) and _is_called_visibly(facts)


def is_its_own(facts: FunctionFacts, refusal: Refusal) -> bool:
    """Whether what a rule finds is nothing that somebody else changes between two graphs: who compiles a model anew, say."""
    changed = {read.changed for read in facts.frozen}
    written = {event.where for event in facts.of(Kind.WRITE, Kind.NAME_WRITE)}
    return changed.isdisjoint(each.location for each in refusal.evidence if each.location not in written)


def _is_known(facts: FunctionFacts) -> bool:
    """Whether all that it is given, and calls, can be seen."""
    return all(map(_is_seen, facts.parameters)) and not facts.of(Kind.UNKNOWN, Kind.UNSEEN, Kind.VALUE)


def _is_seen(parameter: ParameterFacts) -> bool:
    unknown = parameter.kind == "unknown" and parameter.tensor is None
    return not unknown and (parameter.assumed is None or parameter.assumed.kind in _SAID)


def _has_known_shapes(facts: FunctionFacts) -> bool:
    """Whether no rank can be unknown for want of knowledge: of an argument, or of what Python code gives back."""
    tensors = [p for p in facts.parameters if p.tensor is not False]
    return all(p.shape is not None for p in tensors) and not facts.of(Kind.PYTHON)


def _is_called_visibly(facts: FunctionFacts) -> bool:
    return facts.called and facts.unseen_root is None and facts.escaped is None
