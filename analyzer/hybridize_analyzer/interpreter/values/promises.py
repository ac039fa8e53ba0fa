"""Methods of which classes of the program say that they return tensors, whatever object has them.

A protocol, an abstract base class or any other class of the program that declares `def predict(self, x) -> tf.Tensor` says
what a method of that name is for, where the object is not seen.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import found_once, walk

PROMISES = "result hints of methods"
"""Under which `State.places` has the hints of all modules, until one of them is edited."""
_TENSORS = frozenset({"Tensor", "TensorType", "EagerTensor"})
_NO_RESULT = frozenset({"NoReturn", "Never"})
_AROUND = frozenset({"tuple", "Tuple", "list", "List", "Sequence"})


@dataclass(frozen=True, slots=True)
class _Promises:
    """The result hints of so many modules."""

    modules: int
    by_name: dict[str, list[ast.expr]]


def promises_tensors(state: State, method: str) -> bool:
    """Whether all result hints of methods of this name in classes of the program, and at least one, are of tensors."""
    if not method or method.startswith("__"):
        return False
    results = [hint for hint in _results_of_all(state).get(method, ()) if _last(hint) not in _NO_RESULT]
    return bool(results) and all(map(_is_of_tensors, results))


def _results_of_all(state: State) -> dict[str, list[ast.expr]]:
    """The result hints of the methods of all modules by name; modules of installed packages come while it is asked."""
    known = state.places.get(PROMISES)
    if not isinstance(known, _Promises) or known.modules != len(state.modules):
        known = state.places[PROMISES] = _Promises(len(state.modules), {})
        for module in state.modules.values():
            for name, hints in found_once(module.tree, _results).items():
                known.by_name.setdefault(name, []).extend(hints)
    return known.by_name


def _results(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """The result hints of all methods of a module by name."""
    found: dict[str, list[ast.expr]] = {}
    for cls in (node for node in walk(tree) if isinstance(node, ast.ClassDef)):
        for method in (s for s in cls.body if isinstance(s, ast.FunctionDef) and s.returns is not None):
            if method.returns is not None:
                found.setdefault(method.name, []).append(method.returns)
    return found


def _is_of_tensors(hint: ast.expr) -> bool:
    if isinstance(hint, ast.Constant) and isinstance(hint.value, str):
        try:
            return _is_of_tensors(ast.parse(hint.value.strip(), mode="eval").body)
        except (SyntaxError, ValueError):
            return False
    if isinstance(hint, ast.Subscript):
        inside = hint.slice.elts if isinstance(hint.slice, ast.Tuple) else [hint.slice]
        parts = [e for e in inside if not (isinstance(e, ast.Constant) and e.value is ...)]
        return _last(hint.value) in _AROUND and all(map(_is_of_tensors, parts))
    return _last(hint) in _TENSORS


def _last(hint: ast.expr) -> str:
    """The last part of a dotted name."""
    return hint.attr if isinstance(hint, ast.Attribute) else hint.id if isinstance(hint, ast.Name) else ""
