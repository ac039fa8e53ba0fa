"""Attributes: reading, writing and deleting `x.name` for every kind of value."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.ownership import MADE, held
from hybridize_analyzer.domain.state import ANY_OBJECT, LIBRARIES, Frame, State
from hybridize_analyzer.domain.values import (
    FLOAT,
    INT,
    NOTHING,
    OPEN,
    STR,
    UNKNOWN,
    Array,
    Atom,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Iterator,
    Module,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    const,
    external,
    one,
    part_of,
    union,
)
from hybridize_analyzer.interpreter.syntax.names import is_constant_reference, note_arrays
from hybridize_analyzer.interpreter.tracing import lengths, placeholders
from hybridize_analyzer.interpreter.values import namespaces, special_methods
from hybridize_analyzer.interpreter.values.descriptors import (
    class_attribute,
    decorator_names,
    has_setter,
    is_classmethod,
)
from hybridize_analyzer.interpreter.values.writes import change_arrays, change_object, sets_up
from hybridize_analyzer.knowledge import tensors as tensor_knowledge
from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.program.code import ClassCode
from hybridize_analyzer.shapes import promotion
from hybridize_analyzer.shapes.dtypes import is_dtype

_CONSTANTS = {
    "math.pi": FLOAT,
    "math.e": FLOAT,
    "math.inf": FLOAT,
    "math.nan": FLOAT,
    "numpy.pi": FLOAT,
    "numpy.e": FLOAT,
    "numpy.inf": FLOAT,
    "numpy.nan": FLOAT,
    "numpy.newaxis": const(None),
    "tensorflow.newaxis": const(None),
}


def read_attribute(state: State, frame: Frame, node: ast.expr, value: Value, name: str) -> Value:
    return union(*[_read(state, frame, node, atom, name) for atom in value]) if value else NOTHING


def _read(state: State, frame: Frame, node: ast.expr, atom: Atom, name: str) -> Value:
    if isinstance(atom, Ref):
        return read_object(state, frame, node, atom, name)
    if isinstance(atom, Tensor):
        return _tensor(state, frame, node, atom, name)
    if isinstance(atom, Module):
        return _module(state, frame, node, atom, name)
    if isinstance(atom, External):
        return _external(state, frame, node, atom, name)
    if isinstance(atom, Class):
        return _class(state, frame, node, atom, name)
    if isinstance(atom, Array):
        return _array(atom, name)
    if isinstance(atom, Const) and atom.value is None and not hasattr(None, name):
        return NOTHING  # an exception, inside a graph and outside
    if isinstance(atom, (Tuple, Iterator)) and name in ("ndims", "rank"):
        return const(len(atom.elements)) if isinstance(atom, Tuple) else INT  # of a `TensorShape`
    if isinstance(atom, (Const, Scalar, Tuple, Iterator)):
        kind = atom.type if isinstance(atom, (Const, Scalar)) else type(atom).__name__.lower()
        if not _has(kind, name):
            return _of_member(atom, name)
        return one(Bound(External(f"builtins.{kind}.{name}"), atom))
    if isinstance(atom, (Function, Bound, Partial)):
        return _callable(atom, name)
    if isinstance(atom, Hybrid):
        return one(atom.function) if name == "python_function" else UNKNOWN
    return _opaque(state, frame, node, atom, name)


_TYPES = {t.__name__: t for t in (int, float, str, bool, bytes, complex, tuple, list, dict, set)}
_OF_ARRAYS = ("shape", "dtype", "ndim", "size", "T", "item", "astype", "numpy", "tolist")
_OF_SHAPES = frozenset(
    """as_list dims num_elements is_compatible_with is_fully_defined concatenate merge_with with_rank with_rank_at_least
    with_rank_at_most assert_has_rank assert_is_compatible_with assert_is_fully_defined assert_same_rank as_proto
    most_specific_compatible_shape""".split()
)
"""Members of `TensorShape`, which stands among the tuples."""


def _has(kind: str, name: str) -> bool:
    """Whether a value of a built-in type can have an attribute: reading any other is an exception."""
    found = _TYPES.get(kind)
    if found is None or name in _OF_ARRAYS or (found is tuple and name in _OF_SHAPES):
        return True
    return hasattr(found, name) or (found is tuple and hasattr(list, name))  # a slice of a list


def _of_member(atom: Atom, name: str) -> Value:
    """The members of an enumeration stand as their values."""
    if isinstance(atom, (Const, Scalar)) and name in ("name", "value"):
        return STR if name == "name" else one(atom)
    return NOTHING


def _callable(atom: Function | Bound | Partial, name: str) -> Value:
    if name in ("__name__", "__qualname__", "__doc__", "__module__"):
        return STR
    if name == "__func__":
        return one(atom.function if isinstance(atom, Bound) else atom)
    if name == "__self__" and isinstance(atom, Bound):
        return one(atom.receiver)
    if name == "func" and isinstance(atom, Partial):
        return one(atom.function)
    return UNKNOWN


def _class(state: State, frame: Frame, node: ast.expr, atom: Class, name: str) -> Value:
    found = classes.find_attribute(state, atom.code, name)
    if found is None:
        return STR if name in ("__name__", "__qualname__", "__module__") else UNKNOWN
    value, owner = found
    if isinstance(owner, ClassCode) and not all(is_constant_reference(a) for a in value):
        state.emit(
            frame,
            node,
            Kind.READ,
            f"class attribute `{name}` is read",
            target=f"class:{owner.key}",
            field=name,
        )
    return frozenset(Bound(a, atom) if is_classmethod(a) else a for a in value)


_DTYPE = "dtype"
"""Origin of a dtype of TensorFlow that is not known; a graph has it when it is traced, so nothing about it is unseen."""


def _opaque(state: State, frame: Frame, node: ast.expr, atom: Atom, name: str) -> Value:
    if not isinstance(atom, Opaque) or name in ("shape", "dtype", "ndim"):
        return UNKNOWN
    if atom.origin == _DTYPE:
        return (
            one(atom)
            if name in ("base_dtype", "real_dtype")
            else tensor_knowledge.DTYPE_PLAIN.get(name, UNKNOWN)
        )
    if name in namespaces.CHANGING:
        namespaces.change_entries(state, frame, node, atom)
    if name == "__dict__":
        return namespaces.entries(atom)
    if state.changed_at(ANY_OBJECT, name) is not None:
        state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=ANY_OBJECT, field=name)
    return one(part_of(atom))


def _module(state: State, frame: Frame, node: ast.expr, atom: Module, name: str) -> Value:
    binding = state.global_binding(atom.path, name)
    if binding is not None:
        changes = binding.rebound is not None or not all(is_constant_reference(a) for a in binding.value)
        if frame.function is not None and changes:
            target = f"global:{atom.path}:{name}"
            state.emit(
                frame, node, Kind.READ, f"`{name}` of another module is read", target=target, field=name
            )
            note_arrays(state, frame, node, binding.value, f"`{name}` of another module is read")
        return binding.value
    if atom.path.startswith("package:"):
        path = state.names.resolve(f"{atom.path[len('package:') :]}.{name}", frame.module.path)
        return one(Module(path)) if path else UNKNOWN
    canonical_name = state.names.canonical.get(atom.path, "")
    path = state.names.paths.get(f"{canonical_name}.{name}")
    from hybridize_analyzer.interpreter.syntax import imports

    if path is not None:
        imports.run(state, path)
        return one(Module(path))
    computed = imports.computed_member(state, frame, node, atom.path, name)
    return UNKNOWN if computed is None else computed


_AMBIENT = ("sys.argv", "sys.path", "sys.modules", "sys.stdin", "sys.flags", "os.environ", "sys.platform")


def _external(state: State, frame: Frame, node: ast.expr, atom: External, name: str) -> Value:
    full = canonical(f"{atom.name}.{name}")
    if name == "as_numpy_dtype" and is_dtype(dtype := atom.name.removeprefix("tensorflow.")):
        return external(f"numpy.{dtype}")
    if full in _AMBIENT:
        state.emit(frame, node, Kind.AMBIENT, f"`{full}` is read")
    value = _CONSTANTS.get(full) or external(full)
    patch = state.patch_of(full)
    if patch is None:
        return value
    message = f"`{full}`, which the program sets, is read"
    state.emit(frame, node, Kind.READ, message, target=LIBRARIES, field=full)
    return union(value, patch.value)


def _array(atom: Array, name: str) -> Value:
    if name == "shape":
        if atom.shape is None:
            return one(Iterator(INT, source="shape"))
        return one(Tuple(tuple(const(a) if a is not None else INT for a in atom.shape)))
    if name in ("ndim", "size", "itemsize", "nbytes"):
        return INT
    if name == "T":
        return one(Array(atom.dtype, None if atom.shape is None else atom.shape[::-1], atom.home))
    if name == "flat":
        return one(Array(atom.dtype, None, atom.home))
    if name in ("real", "imag"):
        return one(Array(promotion.real(atom.dtype), atom.shape, atom.home))
    if name == "dtype":
        return one(External(f"numpy.{atom.dtype}")) if atom.dtype else UNKNOWN
    return one(Bound(External(f"numpy.ndarray.{name}"), atom))


def _tensor(state: State, frame: Frame, node: ast.expr, atom: Tensor, name: str) -> Value:
    if name == "shape":
        return read_shape(state, frame, node, atom)
    if atom.keras and name in tensor_knowledge.OF_KERAS_VARIABLES:
        from hybridize_analyzer.library.keras import variables as keras_variables

        keras_variables.note_use(state, frame, node, one(atom), f"`.{name}` is read of")
        if name == "value":
            return one(Tensor("tensor", atom.dtype, atom.shape))
    if name == "dtype":
        return one(External(f"tensorflow.{atom.dtype}") if atom.dtype else Opaque(_DTYPE))
    if name in tensor_knowledge.PARTS.get(atom.kind, {}):
        from hybridize_analyzer.library.tensorflow import composites

        return composites.part(atom, name)
    if name in tensor_knowledge.PLAIN:
        return tensor_knowledge.PLAIN[name]
    if atom.kind == "variable" and name in tensor_knowledge.VARIABLE_PLAIN:
        return tensor_knowledge.VARIABLE_PLAIN[name]
    if name in tensor_knowledge.GRAPH_DEPENDENT:
        state.emit(frame, node, Kind.EAGER_ONLY, f"`.{name}` of a tensor is another inside a graph")
        return UNKNOWN
    if atom.kind == "tensor" and name in tensor_knowledge.OF_ARRAYS:
        state.emit(frame, node, Kind.EAGER_ONLY, f"`.{name}` is an attribute of NumPy arrays, not of tensors")
        return UNKNOWN
    return one(Bound(External(f"tensorflow.Tensor.{name}"), atom))


def read_shape(state: State, frame: Frame, node: ast.AST, atom: Tensor) -> Value:
    """The static shape of a tensor: a graph may know its rank and not all of its lengths, or nothing at all."""
    if atom.kind == "tensor" and not atom.unranked:
        return lengths.static_shape(_in_graph(atom), dynamic=atom.dynamic)
    if atom.dynamic:
        lengths.note_open(state, frame, node, one(OPEN))
    return lengths.static_shape(None if atom.kind == "slices" else atom.shape, dynamic=False)


def _in_graph(tensor: Tensor) -> Shape | None:
    """What a graph knows of a shape: of what is made of sparse tensors the number of axes, and no length."""
    if tensor.dynamic and tensor.shape and None not in tensor.shape:
        return (None,) * len(tensor.shape)
    return tensor.shape


def read_object(state: State, frame: Frame, node: ast.expr, atom: Ref, name: str) -> Value:
    """An attribute of an instance: its own fields, its class, then what the library class offers."""
    cls = state.heap.type_of(atom.key)
    if name == "__class__":
        return one(Class(cls)) if isinstance(cls, ClassCode) else one(External(cls))
    if name == "__dict__":
        state.emit(frame, node, Kind.UNKNOWN, "the attributes of an object are reached through `__dict__`")
        return namespaces.entries(atom)
    content = _content(classes.container_of(state, cls), atom, name)
    if content is not None:
        return content
    if isinstance(cls, str):
        return _of_library_object(state, frame, node, atom, cls, name)
    field = state.heap.field(atom.key, name)
    inherited = class_attribute(state, frame, node, atom, cls, name)
    if field is not None:
        _note_field(state, frame, node, atom, name, field)
        field = held(field)
        return union(field, inherited) if inherited is not None and not _is_method(inherited) else field
    if inherited is not None:
        return inherited
    from hybridize_analyzer import library

    bases = classes.library_bases(state, cls)
    for base in bases:
        offered = None if base == "?" else library.inherited_attribute(state, frame, node, atom, base, name)
        if offered is not None:
            return offered
    getter = classes.find_attribute(state, cls, "__getattr__")
    if getter is not None and not name.startswith("__"):
        return _computed_attribute(state, frame, node, atom, getter[0], name)
    if "?" in bases:
        message = f"attribute `{name}` may come from a class that cannot be seen"
        state.emit(frame, node, Kind.VALUE, message)
    if "?" in bases or getter is not None:
        return UNKNOWN
    return NOTHING if not state.exploring else UNKNOWN


def _of_library_object(state: State, frame: Frame, node: ast.expr, atom: Ref, cls: str, name: str) -> Value:
    if not _has(cls.removeprefix("builtins."), name):
        return NOTHING
    from hybridize_analyzer import library

    field = state.heap.field(atom.key, name)
    if field is None:
        return library.instance_attribute(state, frame, node, atom, cls, name)
    if state.heap.changed_at(atom.key, name):
        state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=atom.key, field=name)
    return union(field, library.known_attribute(state, frame, node, atom, cls, name) or NOTHING)


def _content(container: str | None, atom: Ref, name: str) -> Value | None:
    """`data` of a `UserDict`, which is its content, and `maps` of a `ChainMap`, which stands as its dicts."""
    if name == "data" and container in ("collections.UserDict", "collections.UserList"):
        return one(atom)
    return one(Iterator(one(atom), source="list")) if name == "maps" and container is not None else None


def _note_field(state: State, frame: Frame, node: ast.expr, atom: Ref, name: str, field: Value) -> None:
    if state.heap.changed_at(atom.key, name) or not all(is_constant_reference(a) for a in field):
        state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=atom.key, field=name)
        note_arrays(state, frame, node, field, f"attribute `{name}` is read")
    if placeholders.is_weight(state, state.heap[atom.key], field):
        state.emit(frame, node, Kind.WEIGHT, f"the weight `{name}` is read")


def _computed_attribute(
    state: State, frame: Frame, node: ast.expr, atom: Ref, getter: Value, name: str
) -> Value:
    """What the `__getattr__` of a class gives for a name."""
    from hybridize_analyzer.interpreter.values.calls import call_atom

    with frame.indirectly():
        parts = [call_atom(state, frame, node, Bound(a, atom), (const(name),), {}) for a in getter]
    return union(NOTHING, *parts) or UNKNOWN


def _is_method(value: Value) -> bool:
    return all(isinstance(a, Bound) for a in value)


def write_attribute(state: State, frame: Frame, target: ast.Attribute, owner: Value, value: Value) -> None:
    from hybridize_analyzer.interpreter.values.subscripts import note_holder_changed

    for atom in owner:
        if isinstance(atom, Ref):
            _write_object(state, frame, target, atom, value)
        elif isinstance(atom, Class):
            state.add_class_attribute(atom.code, target.attr, value)
            where = frame.module.location(target)
            state.bind_cell(f"class:{atom.code.key}", target.attr, value, where, again=True)
            _emit_write(state, frame, target, f"class attribute `{target.attr}`", f"class:{atom.code.key}")
        elif isinstance(atom, Module):
            where = frame.module.location(target)
            state.bind_global(atom.path, target.attr, value, where, again=True)
            _emit_write(
                state, frame, target, f"the global `{target.attr}`", f"global:{atom.path}:{target.attr}"
            )
        elif isinstance(atom, External):
            full = canonical(f"{atom.name}.{target.attr}")
            state.patch_library(full, value, frame.module.location(target))
            _emit_write(state, frame, target, f"`{full}`", None)
        elif isinstance(atom, Array):
            change_arrays(state, frame, target, one(atom), "a NumPy array is changed in place")
            if atom.home is None or atom.home == MADE:
                note_holder_changed(state, frame, target)
        elif not isinstance(atom, Const):
            if not sets_up(frame, target.value):
                # Whatever object this is, it may be one whose attribute of that name is read elsewhere.
                where = frame.module.location(target)
                state.bind_cell(ANY_OBJECT, target.attr, NOTHING, where, again=True)
            _emit_write(state, frame, target, f"attribute `{target.attr}`", None)


def _write_object(state: State, frame: Frame, target: ast.Attribute, atom: Ref, value: Value) -> None:
    cls = state.heap.type_of(atom.key)
    if isinstance(cls, ClassCode):
        setter = classes.find_attribute(state, cls, target.attr)
        for attribute in setter[0] if setter else ():
            if isinstance(attribute, Function) and "setter" in decorator_names(attribute):
                from hybridize_analyzer.interpreter.values.calls import call_atom

                with frame.indirectly():
                    call_atom(state, frame, target, Bound(attribute, atom), (value,), {})
                return
            if isinstance(attribute, Ref) and has_setter(state, attribute):
                special_methods.invoke(state, frame, target, attribute, ("__set__",), (one(atom), value))
                return
        given = (one(Const("str", target.attr)), value)
        if special_methods.invoke(state, frame, target, atom, ("__setattr__",), given) is not None:
            return
    change_object(state, frame, target, atom.key, target.attr, value, "set")
    if (
        target.attr == "trainable"
        and (where := state.heap.recorded_change(atom.key, "trainable")) is not None
    ):
        state.bind_cell(ANY_OBJECT, "trainable", NOTHING, where, again=True)


def _emit_write(state: State, frame: Frame, node: ast.AST, what: str, target: str | None) -> None:
    state.emit(frame, node, Kind.WRITE, f"{what} is set", target=target)


def delete_attribute(state: State, frame: Frame, target: ast.Attribute, owner: Value) -> None:
    for atom in owner:
        if isinstance(atom, Ref):
            change_object(state, frame, target, atom.key, target.attr, NOTHING, "deleted")
