"""Changes that only users of a project could make: by functions that nothing in it calls.

What `index` of a retrieval model sets, or `freeze` of another part of the project, is set before the first call, as far as
the project shows.  That users do so, too, is an assumption.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.classes import library_bases, linearise
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.naming import is_named, is_without
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.program.code import MAKERS, ClassCode, FunctionCode, found_once, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location


def leaves_to_users(
    state: State, reader: FunctionCode, changer: FunctionCode, target: str, where: Location
) -> bool:
    """Whether only users could change, by `changer`, what `reader` reads, and would do so before the first call.

    target: the object that is read.  where: the change.  That is so for an object that cannot be seen, where the change
    is made in another module, for an attribute that has no value before, and where `build` is called by its name, as
    before a summary is printed.
    """
    if not is_for_users(state, changer):
        return False
    if span_of(where) in found_once(changer.node, _calls_of_build):
        return True
    if target == ANY_OBJECT:
        return changer.module is not reader.module and not is_named(state, changer.name)
    hidden = state.noted("escaped", changer) is not None  # calls that were joined to others are among these
    return _gives_first_value(state, changer, target, where) and not (
        hidden and is_named(state, changer.name)
    )


def _calls_of_build(function: ast.AST) -> frozenset[Span]:
    calls = (node for node in walk(function) if isinstance(node, ast.Call))
    return frozenset(span(c) for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr == "build")


def is_for_users(state: State, code: FunctionCode) -> bool:
    """Whether no visible call reaches a function, tests aside, and no library finds it by its name."""
    if (
        code.parent is not None
        or code.decorators
        or any(not is_test(s.where.path) for s in state.sites_of(code))
    ):
        return False
    return code.name in _CALLED_BY_USERS or is_unknown_to_libraries(state, code)


def is_unknown_to_libraries(state: State, code: FunctionCode) -> bool:
    """Whether neither Python nor a library finds a function by its name."""
    bases = () if code.cls is None else library_bases(state, code.cls)
    return not code.name.startswith("__") and all(is_without(base, code.name) for base in bases)


_CALLED_BY_USERS = frozenset({"compile"})
"""What a Keras model has and Keras itself calls only while it loads one."""


def _gives_first_value(state: State, changer: FunctionCode, target: str, where: Location) -> bool:
    """Whether a change sets an attribute of the own object that is None, or not there, once the object is made."""
    cls = state.heap.type_of(target) if target in state.heap.objects else None
    place = span_of(where)
    if not isinstance(cls, ClassCode) or places_in(state, where.path, changer).in_loop(place):
        return False
    name = next((n for n, statement in _own_attributes(changer) if contains(span(statement), place)), None)
    bodies = [
        c.methods.get(maker) for c in linearise(state, cls) if isinstance(c, ClassCode) for maker in MAKERS
    ]
    known = [each for body in bodies if body is not None for each in _own_attributes(body)]
    return name is not None and all(_is_none(statement) for other, statement in known if other == name)


def _own_attributes(code: FunctionCode) -> Iterable[tuple[str, ast.stmt]]:
    """The attributes of the own object that a method sets, each with the statement."""
    own = code.positional[0] if code.positional else None
    return ((name, statement) for base, name, statement in found_once(code.node, _attributes) if base == own)


def _attributes(function: ast.AST) -> list[tuple[str, str, ast.stmt]]:
    """The attributes of names that a function sets: the name, the attribute and the statement."""
    return [*_set_by(walk(function))]


def _set_by(statements: Iterable[ast.AST]) -> Iterator[tuple[str, str, ast.stmt]]:
    for statement in statements:
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for part in (part for target in targets for part in walk(target)):
                if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                    yield part.value.id, part.attr, statement


def _is_none(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return True
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    return isinstance(value, ast.Constant) and value.value is None
