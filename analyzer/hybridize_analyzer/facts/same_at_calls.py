"""Whether an attribute that the program sets to one constant and another is the same at every call of a function.

`net.train()` before the steps and `net.eval()` before the test, or `critic.trainable = False` before the step of the
generator: each function sees one value, and so does its graph.  That is asked in one body, which makes all these calls and
all changes, statement by statement, as in any dataflow analysis.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.interpreter.tracing.places import (
    Span,
    contains,
    places_in,
    root_of,
    span,
    span_of,
)
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen
from hybridize_analyzer.program.code import FunctionCode, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_Body = tuple[str, FunctionCode | None]
"""The path of a module, and a function in it; None for its top level."""
_State = tuple[tuple[str, str], ...]
"""The objects whose attribute has been set, as they are written, each with the constant; what was set last stands last, as
two of them may be one object."""
_States = frozenset[_State]
_TURNS = 16
"""So often a loop is gone through; every turn adds a state at least, or is the last."""
_MOST = 64
"""States that are told apart."""


def is_same_at_calls(state: State, reader: FunctionCode, changes: Iterable[Location]) -> bool:
    """Whether an attribute that changes at some places has one and the same constant at all calls of a function."""
    places = [place for place in changes if not is_test(place.path)]
    body = _body_of_calls(state, reader)
    if body is None or not places:
        return False
    setting = _Setting(state, body)
    if not all(setting.add(place) for place in places):
        return False
    calls = _calls_in(state, reader, body)
    if not calls or any(contains(call, at) or contains(at, call) for call in calls for at in setting.found):
        return False
    walker = _Walker(setting.found, calls)
    root = root_of(state, *body)
    statements = root.body if isinstance(root, (ast.Module, ast.FunctionDef)) else None
    if statements is None:
        return False
    entry: _States = frozenset({()})
    for _ in range(_TURNS):
        left = walker.block(statements, entry)
        if isinstance(root, ast.Module) or left <= entry:
            return not walker.fails and len(walker.seen) == 1
        entry |= left
    return False


def _body_of_calls(state: State, reader: FunctionCode) -> _Body | None:
    """The one body that makes all calls of a function; None where there are several, or some that are not seen."""
    if is_called_unseen(state, reader):
        return None
    sites = [site for site in state.sites_of(reader) if not is_test(site.where.path)]
    bodies = {(site.where.path, site.caller) for site in sites}
    plain = not any(site.library or site.mapped or site.assumed for site in sites)
    return bodies.pop() if plain and len(bodies) == 1 else None


def _calls_in(state: State, reader: FunctionCode, body: _Body) -> list[Span]:
    """The calls of a function in the body that makes them all."""
    return [span_of(site.where) for site in state.sites_of(reader) if (site.where.path, site.caller) == body]


@dataclass(slots=True)
class _Setting:
    """found: the places in a body where an attribute is set, each with the object, as it is written, and the constant."""

    state: State
    body: _Body
    found: dict[Span, tuple[str, str]] = field(default_factory=dict)

    def add(self, place: Location) -> bool:
        """Adds a change, or the calls of the method that makes it; returns whether all of them are plain ones there."""
        changer = enclosing(self.state, place)
        own = (place.path, changer)
        statement = _assignment(root_of(self.state, *own), span_of(place))
        if statement is None:
            return False
        target, value = statement
        if own == self.body:
            return self._set(span(target), target.value, value)
        if changer is None or changer.cls is None or changer.positional[:1] != (ast.unparse(target.value),):
            return False
        if not _does_nothing_else(changer.node, target) or is_called_unseen(self.state, changer):
            return False
        sites = [site for site in self.state.sites_of(changer) if not is_test(site.where.path)]
        if not sites or any((site.where.path, site.caller) != self.body or site.library for site in sites):
            return False
        calls = places_in(self.state, *self.body).expressions
        called = [calls.get(span_of(site.where)) for site in sites]
        return all(
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and self._set(span(call), call.func.value, value)
            for call in called
        )

    def _set(self, at: Span, owner: ast.expr, value: str) -> bool:
        """Whether the object that is written always is the same one."""
        base = owner
        while isinstance(base, ast.Attribute):
            base = base.value
        bound = (
            places_in(self.state, *self.body).bindings.get(base.id, [])
            if isinstance(base, ast.Name)
            else [1, 1]
        )
        if len(bound) > 1 or any(
            places_in(self.state, *self.body).in_loop(at) for at in bound if isinstance(at, tuple)
        ):
            return False
        self.found[at] = ast.unparse(owner), value
        return True


def _assignment(root: ast.AST, place: Span) -> tuple[ast.Attribute, str] | None:
    """The attribute that a plain assignment at a place sets, and the constant, as it is written."""
    for node in walk(root):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            here = place in (span(target), span(node))
            if here and isinstance(target, ast.Attribute) and isinstance(node.value, ast.Constant):
                return target, repr(node.value.value)
    return None


def _does_nothing_else(method: ast.AST, target: ast.Attribute) -> bool:
    """Whether a method sets one attribute, and does nothing else that matters: `def train(self): self.training = True`."""
    body = method.body if isinstance(method, ast.FunctionDef) else []
    rest = [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    rest = [
        s for s in rest if not (isinstance(s, ast.Return) and isinstance(s.value, (ast.Name, type(None))))
    ]
    return len(rest) == 1 and isinstance(rest[0], ast.Assign) and rest[0].targets == [target]


@dataclass(slots=True)
class _Walker:
    """setting: where the attribute is set.  calls: those of the function.  seen: the states in which these find it."""

    setting: Mapping[Span, tuple[str, str]]
    calls: Sequence[Span]
    seen: _States = frozenset()
    fails: bool = False

    def block(self, statements: Iterable[ast.stmt], states: _States) -> _States:
        for statement in statements:
            states = self.statement(statement, states)
        return states

    def statement(self, node: ast.stmt, states: _States) -> _States:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return states
        if isinstance(node, ast.If):
            states = self.simple([node.test], states)
            return self.block(node.body, states) | self.block(node.orelse, states)
        if isinstance(node, (ast.For, ast.While)):
            return self.loop(node, states)
        if isinstance(node, ast.With):
            states = self.simple([item.context_expr for item in node.items], states)
            return self.block(node.body, states)
        if any(isinstance(part, ast.stmt) and part is not node for part in walk(node)):
            self.fails = self.fails or self._matters(node)  # handlers, and whatever else goes on elsewhere
            return states
        return self.simple([node], states)

    def loop(self, node: ast.For | ast.While, states: _States) -> _States:
        header = [node.iter] if isinstance(node, ast.For) else [node.test]
        leaves = any(isinstance(part, (ast.Break, ast.Continue, ast.Return)) for part in walk(node))
        if leaves and any(contains(span(node), at) for at in self.setting):
            self.fails = True
        states = self.simple(header, states)
        for _ in range(_TURNS):
            after = states | self.block(node.body, self.simple(header, states))
            if after == states or self.fails:
                return self.block(node.orelse, states)
            states = after
        self.fails = True
        return states

    def simple(self, nodes: Sequence[ast.AST], states: _States) -> _States:
        """What runs from one end to the other: it calls the function, or sets the attribute, and not both."""
        called = any(contains(span(node), call) for node in nodes for call in self.calls)
        made = [at for node in nodes for at in self.setting if contains(span(node), at)]
        self.fails = self.fails or (called and bool(made)) or len(made) > 1 or len(states) > _MOST
        if called:
            self.seen |= states
        for at in made:
            owner, value = self.setting[at]
            states = frozenset((*(e for e in state if e[0] != owner), (owner, value)) for state in states)
        return states

    def _matters(self, node: ast.AST) -> bool:
        return any(contains(span(node), at) for at in (*self.setting, *self.calls))
