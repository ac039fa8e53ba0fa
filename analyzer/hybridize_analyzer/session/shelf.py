"""Analysed groups as bytes, and back: so that the next process follows what has been edited since.

Pickle keeps the identity of objects, on which an analysis rests, and is quick; it also runs what its input names.  So the
bytes are signed with a key that only this user can read (`workspace.signing`), and what they may name is data: classes of
the analyzer and of syntax trees, and a few containers.

Objects that refer to each other in long chains (calls to contexts to calls) are written as shells first and filled later, so
that nothing nests as deeply as the program's call graph.
"""

from __future__ import annotations

import ast
import io
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from operator import attrgetter
from types import FunctionType
from typing import Any

from hybridize_analyzer.domain.evaluator import Evaluator
from hybridize_analyzer.domain.state import Context
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.rules.rule import Rule
from hybridize_analyzer.session.live import LiveGroup
from hybridize_analyzer.solver.evaluator import EVALUATOR
from hybridize_analyzer.workspace.depth import deep_recursion, without_collection

_PROTOCOL = 5
_SHELLS = (Context, FunctionCode, ClassCode, ModuleCode)
_CONTAINERS = {
    "builtins": frozenset({"Ellipsis", "NotImplemented", "complex", "frozenset", "range", "set", "slice"}),
    "collections": frozenset({"Counter", "OrderedDict", "defaultdict", "deque"}),
    "pathlib": frozenset({"PosixPath", "WindowsPath"}),
    "pathlib._local": frozenset({"PosixPath", "WindowsPath"}),
}


class UnreadableError(Exception):
    """Bytes that are no analysed group of this version."""


def dumped(group: LiveGroup) -> bytes:
    """A group as bytes.

    Raises:
        RecursionError: its syntax nests too deeply.
    """
    file = io.BytesIO()
    pickler = _Pickler(file)
    with deep_recursion(), without_collection():
        pickler.dump(group)
        for shell in pickler.shells:  # filling one may make more
            pickler.dump((shell, {name: getattr(shell, name) for name in _names(type(shell))}))
        pickler.dump(None)
    return file.getvalue()


def loaded(content: bytes) -> LiveGroup:
    """The group of some bytes.

    Raises:
        UnreadableError: they are damaged, or name what no group consists of.
    """
    unpickler = _Unpickler(io.BytesIO(content))
    try:
        with without_collection():
            group = unpickler.load()
            while (filled := unpickler.load()) is not None:
                shell, values = filled
                for name, value in values.items():
                    setattr(shell, name, value)
    except Exception as error:  # pickle raises whatever damaged bytes lead to
        raise UnreadableError(str(error)) from error
    if not isinstance(group, LiveGroup):
        raise UnreadableError("it is something else")
    return group


def _names(kind: type) -> Iterator[str]:
    return (field.name for field in fields(kind))


class _Pickler(pickle.Pickler):
    """shells: what has to be filled, in the order in which it was met."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, _PROTOCOL)
        self.shells: list[Any] = []

    def reducer_override(self, value: Any) -> Any:
        kind: Any = type(value)
        if kind in _SHELLS:
            self.shells.append(value)
            return _shell, (kind, getattr(value, "position", None))
        if kind is Evaluator:
            return _evaluator, ()
        if kind.__module__ == _INSTALLED:
            return _installed, value.kept()
        if kind is Rule:
            return _rule, (value.name,)
        if (get := _contents_of(kind)) is not None:
            return _frozen, (kind, *get(value))
        return NotImplemented


def _shell(kind: type, position: int | None) -> Any:
    """An object without its contents.  position: by which it is hashed, where that is not its address."""
    shell: Any = object.__new__(kind)
    if position is not None:
        shell.position = position
    return shell


def _evaluator() -> Evaluator:
    return EVALUATOR


@cache
def _rules() -> dict[str, Rule]:
    return {rule.name: rule for rule in all_rules()}


def _rule(name: str) -> Rule:
    return _rules()[name]


def _frozen(kind: type, *values: Any) -> Any:
    """An immutable object; dataclasses fill theirs at ten times the cost."""
    made: Any = object.__new__(kind)
    for fill, value in zip(_fillers(kind), values, strict=True):
        fill(made, value)
    return made


@cache
def _contents_of(kind: Any) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives the fields of an immutable object; None for other kinds."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or not parameters.frozen or not hasattr(kind, "__slots__"):
        return None
    names = tuple(_names(kind))
    return (
        attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)
    )


@cache
def _fillers(kind: Any) -> list[Callable[[Any, Any], None]]:
    """What sets each slot of a class whose objects refuse to be changed."""
    return [getattr(kind, name).__set__ for name in _names(kind)]


def _installed(*kept: Any) -> Any:
    from hybridize_analyzer.packages.reading import resumed

    return resumed(*kept)


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """What bytes may name: makers of shells, and classes that hold data."""
        if module == __name__:
            return _MAKERS[name]
        if name in _CONTAINERS.get(module, ()):
            return super().find_class(module, name)
        if module.partition(".")[0] in ("ast", "_ast", _OURS):
            found = super().find_class(module, name)
            if isinstance(found, type) and (found.__module__ == module or issubclass(found, ast.AST)):
                return found
            if isinstance(found, FunctionType) and module.startswith(_PURE):
                return found
        raise UnreadableError(f"{module}.{name} is no part of an analysis")


_INSTALLED = "hybridize_analyzer.packages.reading"
"""What reads installed packages: imported where an analysis has used it, as it imports astroid."""
_OURS = __name__.partition(".")[0]
_PURE = tuple(f"{_OURS}.{package}." for package in "domain facts interpreter library program solver".split())
"""Packages whose functions, which are kept as keys, do nothing but compute."""
_MAKERS: dict[str, Callable[..., Any]] = {
    f.__name__: f for f in (_shell, _frozen, _evaluator, _rule, _installed)
}
