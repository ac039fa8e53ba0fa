"""`getattr(x, name)` with a text that cannot be told: any attribute may be read whose name the text may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    UNKNOWN,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Hybrid,
    Module,
    Ref,
    Value,
    union,
)
from hybridize_analyzer.interpreter.dispatch import has_method
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.interpreter.values.namespaces import ANY
from hybridize_analyzer.interpreter.values.special_methods import invoke, project_objects
from hybridize_analyzer.program.code import ClassCode

_HOOKS = ("__getattribute__", "__getattr__")
_COMPUTING = frozenset({"property", "cached_property"})
_METHODS = (Function, Bound, Hybrid, External)
"""What an attribute that changes may be without having a value that a trace would freeze: see `read_any`."""


def read_any(
    call: Call, owner: Value, name: Value, written: ast.AST | None = None, *, hooked: bool = True
) -> Value:
    """Reads an attribute of objects whose name cannot be told.

    Methods are not run: who calls what is given calls something unknown.
    written: the expression of the name.  hooked: the class is asked, where it computes what is read.
    """
    pattern = re.compile(_pattern(written), re.DOTALL)
    for atom in sorted(owner, key=str):
        read = next((n for n in _varying(call.state, atom) if pattern.fullmatch(n)), None)
        if read is not None:
            call.emit(Kind.UNKNOWN, f"an attribute of a computed name is read, which may be `{read}`")
    computed = [
        found
        for ref in (project_objects(call.state, owner) if hooked else ())
        for hook in _HOOKS
        if (found := invoke(call.state, call.frame, call.node, ref, (hook,), (name,))) is not None
    ]
    return union(UNKNOWN, *computed)


def _varying(state: State, atom: Atom) -> Iterator[str]:
    """The names under which an object has values that change, or that functions of the program compute."""
    if isinstance(atom, Module):
        yield from (n for n, b in sorted(state.global_bindings(atom.path).items()) if b.rebound is not None)
    if isinstance(atom, Class):
        yield from _of_class(state, atom.code)
    if not isinstance(atom, Ref):
        return
    found = state.heap[atom.key]
    any_changes = state.changed_at(atom.key, ANY) is not None
    for name in sorted({*found.fields, *found.changed}):
        changes = name.isidentifier() and (any_changes or state.changed_at(atom.key, name) is not None)
        if changes and not all(isinstance(a, _METHODS) for a in found.fields.get(name, UNKNOWN)):
            yield name
    if isinstance(found.cls, ClassCode):
        yield from _of_class(state, found.cls)


def _of_class(state: State, cls: ClassCode) -> Iterator[str]:
    """The names of attributes of a class that change, and of those that are computed for its instances."""
    for each in linearise(state, cls):
        if isinstance(each, ClassCode):
            for name, value in sorted(state.class_line(each).attributes.items()):
                if state.changed_at(f"class:{each.key}", name) or any(_computes(state, a) for a in value):
                    yield name


def _computes(state: State, atom: Atom) -> bool:
    if isinstance(atom, Function):
        return not _COMPUTING.isdisjoint(decorator_names(atom))
    return isinstance(atom, Ref) and has_method(state, atom, "__get__")


def _pattern(text: ast.AST | None) -> str:
    """A regular expression for what an expression may give, as far as parts of the text are written out."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return re.escape(text.value)
    if isinstance(text, ast.JoinedStr):
        return "".join(map(_pattern, text.values))
    if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add):
        return _pattern(text.left) + _pattern(text.right)
    return ".*"
