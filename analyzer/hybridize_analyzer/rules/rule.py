"""What a rule is: a page for people, and a pure check over the facts of one function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.report import Evidence, Severity

if TYPE_CHECKING:
    from hybridize_analyzer.facts.function import FunctionFacts


class About(Enum):
    """What a refusal of a whole function is about: where `why` looks for the places that cause it."""

    DEFINITION = "definition"
    DECORATORS = "decorators"
    RECEIVER = "receiver"
    RESULTS = "results"
    CALLS = "calls"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a function may not become a graph.

    certain: True when the facts show it, False when the facts cannot exclude it.
    of_values: as in `Rule`, for this one.  of_shapes: it also depends on what shapes are.
    intended: a `tf.function` that does this does what its author means.  when_traced: as in `Rule`, for this one.
    about: where its cause is, beside its evidence.
    """

    message: str
    evidence: tuple[Evidence, ...]
    certain: bool = True
    of_values: bool = False
    of_shapes: bool = False
    intended: bool = False
    when_traced: bool = False
    about: About = About.DEFINITION


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    name: kebab-case, names the pattern.  code: stable id.  page: Markdown, the docstring of the rule's module.
    check: yields refusals from the facts of one function; None for rules that are not about tracing.
    blocks: what it finds stands in the way of a graph; else it is advice beside the verdict.
    in_graphs: what it finds also matters for a function that is a `tf.function` already.
    of_values: whether it holds depends on what values are, so that it says nothing of a graph that gets unknown ones.
    per_trace: what it finds happens, or is read anew, with every trace, so that fewer traces change what a program does.
    when_traced: what it finds fails while a graph is traced: who runs the program has seen it, or it is not so.
    no_less_right: what it finds a graph does otherwise than eager execution would, and no less right.
    on_request: `check` tells what it finds to those who name the rule, or lower the least gain to `none`: maintainers
        of the repositories that were read would hardly ever act on it.
    silent: what it finds goes wrong without an error, so that it is told of graphs, too, that a library makes unasked.
    """

    name: str
    code: str
    page: str
    severity: Severity
    check: Callable[[FunctionFacts], Iterator[Refusal]] | None = None
    blocks: bool = True
    in_graphs: bool = True
    of_values: bool = False
    per_trace: bool = False
    when_traced: bool = False
    no_less_right: bool = False
    on_request: bool = False
    silent: bool = False


def from_events(facts: FunctionFacts, *kinds: Kind, certain: bool = True) -> Iterator[Refusal]:
    """One refusal per event of the given kinds, with the calls that lead to it."""
    return (refusal_of(event, certain=certain) for event in facts.of(*kinds))


def refusal_of(event: Event, *, certain: bool = True) -> Refusal:
    """The refusal that an event is, in its words, with the calls that lead to it."""
    path = tuple(Evidence("through this call", where) for where in event.path)
    places = (Evidence(event.message, event.where), *path)
    return Refusal(event.message, places, certain, when_traced=event.aspect is Aspect.RAISES)


def from_patterns(name: str) -> Callable[[FunctionFacts], Iterator[Refusal]]:
    """A check that reports the patterns found under the name of a rule, and what stands in the way of batching them."""

    def check(facts: FunctionFacts) -> Iterator[Refusal]:
        for pattern in facts.patterns:
            if pattern.rule == name:
                obstacle = pattern.refused
                why = "" if obstacle is None else f", but {obstacle.message} (line {obstacle.location.line})"
                places = (Evidence(pattern.message, pattern.where), *pattern.evidence)
                yield Refusal(pattern.message + why, places if obstacle is None else (*places, obstacle))

    return check
