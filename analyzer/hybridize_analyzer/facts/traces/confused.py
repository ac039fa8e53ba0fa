"""Arguments that differ and are one trace key: the second call runs the graph of the first.

TensorFlow compares Python values by `==`, so that `1`, `1.0`, `True` and the member of an `IntEnum` are one, and objects by
the `__eq__` of their class.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from hybridize_analyzer.domain.classes import descends, find_attribute, linearise
from hybridize_analyzer.domain.contents import KEYS, nested
from hybridize_analyzer.domain.heap import Object
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Atom,
    Const,
    Function,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    one,
)
from hybridize_analyzer.facts.traces.rebuilt import meets_elements_only
from hybridize_analyzer.interpreter.values.objects import COLLECTED, HANDED_ON, IN_ORDER, READ_BY
from hybridize_analyzer.program.code import ClassCode, FunctionCode, found_once, walk

_NUMBERS = ("int", "float", "bool", "complex")
_EXACT = ("Decimal", "Fraction")
_LISTS = ("builtins.list", "collections.namedtuple-instance")
_MAPPINGS = ("builtins.dict", "collections.OrderedDict")
_OTHER_MAPPINGS = ("collections.defaultdict", "collections.Counter")
_PLAIN_ENUMS = (
    "enum.IntEnum",
    "enum.IntFlag",
    "enum.StrEnum",
    "builtins.int",
    "builtins.str",
    "builtins.float",
)
_DEPTH = 4
_WHOLE = ("__dict__", "vars", "astuple", "asdict")
"""In an `__eq__`: all fields are compared."""


def confused_parameter(
    state: State, code: FunctionCode, name: str, contexts: Sequence[Context]
) -> str | None:
    """Why some of the arguments that one parameter gets are one key although they differ, and that may be noticed."""
    values = [c.arguments.get(name, NOTHING) for c in contexts]
    if (disorder := _disorder(state, code, name, values)) is not None:
        return disorder
    whole = not meets_elements_only(code, name)
    reason = confused(state, values, members=not _is_compared_only(code, name), whole=whole)
    return None if reason is None or _meets_tensors_only(code, name, contexts) else reason


def _is_compared_only(code: FunctionCode, name: str) -> bool:
    """Whether a parameter is only compared, computed with or taken for an index: a member is as its number there."""
    uses, harmless = found_once(code.node, _uses)
    return all(use in harmless for use in uses if use.id == name)


def _uses(root: ast.AST) -> tuple[list[ast.Name], set[ast.AST]]:
    """The names in a body, and the expressions of which the number alone matters."""
    names = [n for n in walk(root) if isinstance(n, ast.Name)]
    return names, {number for node in walk(root) for number in _numbers_of(node)}


def _numbers_of(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        yield from (node.left, node.right)
    elif isinstance(node, ast.Compare) and not any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
        yield from (node.left, *node.comparators)
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("range", "int", "float", "bool"):
        yield from node.args


def _meets_tensors_only(code: FunctionCode, name: str, contexts: Sequence[Context]) -> bool:
    """Whether a number is only an operand beside parameters that are float tensors: `1` and `1.0` do the same there."""
    names = [n for n in walk(code.node) if isinstance(n, ast.Name)]
    bound = {n.id for n in names if not isinstance(n.ctx, ast.Load)}
    floats = {n for c in contexts for n in c.arguments} - bound - {name}
    floats = {n for n in floats if all(_is_float_tensor(c.arguments.get(n, NOTHING)) for c in contexts)}
    harmless: set[ast.AST] = set()
    for node in walk(code.node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, _ARITHMETIC):
            for operand, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(other, ast.Name) and other.id in floats:
                    harmless.add(operand)
    return all(n in harmless for n in names if n.id == name)


def _disorder(state: State, code: FunctionCode, name: str, values: Sequence[Value]) -> str | None:
    """Whether the order of entries matters: dicts with the same entries are one key, and keywords come sorted."""
    options = code.node.args.kwarg is not None and code.node.args.kwarg.arg == name
    orders = {key: _order(state.heap[key]) for key in _mappings(state, values)}
    if options and (
        odd := [k for o in orders.values() for k in o if isinstance(k, str) and not k.isidentifier()]
    ):
        return f"the keyword `{odd[0]}` is no name, and a graph takes none but names"
    if any(len({type(k) for k in order}) > 1 for order in orders.values()):
        return "its keys are of several types, which TensorFlow cannot sort"
    if any(_has_members_for_keys(state, key) for key in _mappings(state, values)):
        return "its keys are members of an enumeration, which TensorFlow cannot sort"
    alike: dict[frozenset[object], set[tuple[object, ...]]] = {}
    for order in orders.values():
        alike.setdefault(frozenset(order), set()).add(order)
    for key, order in sorted(orders.items()):
        unsorted = options and (not _is_sorted(order) or _comes_unsorted(state, key))
        if not (unsorted or len(alike[frozenset(order)]) > 1) or not _is_read_in_order(state, key):
            continue
        if unsorted:
            return "its entries are read in order, and keywords come sorted into a graph"
        return (
            "its entries are read in order, and dicts with the same entries in other orders are one trace key"
        )
    return None


def order_unseen(state: State, code: FunctionCode, name: str, contexts: Sequence[Context]) -> str | None:
    """Why dicts that one parameter gets may be one trace key although their entries come in different orders.

    That cannot be told where the keys of one of them are not seen in order.
    """
    keys = list(_mappings(state, [c.arguments.get(name, NOTHING) for c in contexts]))
    unseen = any("[?]" in state.heap[key].fields for key in keys)
    if len(keys) < _TWO or not unseen or not _takes_in_order(state, code, keys):
        return None
    return "its entries are read in order, and dicts with the same entries in another order would be the same trace key"


_TWO = 2


def _takes_in_order(state: State, code: FunctionCode, keys: Sequence[str]) -> bool:
    """Whether a function, or one that it leads to, takes the entries of one of some dicts one after the other."""
    for key, reader in _pairs(state, READ_BY):
        if key in keys:
            state.track.read(("above", reader))
            if code in state.call_graph().leading_to(reader):
                return True
    return False


def _is_sorted(order: Sequence[object]) -> bool:
    return list(order) == sorted(order, key=str)


def _comes_unsorted(state: State, key: str) -> bool:
    """Whether keywords come from a dict (`f(**entries)`) whose keys are not in order, or are not known."""
    places = {where for where, made in _pairs(state, COLLECTED) if made == key}
    sources = (source for source, where in _pairs(state, HANDED_ON) if where in places)
    unknown = any(not isinstance(a, Const) for a in state.heap[key].fields.get(KEYS, NOTHING))
    return unknown or not all(_is_sorted(_order(state.heap[source])) for source in sources)


def _has_members_for_keys(state: State, key: str) -> bool:
    """Whether two keys of a dict or more are members of an enumeration, which is not one of numbers or texts."""
    keys = [a for a in state.heap[key].fields.get(KEYS, NOTHING) if isinstance(a, Ref)]
    classes = [cls for a in keys if isinstance(cls := state.heap.type_of(a.key), ClassCode)]
    plain = [
        cls for cls in classes if descends(state, cls, "enum.") and not descends(state, cls, *_PLAIN_ENUMS)
    ]
    return len(plain) > 1


def _is_read_in_order(state: State, key: str) -> bool:
    """Whether the order of a dict matters: its own, or that of a dict which collects its entries as keywords."""
    reached, waiting = {key}, [key]
    while waiting:
        current = waiting.pop()
        if state.noted(IN_ORDER, current) is not None:
            return True
        places = {where for source, where in _pairs(state, HANDED_ON) if source == current}
        found = {made for where, made in _pairs(state, COLLECTED) if where in places} - reached
        reached |= found
        waiting += found
    return False


def _pairs(state: State, table: str) -> list[tuple[Any, Any]]:
    return [key for key in state.all_noted(table) if isinstance(key, tuple)]


def _mappings(state: State, values: Sequence[Value]) -> Iterator[str]:
    """The dicts in some values, and in the tuples, lists and dicts in them."""

    def inside(atom: Atom) -> Iterable[Value]:
        if isinstance(atom, Ref):
            return _parts(state.heap[atom.key]).values()
        return atom.elements if isinstance(atom, Tuple) else ()

    containers = (a for part in nested(NOTHING.union(*values), inside, _DEPTH - 1) for a in part)
    keys = dict.fromkeys(a.key for a in containers if isinstance(a, Ref))
    return (key for key in keys if state.heap[key].cls in _MAPPINGS)


def _order(mapping: Object) -> tuple[object, ...]:
    """The keys of a dict, in the order in which they were put in."""
    return tuple(_read_key(name[1:-1]) for name in _parts(mapping) if name != "[?]")


@cache
def _read_key(written: str) -> object:
    return ast.literal_eval(written)


_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)


def _is_float_tensor(value: Value) -> bool:
    return bool(value) and all(isinstance(a, Tensor) and (a.dtype or "").startswith("float") for a in value)


def confused(
    state: State, values: Sequence[Value], *, members: bool = True, whole: bool = True
) -> str | None:
    """Why some of the values that one parameter gets, call by call, are one key although they differ.

    members: whether members of enumerations differ from their numbers, and numbers from others of their value.
    whole: whether more may be noticed of a dict than its entries.
    """
    value = NOTHING.union(*values)
    for place in _places(state, value):
        plain: set[object] = {atom for atom in place if not _parts_of(state, atom)}
        reason = _confusion(state, plain, members=members)
        if reason is None and (whole or place != value):
            reason = _other_mappings(state, place)
        if reason is not None:
            return reason
    return None


def _places(state: State, value: Value) -> Iterator[Value]:
    """What is at each place of lists, tuples and dicts, which are told apart place by place.

    Places with the same values are one.  Past a number of places, all that is left counts as one, too.
    """
    places = [value]
    known = {value}
    for depth in range(_DEPTH, -1, -1):
        inner: list[Value] = []
        for place in places:
            yield place
            inner += _joined(_parts_of(state, atom) for atom in place) if depth else ()
        places = [place for place in dict.fromkeys(inner) if place not in known]
        if len(known) + len(places) > _MOST_PLACES:
            places = [NOTHING.union(*places)]
        known.update(places)


_MOST_PLACES = 2000


def _joined(parts: Iterable[Mapping[str, Value]]) -> Iterable[Value]:
    """Place by place, what several containers hold there."""
    found: dict[str, Value] = {}
    for each in parts:
        for name, value in each.items():
            found[name] = found[name] | value if name in found else value
    return found.values()


def _parts_of(state: State, atom: Atom) -> Mapping[str, Value]:
    if isinstance(atom, Tuple):
        return dict(zip(map(str, range(len(atom.elements))), atom.elements, strict=True))
    return _parts(state.heap[atom.key]) if isinstance(atom, Ref) else {}


def _parts(found: Object) -> dict[str, Value]:
    if found.cls in _LISTS and found.exact is not None:
        return dict(zip(map(str, range(len(found.exact))), found.exact, strict=True))
    if found.cls in _MAPPINGS:
        return {n: v for n, v in found.fields.items() if n.startswith("[") and n not in ("[]", "[keys]")}
    return {}


def _confusion(state: State, atoms: set[object], *, members: bool) -> str | None:
    written = sorted(
        {
            (str(value), kind, value, own)
            for atom in atoms
            for kind, value, own in _plain(state, atom, members)
        },
        key=lambda each: each[:2],
    )
    equal: dict[object, list[tuple[str, str]]] = {}
    for text, kind, value, own in written:
        equal.setdefault((value, own), []).append((text, kind))
    for found in equal.values():
        (text, kind), *others = found
        for other_text, other in others:
            if kind != other:
                left, right = _named(text, kind), _named(other_text, other)
                return f"`{left}` and `{right}` are equal, and one graph serves both"
    ranges = {a.among for a in atoms if isinstance(a, Scalar) and a.type == "int" and a.among is not None}
    for text, kind, value, _ in written:
        if kind in ("float", "bool", "complex") and any(value in range(*among) for among in ranges):
            return f"`{text}` and a number of a range are equal, and one graph serves both"
    refs = [a for a in atoms if isinstance(a, Ref)]
    unknown = {a.type for a in atoms if isinstance(a, Scalar)} if members else set[str]()
    plain = {a.type for a in atoms if isinstance(a, (Const, Scalar))}.intersection((*_NUMBERS, *_EXACT))
    for exact in sorted(unknown.intersection(("complex", *_EXACT))):
        if beside := sorted(plain - {exact}):
            return f"a `{exact}` and a `{beside[0]}` may be equal, and one graph serves both"
    if "Decimal" in unknown:
        return "numbers like `Decimal('1')` and `Decimal('1.0')` are equal, and one graph serves both"
    return _own_numbers(state, atoms, refs) or _equal_objects(state, refs)


def _own_numbers(state: State, atoms: set[object], refs: list[Ref]) -> str | None:
    """Objects of a class below `int` beside numbers, or beside those of another such class."""
    classes = {cls for ref in refs if isinstance(cls := state.heap.type_of(ref.key), ClassCode)}
    own = sorted(
        cls.name
        for cls in classes
        if descends(state, cls, "builtins.int") and not descends(state, cls, "enum.")
    )
    numbers = any(isinstance(a, (Const, Scalar)) and a.type in _NUMBERS for a in atoms)
    if not own or not (numbers or len(own) > 1):
        return None
    other = "a number" if numbers else f"a `{own[1]}`"
    return f"a `{own[0]}` and {other} may be equal, and one graph serves both"


def _other_mappings(state: State, place: Value) -> str | None:
    """Dicts of several classes: with the same entries they are one trace key."""
    classes = {state.heap.type_of(atom.key) for atom in place if isinstance(atom, Ref)}
    names = sorted(
        cls.rpartition(".")[2] if isinstance(cls, str) else cls.name
        for cls in classes
        if descends(state, cls, *_MAPPINGS, *_OTHER_MAPPINGS)
    )
    return f"a `{names[0]}` and a `{names[1]}` with the same entries are one trace key" if names[1:] else None


def _named(text: str, kind: str) -> str:
    return text if kind in (*_NUMBERS, "str") else f"{kind}.{text}"


def _plain(state: State, atom: object, members: bool) -> Iterator[tuple[str, object, bool]]:
    """The type of a number, a text or a member of an enumeration of these, what it is compared by, and whether it is kept
    apart from numbers and texts of Python: members that are texts or floats are objects to TensorFlow."""
    if isinstance(atom, Const) and atom.type in (*_NUMBERS, "str"):
        own = atom.member.name if atom.member is not None and members else atom.type
        yield own, atom.value, atom.member is not None and atom.type in _REFERRED
    elif isinstance(atom, Ref):
        cls = state.heap.type_of(atom.key)
        if (
            isinstance(cls, ClassCode)
            and descends(state, cls, "enum.")
            and descends(state, cls, *_PLAIN_ENUMS)
        ):
            for value in state.heap.read(atom.key, "value"):
                if isinstance(value, Const):
                    yield cls.name if members else value.type, value.value, value.type in _REFERRED


_REFERRED = ("str", "float")
"""Types whose subclasses can be weakly referenced: TensorFlow compares their objects as it compares other objects."""


def _equal_objects(state: State, refs: list[Ref]) -> str | None:
    if several := _compared_across_classes(state, refs):
        return f"a `{several[0]}` and a `{several[1]}` may be equal, and one graph serves both"
    alike = Counter(state.heap.type_of(ref.key) for ref in refs)
    for ref in sorted(refs, key=lambda r: r.key):
        found = state.heap[ref.key]
        if not isinstance(found.cls, ClassCode):
            continue
        left_out = _not_compared(state, found.cls, found) if alike[found.cls] > 1 or found.multiple else ()
        if left_out:
            names = ", ".join(f"`{name}`" for name in left_out[:3])
            return f"two `{found.cls.name}` may be equal that differ in {names}, and one graph serves both"
    return None


def _compared_across_classes(state: State, refs: list[Ref]) -> list[str]:
    """The names of classes whose objects one `__eq__` compares without asking for their class."""
    found: dict[FunctionCode, set[str]] = {}
    for cls in {cls for ref in refs if isinstance(cls := state.heap.type_of(ref.key), ClassCode)}:
        own = find_attribute(state, cls, "__eq__")
        if own is None or find_attribute(state, cls, "__hash__") is None:
            continue
        for compares in (a.code for a in own[0] if isinstance(a, Function)):
            if not _asks_for_class(compares):
                found.setdefault(compares, set()).add(cls.name)
    return min((sorted(names) for names in found.values() if len(names) > 1), default=[])


def _asks_for_class(code: FunctionCode) -> bool:
    """Whether a function asks for the very class of something, by `type(other)` or `other.__class__`."""
    nodes = list(ast.walk(code.node))
    return any(isinstance(n, ast.Name) and n.id == "type" for n in nodes) or any(
        isinstance(n, ast.Attribute) and n.attr == "__class__" for n in nodes
    )


def _not_compared(state: State, cls: ClassCode, found: Object) -> tuple[str, ...]:
    """Fields that do not matter where objects of a class are compared; none where they are compared by identity."""
    own = find_attribute(state, cls, "__eq__")
    line = [c for c in linearise(state, cls) if isinstance(c, ClassCode)]
    if own is None:
        records = [c for c in line if state.class_facts(c).frozen_dataclass is not None]
        return tuple(sorted({name for record in records for name in left_out_fields(record)}))
    if find_attribute(state, cls, "__hash__") is None:
        return ()
    bodies = [walk(a.code.node) for a in own[0] if isinstance(a, Function)]
    mentioned = {
        n.attr if isinstance(n, ast.Attribute) else n.id if isinstance(n, ast.Name) else ""
        for body in bodies
        for n in body
    }
    if not mentioned.isdisjoint(_WHOLE):
        return ()
    return tuple(sorted(name for name in found.fields if name not in mentioned and name.isidentifier()))


def left_out_fields(cls: ClassCode) -> Iterator[str]:
    """Fields of a dataclass that are declared with `compare=False`."""
    for statement in cls.node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            keywords = statement.value.keywords if isinstance(statement.value, ast.Call) else []
            if any(
                k.arg == "compare" and isinstance(k.value, ast.Constant) and not k.value.value
                for k in keywords
            ):
                yield statement.target.id


def confused_receivers(state: State, receivers: Sequence[Ref]) -> str | None:
    """The same for the objects that a method is called on, of which TensorFlow keeps one function per key."""
    return confused(state, [one(ref) for ref in receivers])
