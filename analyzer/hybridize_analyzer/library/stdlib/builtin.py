"""Python's built-in functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import find_attribute, unmangled
from hybridize_analyzer.domain.contents import is_dataset, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
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
    Bound,
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
from hybridize_analyzer.interpreter.tracing import aliasing, function_objects
from hybridize_analyzer.interpreter.tracing.placeholders import note_variable_use
from hybridize_analyzer.interpreter.values import array_arguments, receivers, rounding, types
from hybridize_analyzer.interpreter.values.allocation import allocate, new_dict, new_list, new_sequence
from hybridize_analyzer.interpreter.values.computed_names import read_any
from hybridize_analyzer.interpreter.values.indexing import SLICE, SLICE_BY_TENSORS
from hybridize_analyzer.interpreter.values.namespaces import (
    ANY,
    ANY_MODULE,
    change_behind,
    change_entries,
    entries,
    set_any_of,
    set_in_modules,
)
from hybridize_analyzer.interpreter.values.objects import CLASS, COLLECTED, note_order
from hybridize_analyzer.interpreter.values.operators import binary
from hybridize_analyzer.interpreter.values.special_methods import (
    ask_classes,
    hashed,
    invoke,
    note_content,
    project_objects,
    test,
    text,
)
from hybridize_analyzer.interpreter.values.super_attributes import SUPER
from hybridize_analyzer.interpreter.values.writes import change_object
from hybridize_analyzer.library.common import callables, contains_tensor, invoke_callbacks
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
from hybridize_analyzer.library.stdlib.printing import of_output
from hybridize_analyzer.program.code import ClassCode

Args = tuple[Value, ...]
Model = Callable[[Call], Value]


def _note_identity(call: Call, short: str, plain: Value) -> None:
    """What Python says of an object, which is another one inside a graph.  plain: the tensors that are asked about."""
    if short == "id" and plain:
        aliasing.note_counted(call.state, call.frame, call.node)
    asks = (short == "hasattr" and types.is_otherwise(plain, call.args[1:2])) or short == "dir"
    if plain and (asks or short == "id"):
        call.emit(Kind.EAGER_ONLY, f"`{short}()` of a tensor is another inside a graph")


def run(call: Call, name: str) -> Value:
    short = name.removeprefix("builtins.")
    model = _MODELS.get(short)
    if model is not None:
        return model(call)
    owner, _, member = short.rpartition(".")
    if owner in ("object", "type") and member in SLOTS:
        return run_slot(call, member)
    if owner in _CONTAINERS and call.args:
        return _of_class(call, member)
    if short == "pow" and len(call.args) == 2 and not call.keywords:
        return binary(call.state, call.frame, call.node, ast.Pow(), *call.args)
    if short in _NEEDS_VALUE:
        return _of_value(call, short)
    if short == "hasattr" and len(call.args) == 2 and (has := types.has(*call.args)) is not None:
        return const(has)
    if short == "hasattr" and len(call.args) == 2:
        _note_attribute(call, _name(call))
    plain = types.plain_tensors(*call.args[:1])
    _note_identity(call, short, plain)
    if short in _HARMLESS:
        return _HARMLESS[short]
    if short.endswith(("Error", "Exception", "Warning", "Interrupt", "Iteration", "Exit")):
        if any(contains_tensor(call.state, v) for v in call.args):
            call.emit(Kind.PYTHON_VALUE, "a tensor is put into an exception")
        return one(External("exception"))
    if short in ("open", "input", "breakpoint"):
        call.emit(Kind.OUTPUT, f"`{short}()` is called")
        return one(allocate(call.state, call.frame, call.node, "io.File")) if short == "open" else STR
    return invoke_callbacks(call, f"`{short}()`")


def _of_value(call: Call, short: str) -> Value:
    """What shows a value, or computes with it."""
    if short in _SHOWING and call.args:
        text(call.state, call.frame, call.node, call.args[0])
    for ref in project_objects(call.state, call.args[0]) if call.args else ():
        invoke(call.state, call.frame, call.node, ref, (f"__{short}__", "__index__", "__float__"))
    if any(contains_tensor(call.state, v) for v in call.args):
        call.emit(Kind.PYTHON_VALUE, f"`{short}()` needs the value of a tensor", aspect=Aspect.RAISES)
    _note_rounded(call, short)
    return _NEEDS_VALUE[short]


def _note_attribute(call: Call, name: str | None) -> None:
    """`hasattr(x, name)`: a graph keeps the answer that its trace gets."""
    for ref in project_objects(call.state, call.args[0]):
        cls = call.state.heap.type_of(ref.key)
        plain = name is not None and call.state.heap.field(ref.key, name) is not None
        if isinstance(cls, ClassCode) and not plain and find_attribute(call.state, cls, name or "") is None:
            invoke(call.state, call.frame, call.node, ref, ("__getattr__",), call.args[1:2])
    for atom in call.args[0]:
        if isinstance(atom, Ref) and (name is None or call.state.changed_at(atom.key, name, lazily=True)):
            message = f"it is asked for an attribute `{name}`" if name else "it is asked for an attribute"
            call.emit(Kind.READ, message, target=atom.key, field=name or ANY)


def _of_class(call: Call, member: str) -> Value:
    """`list.append(items, x)`: the first argument is the receiver; `dict.fromkeys(keys, x)` makes one."""
    if member == "fromkeys":
        return new_dict(
            call.state,
            call.frame,
            call.node,
            [
                (
                    elements_of(call.state, call.frame, call.args[0], call.node),
                    call.args[1] if len(call.args) > 1 else NONE,
                )
            ],
        )
    of_objects = frozenset(a for a in call.args[0] if isinstance(a, Ref))
    bound: Value = frozenset(Bound(External(SUPER + member), a) for a in of_objects)
    others = call.args[0] - of_objects
    method = read_attribute(call.state, call.frame, call.node, others, member)  # type: ignore[arg-type]
    return call_value(call.state, call.frame, call.node, bound | method, call.args[1:], call.keywords)


def _print(call: Call) -> Value:
    call.emit(Kind.OUTPUT, "`print()` is called", aspect=of_output(call))
    return NONE


def _len(call: Call) -> Value:
    if not call.args:
        return INT
    items = items_of(call.state, call.args[0])
    if items is not None:
        return const(len(items))
    ask_classes(call.state, call.frame, call.node, call.args[0], "__len__")
    for atom in call.args[0]:
        if isinstance(atom, Tensor):
            note_of_autograph(call.state, call.frame, call.node, Kind.LENGTH, "`len()` takes a tensor")
            if (atom.dynamic and not (atom.shape and atom.shape[0])) or atom.kind != "tensor":
                call.emit(Kind.SHAPE, "`len()` of a tensor whose length depends on values")
            elif atom.shape and atom.shape[0] is not None and len(call.args[0]) == 1:
                return const(atom.shape[0])
        elif isinstance(atom, Ref) and project_objects(call.state, one(atom)):
            note_content(call.state, call.frame, call.node, one(atom), "its length is read")
            invoke(call.state, call.frame, call.node, atom, ("__len__",))
        elif is_dataset(call.state, one(atom)):
            call.emit(Kind.EAGER_ONLY, "`len()` of a dataset is a tensor inside a graph")
        elif isinstance(atom, Ref):
            call.emit(Kind.READ, "its length is read", target=atom.key, field=ELEMENTS)
    return INT


def _note_rounded(call: Call, short: str) -> None:
    """`round(x)` and `divmod`; what is rounded to some digits is shown."""
    whole = short == "round" and len(call.args) == 1 and not call.keywords
    if (whole or short == "divmod") and isinstance(call.node, ast.expr):
        rounding.note_taken(call.state, call.frame, call.node, union(*call.args))


def _number(name: str, result: Value) -> Model:
    methods = {"int": ("__int__", "__index__"), "float": ("__float__",), "bool": ("__bool__", "__len__")}[
        name
    ]

    def model(call: Call) -> Value:
        for ref in project_objects(call.state, call.args[0]) if call.args else ():
            invoke(call.state, call.frame, call.node, ref, methods)
        if call.args and contains_tensor(call.state, call.args[0]):
            call.emit(Kind.EAGER_ONLY, f"`{name}()` takes the value of a tensor", member=f"builtins.{name}")
        if name == "int" and call.args and isinstance(call.node, ast.expr):
            rounding.note_taken(call.state, call.frame, call.node, call.args[0])
        if call.args and len(call.args[0]) == 1 and len(call.args) == 1:
            (atom,) = call.args[0]
            if isinstance(atom, Const) and isinstance(atom.value, (int, float, str)):
                try:
                    return const({"int": int, "float": float, "bool": bool}[name](atom.value))
                except (ValueError, OverflowError):
                    return result
            if isinstance(atom, Scalar) and atom.varying:
                return one(Scalar(name, varying=True))
        return result

    return model


def _abs(call: Call) -> Value:
    if not call.args:
        return NOTHING
    call.frame.ops += has_tensor(call.args[0])
    array_arguments.note_absolute(call.state, call.frame, call.node, call.args[0])
    objects = project_objects(call.state, call.args[0])
    found = (invoke(call.state, call.frame, call.node, ref, ("__abs__",)) for ref in objects)
    return union(call.args[0].difference(objects), *(UNKNOWN if f is None else f for f in found))


def _list(call: Call) -> Value:
    return (
        new_sequence(call.state, call.frame, call.node, call.args[0])
        if call.args
        else new_list(call.state, call.frame, call.node, NOTHING, exact=())
    )


def _bytes(call: Call) -> Value:
    return new_list(call.state, call.frame, call.node, INT, cls="builtins.bytearray")


def _tuple(call: Call) -> Value:
    if not call.args:
        return one(Tuple(()))
    refuse_tensors(call.state, call.frame, call.node, "tuple", call.args)
    items = items_of(call.state, call.args[0])
    return (
        one(Tuple(items))
        if items is not None
        else one(Iterator(elements_of(call.state, call.frame, call.args[0], call.node), source="tuple"))
    )


def _set(call: Call) -> Value:
    element = elements_of(call.state, call.frame, call.args[0], call.node) if call.args else NOTHING
    if contains_tensor(call.state, element) or (call.args and tensors(call.args[0])):
        call.emit(Kind.PYTHON_VALUE, "a tensor is hashed")
    hashed(call.state, call.frame, call.node, element)
    return new_list(call.state, call.frame, call.node, element, cls="builtins.set")


def _dict(call: Call) -> Value:
    result = new_dict(
        call.state,
        call.frame,
        call.node,
        [(const(k), v) for k, v in call.keywords.items() if k not in ("*", "**")],
        call.args[:1],
    )
    (ref,) = (a for a in result if isinstance(a, Ref))
    call.state.note(COLLECTED, (call.where, ref.key), call.where)
    for atom in call.args[0] if call.args else ():
        if isinstance(atom, Ref) and call.state.heap.type_of(atom.key) == "builtins.dict":
            note_order(call.state, call.frame, call.where, atom.key)
    return result


def _getattr(call: Call) -> Value:
    name = _name(call)
    if name is None and len(call.args) > 1:
        return _of_names(call)
    if name is None:
        return UNKNOWN
    if len(call.args) > 2 and types.is_otherwise(types.plain_tensors(call.args[0]), call.args[1:2]):
        call.emit(Kind.EAGER_ONLY, f"whether a tensor has `{name}` is another inside a graph")
    found = read_attribute(call.state, call.frame, call.node, call.args[0], name)  # type: ignore[arg-type]  # only the location is used
    if isinstance(call.node, ast.Call) and call.node.args:
        receivers.note_method(call.state, call.frame, call.node, call.node.args[0], found)
    return union(found, *call.args[2:])


def _of_names(call: Call) -> Value:
    """An attribute of one of several names, or of one that cannot be told."""
    names = sorted(a.value for a in call.args[1] if isinstance(a, Const) and isinstance(a.value, str))
    if len(names) < len(call.args[1]):
        written = call.node.args[1] if isinstance(call.node, ast.Call) and len(call.node.args) > 1 else None
        return union(read_any(call, call.args[0], call.args[1], written), *call.args[2:])
    return union(
        NOTHING, *(_getattr(call.given((call.args[0], const(n), *call.args[2:]), {})) for n in names)
    )


def _own_attribute(call: Call) -> Value:
    """`object.__getattribute__(x, name)`, with which the `__getattribute__` of a class gets what there is."""
    untold = len(call.args) > 1 and any(not isinstance(a, Const) for a in call.args[1])
    return read_any(call, call.args[0], call.args[1], hooked=False) if untold else _getattr(call)


def set_attribute(call: Call) -> Value:
    name = _name(call) or "[any]"
    value, where = call.args[2] if len(call.args) > 2 else UNKNOWN, call.where
    for atom in call.args[0] if call.args else ():
        if isinstance(atom, Ref):
            change_object(call.state, call.frame, call.node, atom.key, name, value, "set")
            change_behind(call.state, call.frame, call.node, atom.key, name, value, "set")
            if name == CLASS:
                call.state.heap.write(atom.key, CLASS, value)
                call.state.change(atom.key, ANY, call.where)
            continue
        if isinstance(atom, External):
            call.state.patch_library(f"{atom.name}.{name}", value, where)
        elif isinstance(atom, Class):
            call.state.add_class_attribute(atom.code, name, value)
            call.state.bind_cell(f"class:{atom.code.key}", name, value, where, again=True)
        elif isinstance(atom, Module):
            if name == "[any]":
                set_any_of(call.state, atom.path, where)
            else:
                call.state.bind_global(atom.path, name, value, where, again=True)
        elif isinstance(atom, Opaque) and atom.origin == ANY_MODULE:
            set_in_modules(call.state, None if name == "[any]" else name, value, where)
        elif isinstance(atom, Opaque) and not (
            isinstance(call.node, ast.Call) and call.node.args and call.frame.sets_up(call.node.args[0])
        ):
            call.state.bind_cell(ANY_OBJECT, name, NOTHING, where, again=True)
        call.emit(Kind.WRITE, "`setattr()` changes an object")
    return NONE


def _set_by_name(call: Call) -> Value:
    """`setattr(x, name, value)`: by the `__setattr__` of a class of the project, where it has one."""
    for ref in project_objects(call.state, call.args[0]) if call.args else ():
        invoke(call.state, call.frame, call.node, ref, ("__setattr__",), call.args[1:])
    return set_attribute(call)


def run_slot(call: Call, name: str) -> Value:
    """`object.__setattr__(x, name, value)` and its kin: past what a class of the project defines."""
    return SLOTS[name](call)


def _delete_by_name(call: Call) -> Value:
    """`delattr(x, name)`: what the class has of this name is seen then."""
    name = _name(call) or "[any]"
    for atom in call.args[0] if call.args else ():
        if isinstance(atom, Ref):
            change_object(call.state, call.frame, call.node, atom.key, name, NOTHING, "deleted")
            change_behind(call.state, call.frame, call.node, atom.key, name, NOTHING, "deleted")
        else:
            set_attribute(call)
    return NONE


def _locals(call: Call) -> Value:
    """`locals()`: at the top of a module the dict of its variables, elsewhere a copy, which AutoGraph makes longer."""
    if call.frame.function is None:
        return _globals(call)
    call.emit(Kind.UNKNOWN, "variables are reached through `locals()`, where a graph has more of them")
    return UNKNOWN


def _execute(call: Call) -> Value:
    """`exec(text)`: sets variables of the module, or entries of the dict that it is given."""
    for ref in (a for v in call.args[1:] for a in v if isinstance(a, Ref)):
        call.state.heap.write(ref.key, ELEMENTS, one(EXECUTED))
    for atom in (a for v in call.args[1:] for a in v if isinstance(a, Opaque)):
        change_entries(call.state, call.frame, call.node, atom)
    if len(call.args) < 2:
        set_any_of(call.state, call.frame.module.path, call.where)
    return invoke_callbacks(call, "`exec()`")


def _vars(call: Call) -> Value:
    if any(isinstance(a, (Ref, Module)) for a in union(NOTHING, *call.args)):
        call.emit(Kind.UNKNOWN, "the attributes of an object are reached through `vars()`")
    return union(*(entries(atom) for value in call.args for atom in value)) if call.args else _locals(call)


def _globals(call: Call) -> Value:
    call.emit(Kind.UNKNOWN, "variables are reached through `globals()`")
    function_objects.note_listed(call)
    return entries(Module(call.frame.module.path))


def _name(call: Call) -> str | None:
    """The attribute that the second argument names; None where that cannot be told."""
    text = _constant_text(call.args[1]) if len(call.args) > 1 else None
    return None if text is None else unmangled(call.state, text)


def _constant_text(value: Value) -> str | None:
    atom = next(iter(value), None)
    return atom.value if len(value) == 1 and isinstance(atom, Const) and isinstance(atom.value, str) else None


def _isinstance(call: Call) -> Value:
    if len(call.args) != 2:
        return BOOL
    if types.notes_array(call.args[0], call.args[1]):
        call.emit(Kind.VALUE, types.ARRAY_TESTED)
    if any(t.kind == "truth" for t in tensors(call.args[0])):
        call.emit(
            Kind.PYTHON_VALUE, "`isinstance()` asks for the type of a number that is a tensor inside a graph"
        )
    if types.tells_variables(call.args[1]):
        note_variable_use(
            call.state, call.frame, call.node, call.args[0], "`isinstance()` asks for the type of"
        )
    if types.notes_member(call.state, call.args[0], call.args[1]):
        call.emit(Kind.VALUE, "`isinstance()` tells the member of an enumeration from its value")
    _ask_classes(call)
    answer = types.is_instance(call.state, call.args[0], call.args[1])
    return BOOL if answer is None else const(answer)


def _ask_classes(call: Call) -> None:
    """Classes that answer `isinstance` themselves, and those of `abc` at which others are registered."""
    for atom in types.flattened(call.args[1]):
        if not isinstance(atom, (Class, External)):
            continue
        owner = types.registry_of(atom)
        if call.state.changed_at(owner, types.REGISTERED) is not None:
            message = "what is registered at a class is asked by `isinstance()`"
            call.emit(Kind.READ, message, target=owner, field=types.REGISTERED)
        ask_classes(call.state, call.frame, call.node, one(atom), "__instancecheck__", call.args[:1])


def _issubclass(call: Call) -> Value:
    if len(call.args) == 2:
        asked = frozenset(types.flattened(call.args[1]))
        ask_classes(call.state, call.frame, call.node, asked, "__subclasscheck__", call.args[:1])
    answer = types.is_subclass(call.state, call.args[0], call.args[1]) if len(call.args) == 2 else None
    return BOOL if answer is None else const(answer)


def _deferred(name: str) -> Model:
    """A descriptor that is made by a call: it acts when it is read from an instance."""

    def model(call: Call) -> Value:
        return one(Partial(External(name), call.args[:1], tuple(sorted(call.keywords.items()))))

    return model


def _type(call: Call) -> Value:
    classes: list[Value] = []
    for atom in call.args[0] if len(call.args) == 1 else ():
        if isinstance(atom, Ref):
            cls = call.state.heap.type_of(atom.key)
            classes.append(one(External(cls)) if isinstance(cls, str) else one(Class(cls)))
        elif isinstance(atom, Const) and atom.member is not None:
            classes.append(one(Class(atom.member)))
        elif isinstance(atom, (Const, Scalar)):
            classes.append(one(External(f"builtins.{atom.type}")))
        elif isinstance(atom, (Tensor, Array)) and not _is_compared(call):
            call.emit(Kind.PYTHON_VALUE, "the Python type of a tensor is read")
    return union(*classes) if classes else UNKNOWN


def _is_compared(call: Call) -> bool:
    node = call.node
    return isinstance(node, ast.Call) and array_arguments.is_class_of_both(call.state, call.frame, node)


def _callable_values(call: Call) -> Value:
    return const(True) if call.args and callables(call.args[0]) and len(call.args[0]) == 1 else BOOL


def _any_all(call: Call) -> Value:
    if any(contains_tensor(call.state, v) for v in call.values):
        call.emit(Kind.PYTHON_VALUE, "`any()`/`all()` needs the value of a tensor")
    for value in call.args:
        test(call.state, call.frame, call.node, elements_of(call.state, call.frame, value, call.node))
    return BOOL


def _slice(call: Call) -> Value:
    measured = any(contains_tensor(call.state, value) for value in call.args)
    return one(Opaque(SLICE_BY_TENSORS if measured else SLICE))


SLOTS: dict[str, Model] = {
    "__setattr__": set_attribute,
    "__delattr__": _delete_by_name,
    "__getattribute__": _own_attribute,
}
"""Methods that every object has, which reach its attributes."""

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
    "delattr": _delete_by_name,
    "exec": _execute,
    "locals": _locals,
    "vars": _vars,
    "globals": _globals,
    "memoryview": lambda call: call.args[0] if call.args else UNKNOWN,
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
_SHOWING = ("str", "repr", "format")
_NEEDS_VALUE: dict[str, Value] = {
    "str": STR,
    "repr": STR,
    "format": STR,
    "hash": INT,
    "round": union(INT, FLOAT),
    "divmod": UNKNOWN,
    "pow": union(INT, FLOAT),
    "complex": one(Scalar("complex")),
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
