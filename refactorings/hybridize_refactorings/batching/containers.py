"""Which names are only ever dictionaries, or lists: looking into one asks for no value of what it holds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hybridize_analyzer.report import Location

from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.names import own_nodes
from hybridize_refactorings.subjects import Subject

_Seen = frozenset[tuple[str, int, str]]


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of container, by the calls and expressions that make one."""

    calls: frozenset[str]
    displays: tuple[type[ast.expr], ...]

    def made_by(self, value: ast.expr) -> bool:
        """Whether an expression makes one."""
        called = isinstance(value, ast.Call) and ast.unparse(value.func) in self.calls
        return called or isinstance(value, self.displays)


DICTIONARY = Container(
    frozenset(("dict", "defaultdict", "OrderedDict", "collections.defaultdict", "collections.OrderedDict")),
    (ast.Dict, ast.DictComp),
)
LIST = Container(frozenset(("list", "sorted")), (ast.List, ast.ListComp))


def is_only(kind: Container, scene: Scene, subject: Subject, name: str, seen: _Seen = frozenset()) -> bool:
    """Whether a local name is bound to containers of this kind only; a parameter: whether every call gives it one."""
    report = subject.report
    here = (report.path, report.line, name)
    if here in seen:  # the function gives it to itself
        return True
    seen |= {here}
    values = list(_bound(subject, name))
    given = list(_given(scene, subject, name)) if name in _parameters(subject) else []
    if None in values or None in given or not (values or given):
        return False
    mine = all(_makes_one(kind, scene, subject, value, seen) for value in values if value is not None)
    return mine and all(_makes_one(kind, scene, who, value, seen) for who, value in filter(None, given))


def _makes_one(kind: Container, scene: Scene, subject: Subject, value: ast.expr, seen: _Seen) -> bool:
    if isinstance(value, ast.Name):
        return is_only(kind, scene, subject, value.id, seen)
    return kind.made_by(value)


def _bound(subject: Subject, name: str) -> Iterator[ast.expr | None]:
    """What a name is bound to in a function; None for what is no plain assignment."""
    plain: set[ast.AST] = set()
    for node in own_nodes(subject.node):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for each, value in _pairs(target, node.value):
                    if isinstance(each, ast.Name) and each.id == name:
                        plain.add(each)
                        yield value
    for node in own_nodes(subject.node):
        named = isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, (ast.Store, ast.Del))
        if (named and node not in plain) or (
            isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names
        ):
            yield None


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """`a, b = c, d` as two assignments."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        yield target, value
    elif isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
        parts = list(zip(target.elts, value.elts, strict=True))
        starred = any(isinstance(each, ast.Starred) for pair in parts for each in pair)
        for each, given in () if starred else parts:
            yield from _pairs(each, given)


def _parameters(subject: Subject) -> list[str]:
    arguments = subject.node.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _given(scene: Scene, subject: Subject, name: str) -> Iterator[tuple[Subject, ast.expr] | None]:
    """What each call gives a parameter, with the function in which it stands; None where that is not seen."""
    report = subject.report
    callers = scene.callers(report)
    if len(callers) != len(report.sites):
        yield None
        return
    place = _parameters(subject).index(name)
    for caller, site in callers:
        who = scene.subject(caller)
        call = None if who is None else _call_at(who, site)
        if who is None or call is None:
            yield None
            continue
        shift = 1 if isinstance(call.func, ast.Attribute) and _parameters(subject)[:1] == ["self"] else 0
        positional = not any(isinstance(each, ast.Starred) for each in call.args)
        if positional and 0 <= place - shift < len(call.args):
            yield who, call.args[place - shift]
        else:
            yield next(((who, each.value) for each in call.keywords if each.arg == name), None)


def _call_at(subject: Subject, site: Location) -> ast.Call | None:
    span = subject.module.located(site)
    calls = (node for node in own_nodes(subject.node) if isinstance(node, ast.Call))
    return next((call for call in calls if subject.module.span(call) == span), None)
