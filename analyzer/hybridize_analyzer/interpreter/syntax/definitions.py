"""Definitions: functions with their decorators, classes with their bodies, and literal containers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Partial,
    Ref,
    Tuple,
    Value,
    one,
)
from hybridize_analyzer.interpreter.dispatch import call_atom, evaluate
from hybridize_analyzer.interpreter.syntax.decorators import decorate, decorate_class
from hybridize_analyzer.interpreter.tracing import function_objects
from hybridize_analyzer.program.code import MAKERS, ClassCode, FunctionCode, walk

RunBody = Callable[[State, Frame, Sequence[ast.stmt]], bool]


def define_function(
    state: State, frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
) -> Value:
    """Evaluates defaults and decorators; the value is what the name is bound to."""
    code = frame.module.by_node[node]
    assert isinstance(code, FunctionCode)
    arguments = node.args
    defaults = {}
    positional = [*arguments.posonlyargs, *arguments.args]
    for parameter, default in zip(
        positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=False
    ):
        defaults[parameter.arg] = evaluate(state, frame, default)
    for parameter, keyword_default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False):
        if keyword_default is not None:
            defaults[parameter.arg] = evaluate(state, frame, keyword_default)
    for value in defaults.values():
        state.heap.hold(value, f"default:{code.key}")
    outer = frame.env if frame.function is not None else None
    value = one(Function(code, outer))
    for decorator in reversed(code.decorators):
        value = decorate(state, frame, decorator, value, defaults, code)
    state.define(code, value, defaults)
    return value


def define_class(state: State, frame: Frame, node: ast.ClassDef, run_body: RunBody) -> Value:
    """Evaluates a class body; its names become class attributes."""
    code = frame.module.by_node[node]
    assert isinstance(code, ClassCode)
    bases: list[Value] = [
        evaluate(state, frame, base) for base in node.bases if not isinstance(base, ast.Starred)
    ]
    classes.define(state, code, tuple(bases))
    metaclass = NOTHING
    for keyword in node.keywords:
        if keyword.arg == "metaclass":
            metaclass = evaluate(state, frame, keyword.value)
    body = Frame(
        frame.module,
        frame.function,
        frame.env,
        dict(frame.names) if frame.function else {},
        frame.outer,
        cls=code,
    )
    if frame.function is None:
        body = Frame(frame.module, None, f"class:{code.key}", {}, cls=code)
    before = set(body.names)
    run_body(state, body, node.body)
    attributes = {n: v for n, v in body.names.items() if n not in before or frame.function is None}
    if classes.descends(state, code, "enum.Enum"):
        attributes = {n: _member(state, code, n, v) for n, v in attributes.items()}
    elif classes.is_enum(state, code):
        attributes = {n: v if n.startswith("_") else _number(code, v) for n, v in attributes.items()}
    for name, value in attributes.items():
        state.add_class_attribute(code, name, value)
        state.heap.hold(value, f"class:{code.key}")
    if metaclass:
        state.define_class(code, metaclass=metaclass)
    frame.events.update(body.events)
    _announce(state, frame, node, code, tuple(bases))
    return decorate_class(state, frame, code, one(Class(code)))


def _announce(
    state: State, frame: Frame, node: ast.ClassDef, code: ClassCode, bases: tuple[Value, ...]
) -> None:
    """What a class definition runs besides its body: `__new__` and `__init__` of the metaclass, then `__init_subclass__`.

    All of them may keep the class somewhere, as registries do.
    """
    site = _announced_at(node)
    made, options = Class(code), {k.arg: k.value for k in node.keywords if k.arg not in (None, "metaclass")}
    given = (one(Const("str", code.name)), one(Tuple(bases)), UNKNOWN)
    with frame.indirectly():
        for meta in classes.metaclass(state, code):
            if isinstance(meta, Class) and _sees_members(meta.code):
                function_objects.note_members(state, one(made), frame.module.location(site))
            for name, receiver in (("__new__", meta), ("__init__", made)):
                found = classes.find_attribute(state, meta.code, name) if isinstance(meta, Class) else None
                for atom in found[0] if found else ():
                    call_atom(state, frame, site, Bound(atom, receiver), given, {})
        found = classes.find_attribute(state, code, "__init_subclass__", after=code)
        keywords = {name: evaluate(state, frame, value) for name, value in options.items() if name}
        for atom in found[0] if found else ():
            call_atom(state, frame, site, Bound(atom, made), (), keywords)


def _announced_at(node: ast.ClassDef) -> ast.AST:
    """The base or metaclass that a class is announced to; edits of the class's body leave its place alone."""
    metaclass = next((k.value for k in node.keywords if k.arg == "metaclass"), None)
    return metaclass or next(iter(node.bases), node)


def _sees_members(meta: ClassCode) -> bool:
    """Whether a metaclass does something with the functions in a class, other than to hand all of them on to `type`."""
    for maker in (meta.methods.get(name) for name in MAKERS):
        names = maker.positional if maker is not None else []
        if maker is None or len(names) < 4:
            continue
        handed = {
            a
            for n in walk(maker.node)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in MAKERS
            for a in n.args
        }
        used = (n for n in walk(maker.node) if isinstance(n, ast.Name) and n.id == names[3])
        if any(n not in handed for n in used):
            return True
    return any(isinstance(n, ast.Name) and n.id == "setattr" for n in walk(meta.node))


def _number(code: ClassCode, value: Value) -> Value:
    """A number in the body of an `IntEnum` becomes a member, and stays a number."""
    return frozenset(replace(a, member=code) if isinstance(a, Const) else a for a in value)


def _member(state: State, code: ClassCode, name: str, value: Value) -> Value:
    """A plain value in the body of an `Enum` becomes a member."""
    if name.startswith("_") or any(isinstance(a, (Function, Hybrid, External, Partial)) for a in value):
        return value
    ref = Ref(f"enum:{code.key}:{name}")
    state.heap.allocate(ref.key, code, code.module.location(code.node), again=False)
    state.heap.write(ref.key, "value", value)
    state.heap.write(ref.key, "_value_", value)
    state.heap.write(ref.key, "name", one(Const("str", name)))
    return one(ref)
