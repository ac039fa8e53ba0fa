"""Special methods: the calls that Python makes of `len(x)`, `x + y`, `for … in x`, `if x:` on project objects."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridize_analyzer.domain.classes import find_attribute, metaclass, record_fields
from hybridize_analyzer.domain.computed import is_computed
from hybridize_analyzer.domain.contents import nested
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    FROM_CALLER,
    NOTHING,
    OPEN,
    UNKNOWN,
    Bound,
    Class,
    Opaque,
    Ref,
    Value,
    has_tensor,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_atom, call_method, elements_of, has_method
from hybridize_analyzer.interpreter.tracing import lengths
from hybridize_analyzer.interpreter.values import conversions
from hybridize_analyzer.program.code import ClassCode

_BINARY: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
_COMPARE: dict[type[ast.AST], str] = {
    ast.Eq: "__eq__",
    ast.NotEq: "__ne__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
}
_ORDERING = ("__lt__", "__gt__", "__le__", "__ge__")
_COMPARED_BY = {
    "__eq__": ("__eq__",),
    "__ne__": ("__ne__", "__eq__"),
    **{name: (name, *_ORDERING) for name in _ORDERING},
}
"""What Python calls for each comparison: also the method of the other side, or that which `total_ordering` starts from."""
_UNARY: dict[type[ast.AST], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}


TO_TENSORS = "__tf_tensor__"
"""By which TensorFlow asks objects for a tensor, before the functions that the program has registered for their classes."""
TO_ARRAYS = (TO_TENSORS, "__array__", "__float__", "__int__", "__index__", "__len__", "__getitem__")
"""By which TensorFlow and NumPy make tensors and arrays of objects."""
TO_NUMBERS = ("__float__", "__index__", "__floor__", "__ceil__", "__trunc__")
"""By which `math` makes numbers of them."""
_OF_TWO: dict[str, Callable[[Value], tuple[Value, ...]]] = {
    "__getitem__": lambda _: (UNKNOWN,),
    "__eq__": lambda part: (part,),
}
"""Those that take an argument, and which it is: an object is compared with others like it."""
_DEPTH = 2
"""So many containers deep."""


def project_objects(state: State, value: Value) -> list[Ref]:
    """References to instances of classes that the project defines."""
    return [a for a in value if isinstance(a, Ref) and not isinstance(state.heap.type_of(a.key), str)]


def invoke(
    state: State, frame: Frame, node: ast.AST, ref: Ref, names: tuple[str, ...], args: tuple[Value, ...] = ()
) -> Value | None:
    """Calls the first special method of `names` that the object has; None when it has none."""
    for name in names:
        if has_method(state, ref, name):
            with frame.indirectly():
                return call_method(state, frame, node, ref, name, args)
    return None


def arithmetic(
    state: State, frame: Frame, node: ast.AST, op: ast.operator, left: Value, right: Value
) -> Value | None:
    """`left op right` through `__add__` and its kin; None when no project object takes part."""
    name = _BINARY.get(type(op), "?")
    results: list[Value] = []
    for ref in project_objects(state, left):
        result = invoke(state, frame, node, ref, (f"__i{name}__", f"__{name}__"), (right,))
        if result is None and has_tensor(right):
            convert(state, frame, node, one(ref), (TO_TENSORS,))
        results.append(UNKNOWN if result is None else result)
    for ref in project_objects(state, right):
        result = invoke(state, frame, node, ref, (f"__r{name}__",), (left,))
        if result is not None:
            results.append(result)
            if has_tensor(left):
                state.emit(
                    frame, node, Kind.PYTHON_VALUE, "a tensor meets an object that no graph can convert"
                )
        elif has_tensor(left):
            convert(state, frame, node, one(ref), (TO_TENSORS,))
    return union(*results) if results else None


def comparison(
    state: State, frame: Frame, node: ast.AST, op: ast.cmpop, left: Value, right: Value
) -> Value | None:
    """`left op right` through `__eq__` and its kin, `in` through `__contains__`."""
    results: list[Value] = []
    compared = right if isinstance(op, (ast.In, ast.NotIn)) else left | right
    note_content(state, frame, node, compared, "its content is compared")
    if isinstance(op, (ast.In, ast.NotIn)):
        hashed(state, frame, node, left)
        for ref in project_objects(state, right):
            result = invoke(state, frame, node, ref, ("__contains__", "__iter__"), (left,))
            results.append(UNKNOWN if result is None else result)
        results += ask_classes(state, frame, node, right, "__contains__", (left,))
        if not results:
            ask_elements(state, frame, node, elements_held(state, right), "__eq__", left)
    elif type(op) in _COMPARE:
        for ref, other in [
            *((r, right) for r in project_objects(state, left)),
            *((r, left) for r in project_objects(state, right)),
        ]:
            result = invoke(state, frame, node, ref, _COMPARED_BY[_COMPARE[type(op)]], (other,))
            if result is not None:
                results.append(result)
            else:
                note_record(state, frame, node, ref, "is compared")
                convert(state, frame, node, one(ref) if has_tensor(other) else NOTHING, (TO_TENSORS,))
        elements = elements_held(state, left | right)
        for name in dict.fromkeys(("__eq__", _COMPARE[type(op)])):
            ask_elements(state, frame, node, elements, name, elements)
    return union(*results) if results else None


def elements_held(state: State, value: Value) -> Value:
    """What stands in lists, tuples and the like."""
    return union(NOTHING, *(part for atom in value for part in state.heap.inside(atom)))


def ask_elements(state: State, frame: Frame, node: ast.AST, elements: Value, name: str, other: Value) -> None:
    """Containers compare what they hold by its own methods."""
    for ref in project_objects(state, elements):
        invoke(state, frame, node, ref, _COMPARED_BY.get(name, (name,)), (other,))


def text(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """Formatting an object calls one of its methods, and formatting a container those of what stands in it."""
    for part in nested(value, state.heap.inside, _DEPTH):
        note_content(state, frame, node, part, "its content is shown")
        for ref in project_objects(state, part):
            if invoke(state, frame, node, ref, ("__format__", "__str__", "__repr__")) is None:
                note_record(state, frame, node, ref, "is shown")


def note_record(state: State, frame: Frame, node: ast.AST, ref: Ref, what: str) -> None:
    """What dataclasses and named tuples are given shows and compares their fields.  what: what happens to these."""
    cls = state.heap.type_of(ref.key)
    for name in (isinstance(cls, ClassCode) and record_fields(state, cls)) or ():
        state.emit(frame, node, Kind.READ, f"attribute `{name}` {what}", target=ref.key, field=name)


def convert(state: State, frame: Frame, node: ast.AST, value: Value, names: tuple[str, ...]) -> None:
    """Libraries make numbers and arrays of objects, and of those in containers, by whichever of these methods they have."""
    for part in nested(value, state.heap.inside, _DEPTH):
        for ref in project_objects(state, part):
            for name in names:
                invoke(state, frame, node, ref, (name,), _OF_TWO[name](part) if name in _OF_TWO else ())
            if TO_TENSORS in names:
                conversions.run_registered(state, frame, node, ref)


def hashed(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """Sets and dicts hash their keys, and compare them where the hashes are equal."""
    convert(state, frame, node, value, ("__hash__", "__eq__"))
    for ref in project_objects(state, value):
        note_record(state, frame, node, ref, "is compared")


def ask_classes(
    state: State, frame: Frame, node: ast.AST, value: Value, name: str, args: tuple[Value, ...] = ()
) -> list[Value]:
    """Calls the special method that metaclasses of some classes have, as `len(cls)` and `x in cls` do; what it gives."""
    found = (of_class(state, frame, node, atom, name, args) for atom in value if isinstance(atom, Class))
    return [result for result in found if result is not None]


def of_class(
    state: State, frame: Frame, node: ast.AST, cls: Class, name: str, args: tuple[Value, ...] = ()
) -> Value | None:
    """Calls the special method that the metaclass of a class has; None when it has none."""
    found = [
        method
        for meta in metaclass(state, cls.code)
        if isinstance(meta, Class)
        for method in (find_attribute(state, meta.code, name) or (NOTHING, None))[0]
    ]
    with frame.indirectly():
        parts = [call_atom(state, frame, node, Bound(method, cls), args, {}) for method in found]
    return union(*parts) if parts else None


def unary(state: State, frame: Frame, node: ast.UnaryOp, value: Value) -> Value | None:
    """`-x`, `~x` through `__neg__` and its kin."""
    objects = project_objects(state, value)
    if not objects or type(node.op) not in _UNARY:
        return None
    results = [invoke(state, frame, node, ref, (_UNARY[type(node.op)],)) for ref in objects]
    return union(NOTHING, *(UNKNOWN if r is None else r for r in results))


def test(state: State, frame: Frame, node: ast.AST, value: Value) -> Value:
    """What `if value:` tests: `__bool__` or `__len__` of project objects are called."""
    if any(isinstance(a, Opaque) and not a.origin.startswith(FROM_CALLER) for a in value):
        kind = Kind.UNKNOWN if is_computed(value) else Kind.VALUE
        state.emit(frame, node, kind, "what a condition tests cannot be seen")
    note_content(state, frame, node, value, "whether it is empty is read")
    if OPEN in value:
        lengths.note_open(state, frame, node, value)
    for ref in project_objects(state, value):
        result = invoke(state, frame, node, ref, ("__bool__", "__len__"))
        if result is not None and has_tensor(result):
            state.emit(frame, node, Kind.PYTHON_VALUE, "the truth of an object needs the value of a tensor")
    return value


def iterates(state: State, ref: Ref) -> bool:
    """Whether a class of the project says how its objects are iterated over."""
    return any(has_method(state, ref, name) for name in ("__iter__", "__aiter__", "__getitem__"))


def note_content(state: State, frame: Frame, node: ast.AST, value: Value, what: str) -> None:
    """The content of objects is read as a whole: by a test, `in`, a comparison, `len`."""
    for atom in value:
        if isinstance(atom, Ref):
            state.emit(frame, node, Kind.READ, what, target=atom.key, field=ELEMENTS)


def iterate(state: State, frame: Frame, node: ast.AST, ref: Ref) -> Value:
    """What `for … in ref` binds."""
    found = invoke(state, frame, node, ref, ("__iter__", "__aiter__"))
    if found is None:
        element = invoke(state, frame, node, ref, ("__getitem__",), (UNKNOWN,))
        if element is None:
            state.emit(frame, node, Kind.VALUE, "an object is iterated over in a way that cannot be seen")
        return UNKNOWN if element is None else element
    parts: list[Value] = []
    for atom in found:
        if isinstance(atom, Ref) and project_objects(state, one(atom)):
            step = invoke(state, frame, node, atom, ("__next__", "__anext__"))
            parts.append(UNKNOWN if step is None else step)
        else:
            parts.append(elements_of(state, frame, one(atom), node))
    return union(NOTHING, *parts)
