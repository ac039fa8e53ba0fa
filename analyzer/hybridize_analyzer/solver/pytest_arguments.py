"""What pytest gives to test functions: the results of fixtures, and the values of `parametrize`."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.state import Bindings, CallSite, Frame, State
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Const, Function, Value, one, union
from hybridize_analyzer.interpreter.dispatch import elements_of, evaluate
from hybridize_analyzer.interpreter.syntax.with_statements import MONKEY
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.program.code import FunctionCode, parameter_names
from hybridize_analyzer.solver import evaluation

_DEPTH = 4


def supplied(state: State, frame: Frame, code: FunctionCode, depth: int = _DEPTH) -> Bindings:
    """The arguments of a test or a fixture that pytest is known to supply.  frame: of its module."""
    if depth == 0 or not (code.name.startswith("test") or _is_fixture(code)):
        return {}
    found: Bindings = {}
    for decorator in code.decorators:
        if (
            isinstance(decorator, ast.Call)
            and _last(decorator.func) == "parametrize"
            and len(decorator.args) > 1
        ):
            found.update(_parameters(state, frame, decorator))
    for name in parameter_names(code.node.args):
        fixture = _fixture(state, code, name) if name not in found else None
        if fixture is not None:
            found[name] = _result(state, frame, fixture, depth)
        elif name == "monkeypatch":
            found[name] = one(allocate(state, frame, code.node, MONKEY))
    return found


def _last(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _parameters(state: State, frame: Frame, decorator: ast.Call) -> Bindings:
    """`@pytest.mark.parametrize("x, y", [(1, 2), …])`."""
    names = _names(state, evaluate(state, frame, decorator.args[0]))
    element = elements_of(state, frame, evaluate(state, frame, decorator.args[1]), decorator)
    if len(names) == 1:
        return {names[0]: element or UNKNOWN}
    columns: list[list[Value]] = [[] for _ in names]
    for atom in element:
        row = items_of(state, one(atom))
        for index, column in enumerate(columns):
            column.append(row[index] if row is not None and len(row) == len(names) else UNKNOWN)
    return {name: union(NOTHING, *column) or UNKNOWN for name, column in zip(names, columns, strict=True)}


def _names(state: State, value: Value) -> list[str]:
    parts = items_of(state, value) or ()
    (atom,) = value if len(value) == 1 else (None,)
    if isinstance(atom, Const) and isinstance(atom.value, str):
        return [name.strip() for name in atom.value.split(",") if name.strip()]
    texts = [next(iter(part)) for part in parts if len(part) == 1]
    return [a.value for a in texts if isinstance(a, Const) and isinstance(a.value, str)]


def _is_fixture(code: FunctionCode) -> bool:
    targets = (d.func if isinstance(d, ast.Call) else d for d in code.decorators)
    return any(_last(target) == "fixture" for target in targets)


def _fixture(state: State, code: FunctionCode, name: str) -> FunctionCode | None:
    """The fixture of a name in the module of a test, or in the closest `conftest.py` above it."""
    folder = code.module.path.rpartition("/")[0]
    paths = [code.module.path]
    while True:
        paths.append(f"{folder}/conftest.py" if folder else "conftest.py")
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    for path in paths:
        module = state.modules.get(path)
        for other in module.functions if module is not None else ():
            if other.name == name and other is not code and other.parent is None and _is_fixture(other):
                return other
    return None


def _result(state: State, frame: Frame, fixture: FunctionCode, depth: int) -> Value:
    own = Frame(fixture.module, None, frame.env, {})
    given = supplied(state, own, fixture, depth - 1)
    arguments = {n: given.get(n, UNKNOWN) for n in parameter_names(fixture.node.args)}
    site = CallSite(fixture.module.location(fixture.node), None, assumed=True)
    made = evaluation.call(state, Function(fixture), None, arguments, own, site)
    if fixture.is_generator:
        made = elements_of(state, own, made, fixture.node)
    return made or UNKNOWN
