"""Why a function got its verdict: refusals with the calls that lead to them, assumptions, arguments, traces and gain."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NONE
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.facts.traces.expectations import trace_notes, traces_expected
from hybridize_analyzer.group import Judged
from hybridize_analyzer.model import places
from hybridize_analyzer.model.origins import Origins
from hybridize_analyzer.model.steps import Step
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Evidence, FunctionReport, Location
from hybridize_analyzer.rules.rule import About, Refusal, Rule
from hybridize_analyzer.verdict.gain import gain_reason

_DEPTH = 3
_MOST = 4
"""Refusals of one rule that are told one by one."""


def why_verdict(state: State, origins: Origins, code: FunctionCode, judged: Judged) -> Step:
    """The verdict of a function as a tree of steps."""
    report = judged.report
    if judged.facts is None or judged.decision is None:
        return Step(f"`{report.qualname}` could not be analysed: a fault of hybridize", report.location)
    parts = (
        *_refusals(state, origins, code, judged.decision.refusals, "speaks against a graph"),
        *_refusals(state, origins, code, judged.decision.advice, "is advice beside the verdict"),
        *_assumed(report),
        *_parameters(origins, code, judged.facts),
        *_cost(judged.facts, report),
    )
    return Step(f"`{report.qualname}` {_verdict(report)}", report.location, parts)


def _verdict(report: FunctionReport) -> str:
    assumed = len([a for a in report.assumptions if not a.accepted])
    rest = (
        ""
        if not assumed
        else f", if {assumed} assumption{'s' if assumed > 1 else ''} hold{'s' * (assumed == 1)}"
    )
    texts = {
        "convert": f"can become a graph{rest or ': everything that this rests on is visible'}",
        "remove": f"gains nothing from its `tf.function`, which can be removed{rest}",
        "reconfigure": f"is a graph, and traces less often with `{report.reconfiguration}`{rest}",
        "keep": "is a graph and stays one"
        if report.hybrid
        else "stays eager: a graph would change the program",
        "undetermined": "stays eager: it cannot be shown that a graph would not change the program",
    }
    return texts[report.verdict]


def _refusals(
    state: State,
    origins: Origins,
    code: FunctionCode,
    found: tuple[tuple[Rule, Refusal], ...],
    role: str,
) -> Iterator[Step]:
    """One step for each rule, which its refusals follow; certain ones first, and each place once."""
    by_rule: dict[str, tuple[Rule, dict[object, Refusal]]] = {}
    for rule, refusal in sorted(found, key=lambda each: not each[1].certain):
        place = (refusal.message, refusal.evidence[:1])
        by_rule.setdefault(rule.name, (rule, {}))[1].setdefault(place, refusal)
    for rule, refusals in by_rule.values():
        told = [_refusal(state, origins, code, refusal) for refusal in list(refusals.values())[:_MOST]]
        if len(refusals) > _MOST:
            told.append(Step(f"and {len(refusals) - _MOST} more places"))
        yield Step(f"{rule.name} ({rule.code}) {role}", None, tuple(told))


def _refusal(state: State, origins: Origins, code: FunctionCode, refusal: Refusal) -> Step:
    certain = "" if refusal.certain else " (this cannot be excluded)"
    about = tuple(_about(origins, code, refusal.about))
    if not refusal.evidence:
        return Step(refusal.message + certain, code.module.location(code.node), about)
    first, *rest = refusal.evidence
    path = tuple(Step(e.message, e.location) for e in rest)
    return Step(refusal.message + certain, first.location, (*about, *path, *_behind(state, origins, first)))


def _about(origins: Origins, code: FunctionCode, about: About) -> Iterator[Step]:
    """The places that cause a refusal of a whole function."""
    if about is About.RESULTS:
        yield from origins.results(code, _DEPTH)
    elif about is About.RECEIVER:
        yield from origins.receiver(code, _DEPTH)
    elif about is About.CALLS:
        yield from origins.calls(code)
    elif about is About.DECORATORS:
        for decorator in code.decorators:
            yield Step("this decorator", code.module.location(decorator))


def _behind(state: State, origins: Origins, evidence: Evidence) -> Iterator[Step]:
    """Where the value comes from that stands at the place of a refusal; a call that gives None tells nothing."""
    module = state.modules.get(evidence.location.path)
    node = origins.observer.expression_spanning(evidence.location)
    told = isinstance(node, ast.Constant) or isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
    if module is not None and node is not None and not told:
        body = origins.observer.body_of(module, node)
        if origins.observer.value(body, node) != NONE:
            yield origins.of_expression(body, node, _DEPTH)


def _assumed(report: FunctionReport) -> Iterator[Step]:
    for assumption in report.assumptions:
        accepted = ", which the settings accept" if assumption.accepted else ""
        yield Step(f"assumed ({assumption.kind.value}){accepted}: {assumption.message}")


def _parameters(origins: Origins, code: FunctionCode, facts: FunctionFacts) -> Iterator[Step]:
    nodes = {a.arg: a for a in places.parameter_nodes(code.node.args)}
    for parameter in facts.parameters:
        yield origins.of_expression(code, nodes[parameter.name], _DEPTH)


def _cost(facts: FunctionFacts, report: FunctionReport) -> Iterator[Step]:
    if report.verdict not in ("convert", "remove", "reconfigure"):
        return
    notes = tuple(Step(note) for note in trace_notes(facts.tracing))
    yield Step(traces_expected(facts.tracing, len(facts.sites)), None, notes)
    if report.gain is not None:
        yield Step(f"expected gain: {report.gain} ({gain_reason(facts, report.gain)})")


def effects_at(facts: FunctionFacts, line: int, path: str) -> Iterator[Step]:
    """What a line of a function does that tracing would notice, by itself or through what it calls."""
    for event in facts.events:
        here = event.path[0] if event.path else event.where
        if (here.path, here.line) == (path, line):
            yield Step(event.message, event.where, tuple(_through(event.path)))


def _through(path: tuple[Location, ...]) -> Iterator[Step]:
    return (Step("through this call", where) for where in path)
