"""Python's built-in functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.contents import is_dataset, items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    EXECUTED,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    STR,
    UNKNOWN,
    Array,
    Atom,
    Class,
    Const,
    External,
    Iterator,
    Module,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    has_tensor,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value, elements_of, read_attribute
from hybridize_analyzer.interpreter.syntax.branches import note_of_autograph
from hybridize_analyzer.interpreter.values import types
from hybridize_analyzer.interpreter.values.allocation import allocate, new_dict, new_list, new_sequence
from hybridize_analyzer.interpreter.values.indexing import SLICE, SLICE_BY_TENSORS
from hybridize_analyzer.interpreter.values.namespaces import entries
from hybridize_analyzer.interpreter.values.objects import IN_ORDER
from hybridize_analyzer.interpreter.values.special_methods import invoke, note_content, project_objects
from hybridize_analyzer.interpreter.values.writes import change_object
from hybridize_analyzer.library.common import callables, contains_tensor, everything, invoke_callbacks
from hybridize_analyzer.library.stdlib.iteration import (
    model_enumerate,
    model_extremum,
    model_filter,
    model_iter,
    model_map,
    model_next,
    model_range,
    model_reversed,
    model_sorted,
    model_sum,
    model_zip,
    refuse_tensors,
)

Args = tuple[Value, ...]
Model = Callable[[State, Frame, ast.AST, Args, Bindings], Value]


def call(state: State, frame: Frame, node: ast.AST, name: str, args: Args, keywords: Bindings) -> Value:
    short = name.removeprefix("builtins.")
    model = _MODELS.get(short)
    if model is not None:
        return model(state, frame, node, args, keywords)
    owner, _, member = short.rpartition(".")
    if owner in _CONTAINERS and args:
        return _of_class(state, frame, node, member, args, keywords)
    if short in _NEEDS_VALUE:
        for ref in project_objects(state, args[0]) if args else ():
            invoke(
                state,
                frame,
                node,
                ref,
                (f"__{short}__", *(("__str__",) if short == "format" else ()), "__repr__"),
            )
        if any(contains_tensor(state, v) for v in args):
            state.emit(frame, node, Kind.PYTHON_VALUE, f"`{short}()` needs the value of a tensor")
        return _NEEDS_VALUE[short]
    if short == "hasattr" and len(args) == 2 and (has := types.has(*args)) is not None:
        return const(has)
    if short in ("hasattr", "id") and any(_is_plain_tensor(a) for v in args[:1] for a in v):
        state.emit(frame, node, Kind.EAGER_ONLY, f"`{short}()` of a tensor is another inside a graph")
    if short in _HARMLESS:
        return _HARMLESS[short]
    if short.endswith(("Error", "Exception", "Warning", "Interrupt", "Iteration", "Exit")):
        if any(contains_tensor(state, v) for v in args):
            state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is put into an exception")
        return one(External("exception"))
    if short in ("open", "input", "breakpoint"):
        state.emit(frame, node, Kind.OUTPUT, f"`{short}()` is called")
        return one(allocate(state, frame, node, "io.File")) if short == "open" else STR
    if short == "exec":
        for ref in (a for v in args[1:] for a in v if isinstance(a, Ref)):
            state.heap.write(ref.key, ELEMENTS, one(EXECUTED))
    return invoke_callbacks(state, frame, node, f"`{short}()`", args, keywords)


def _of_class(
    state: State, frame: Frame, node: ast.AST, member: str, args: Args, keywords: Bindings
) -> Value:
    """`list.append(items, x)`: the first argument is the receiver; `dict.fromkeys(keys, x)` makes one."""
    if member == "fromkeys":
        return new_dict(
            state,
            frame,
            node,
            [(elements_of(state, frame, args[0], node), args[1] if len(args) > 1 else NONE)],
        )
    method = read_attribute(state, frame, node, args[0], member)  # type: ignore[arg-type]
    return call_value(state, frame, node, method, args[1:], keywords)


def _is_plain_tensor(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind != "variable"


def _print(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    state.emit(frame, node, Kind.OUTPUT, "`print()` is called")
    return NONE


def _len(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    if not args:
        return INT
    items = items_of(state, args[0])
    if items is not None:
        return const(len(items))
    for atom in args[0]:
        if isinstance(atom, Tensor):
            note_of_autograph(state, frame, node, Kind.LENGTH, "`len()` takes a tensor")
            if atom.dynamic or atom.kind != "tensor":
                state.emit(frame, node, Kind.SHAPE, "`len()` of a tensor whose length depends on values")
            elif atom.shape and atom.shape[0] is not None and len(args[0]) == 1:
                return const(atom.shape[0])
        elif isinstance(atom, Ref) and project_objects(state, one(atom)):
            note_content(state, frame, node, one(atom), "its length is read")
            invoke(state, frame, node, atom, ("__len__",))
        elif is_dataset(state, one(atom)):
            state.emit(frame, node, Kind.EAGER_ONLY, "`len()` of a dataset is a tensor inside a graph")
        elif isinstance(atom, Ref):
            state.emit(frame, node, Kind.READ, "its length is read", target=atom.key, field=ELEMENTS)
    return INT


def _number(name: str, result: Value) -> Model:
    methods = {"int": ("__int__", "__index__"), "float": ("__float__",), "bool": ("__bool__", "__len__")}[
        name
    ]

    def model(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
        for ref in project_objects(state, args[0]) if args else ():
            invoke(state, frame, node, ref, methods)
        if args and contains_tensor(state, args[0]):
            state.emit(frame, node, Kind.EAGER_ONLY, f"`{name}()` takes the value of a tensor")
        if args and len(args[0]) == 1 and len(args) == 1:
            (atom,) = args[0]
            if isinstance(atom, Const) and isinstance(atom.value, (int, float, str)):
                try:
                    return const({"int": int, "float": float, "bool": bool}[name](atom.value))
                except (ValueError, OverflowError):
                    return result
            if isinstance(atom, Scalar) and atom.varying:
                return one(Scalar(name, varying=True))
        return result

    return model


def _abs(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    frame.ops += bool(args and has_tensor(args[0]))
    return args[0] if args else NOTHING


def _list(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return (
        new_sequence(state, frame, node, args[0]) if args else new_list(state, frame, node, NOTHING, exact=())
    )


def _bytes(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return new_list(state, frame, node, INT, cls="builtins.bytearray")


def _tuple(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    if not args:
        return one(Tuple(()))
    refuse_tensors(state, frame, node, "tuple", args)
    items = items_of(state, args[0])
    return (
        one(Tuple(items))
        if items is not None
        else one(Iterator(elements_of(state, frame, args[0], node), source="tuple"))
    )


def _set(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    element = elements_of(state, frame, args[0], node) if args else NOTHING
    if contains_tensor(state, element) or (args and tensors(args[0])):
        state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is hashed")
    return new_list(state, frame, node, element, cls="builtins.set")


def _dict(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    result = new_dict(
        state, frame, node, [(const(k), v) for k, v in keywords.items() if k not in ("*", "**")]
    )
    (ref,) = (a for a in result if isinstance(a, Ref))
    for atom in args[0] if args else ():
        if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
            state.note(IN_ORDER, atom.key, frame.module.location(node))
            for field, value in list(state.heap[atom.key].fields.items()):
                state.heap.write(ref.key, field, value)
        else:
            pair = elements_of(state, frame, one(atom), node)
            parts = items_of(state, pair)
            state.heap.write(ref.key, "[keys]", parts[0] if parts and len(parts) == 2 else UNKNOWN)
            state.heap.write(ref.key, ELEMENTS, parts[1] if parts and len(parts) == 2 else UNKNOWN)
            state.heap.write(ref.key, "[?]", parts[1] if parts and len(parts) == 2 else UNKNOWN)
    return result


def _getattr(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    name = _constant_text(args[1]) if len(args) > 1 else None
    if name is None:
        return UNKNOWN
    found = read_attribute(state, frame, node, args[0], name)  # type: ignore[arg-type]  # only the location is used
    return union(found, *args[2:])


def set_attribute(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    name = (_constant_text(args[1]) if len(args) > 1 else None) or "[any]"
    value, where = args[2] if len(args) > 2 else UNKNOWN, frame.module.location(node)
    for atom in args[0] if args else ():
        if isinstance(atom, Ref):
            change_object(state, frame, node, atom.key, name, value, "set")
            continue
        if isinstance(atom, External):
            state.patch_library(f"{atom.name}.{name}", value, where)
        elif isinstance(atom, Class):
            state.add_class_attribute(atom.code, name, value)
            state.bind_cell(f"class:{atom.code.key}", name, value, where, again=True)
        elif isinstance(atom, Module) and name != "[any]":
            state.bind_global(atom.path, name, value, where, again=True)
        elif isinstance(atom, Opaque) and not (
            isinstance(node, ast.Call) and node.args and frame.sets_up(node.args[0])
        ):
            state.bind_cell(ANY_OBJECT, name, NOTHING, where, again=True)
        state.emit(frame, node, Kind.WRITE, "`setattr()` changes an object")
    return NONE


def _set_by_name(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    """`setattr(x, name, value)`: by the `__setattr__` of a class of the project, where it has one."""
    for ref in project_objects(state, args[0]) if args else ():
        invoke(state, frame, node, ref, ("__setattr__",), args[1:])
    return set_attribute(state, frame, node, args, keywords)


def _vars(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    if any(isinstance(a, (Ref, Module)) for a in union(NOTHING, *args)):
        state.emit(frame, node, Kind.UNKNOWN, "the attributes of an object are reached through `vars()`")
    return union(*(entries(atom) for value in args for atom in value)) if args else UNKNOWN


def _globals(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    state.emit(frame, node, Kind.UNKNOWN, "variables are reached through `globals()`")
    return entries(Module(frame.module.path))


def _constant_text(value: Value) -> str | None:
    atom = next(iter(value), None)
    return atom.value if len(value) == 1 and isinstance(atom, Const) and isinstance(atom.value, str) else None


def _isinstance(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    if len(args) != 2:
        return BOOL
    if types.notes_array(args[0], args[1]):
        state.emit(frame, node, Kind.VALUE, types.ARRAY_TESTED)
    if types.notes_member(state, args[0], args[1]):
        state.emit(
            frame, node, Kind.VALUE, "`isinstance()` tells the member of an enumeration from its value"
        )
    answer = types.is_instance(state, args[0], args[1])
    return BOOL if answer is None else const(answer)


def _issubclass(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    answer = types.is_subclass(state, args[0], args[1]) if len(args) == 2 else None
    return BOOL if answer is None else const(answer)


def _deferred(name: str) -> Model:
    """A descriptor that is made by a call: it acts when it is read from an instance."""

    def model(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
        return one(Partial(External(name), args[:1], tuple(sorted(keywords.items()))))

    return model


def _type(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    classes: list[Value] = []
    for atom in args[0] if len(args) == 1 else ():
        if isinstance(atom, Ref):
            cls = state.heap.type_of(atom.key)
            classes.append(one(External(cls)) if isinstance(cls, str) else one(Class(cls)))
        elif isinstance(atom, (Const, Scalar)):
            classes.append(one(External(f"builtins.{atom.type}")))
        elif isinstance(atom, (Tensor, Array)):
            state.emit(frame, node, Kind.PYTHON_VALUE, "the Python type of a tensor is read")
    return union(*classes) if classes else UNKNOWN


def _callable_values(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    return const(True) if args and callables(args[0]) and len(args[0]) == 1 else BOOL


def _any_all(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    if any(contains_tensor(state, v) for v in everything(args, keywords)):
        state.emit(frame, node, Kind.PYTHON_VALUE, "`any()`/`all()` needs the value of a tensor")
    return BOOL


def _slice(state: State, frame: Frame, node: ast.AST, args: Args, keywords: Bindings) -> Value:
    measured = any(contains_tensor(state, value) for value in args)
    return one(Opaque(SLICE_BY_TENSORS if measured else SLICE))


_MODELS: dict[str, Model] = {
    "slice": _slice,
    "print": _print,
    "len": _len,
    "range": model_range,
    "zip": model_zip,
    "enumerate": model_enumerate,
    "map": model_map,
    "filter": model_filter,
    "sorted": model_sorted,
    "max": model_extremum,
    "min": model_extremum,
    "sum": model_sum,
    "int": _number("int", INT),
    "float": _number("float", FLOAT),
    "bool": _number("bool", BOOL),
    "abs": _abs,
    "list": _list,
    "tuple": _tuple,
    "set": _set,
    "frozenset": _set,
    "dict": _dict,
    "reversed": model_reversed,
    "next": model_next,
    "iter": model_iter,
    "getattr": _getattr,
    "setattr": _set_by_name,
    "vars": _vars,
    "globals": _globals,
    "object.__setattr__": set_attribute,
    "type.__setattr__": set_attribute,
    "memoryview": lambda s, f, n, a, k: a[0] if a else UNKNOWN,
    "bytearray": _bytes,
    "isinstance": _isinstance,
    "issubclass": _issubclass,
    "property": _deferred("builtins.property"),
    "staticmethod": _deferred("builtins.staticmethod"),
    "classmethod": _deferred("builtins.classmethod"),
    "type": _type,
    "callable": _callable_values,
    "any": _any_all,
    "all": _any_all,
}


_CONTAINERS = frozenset({"list", "dict", "set", "bytearray"})
_NEEDS_VALUE: dict[str, Value] = {
    "str": STR,
    "repr": STR,
    "format": STR,
    "hash": INT,
    "round": union(INT, FLOAT),
    "divmod": UNKNOWN,
    "pow": union(INT, FLOAT),
    "complex": UNKNOWN,
    "bytes": UNKNOWN,
    "chr": STR,
    "hex": STR,
    "bin": STR,
    "ord": INT,
}


_HARMLESS: dict[str, Value] = {
    "id": INT,
    "hasattr": BOOL,
    "object": one(Opaque("object")),
    "super": UNKNOWN,
    "dir": UNKNOWN,
}
