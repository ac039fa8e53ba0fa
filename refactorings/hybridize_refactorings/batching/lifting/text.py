"""Writes phases as calls of the runtime: functions for one example, one that runs them for all, and the call of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize_refactorings.batching.lifting.loops import Loop, is_path
from hybridize_refactorings.batching.lifting.phases import Fold, Part, Phase, Turn
from hybridize_refactorings.names import Function, loads, local_names, stores

RUNTIME_NAMES = ("map_examples", "fold_examples", "sum_examples", "take_row")


@dataclass(frozen=True, slots=True)
class Written:
    """functions: texts of new functions, without indentation.  call: what takes the place of the loop's results: a tensor
    of them all.  parts: names of those that hold tensor code."""

    functions: tuple[str, ...]
    call: str
    parts: tuple[str, ...]


@dataclass(slots=True)
class _Text:
    """receiver: `self` where functions are methods, else "".  local: names that new functions get as arguments."""

    base: str
    receiver: str
    local: frozenset[str]
    taken: Callable[[str], bool]
    unstack: str
    used: set[str] = field(default_factory=set)
    functions: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    stacked: set[str] = field(default_factory=set)

    def name(self, suffix: str) -> str:
        base = f"_{self.base.strip('_')}_{suffix}"
        name, number = base, 2
        while self.taken(name) or name in self.used:
            name, number = f"{base}_{number}", number + 1
        self.used.add(name)
        return name

    def reached(self, name: str) -> str:
        return f"{self.receiver}.{name}" if self.receiver else name


def written(
    loop: Loop, phases: Sequence[Phase], base: str, receiver: str, taken: Callable[[str], bool], unstack: str
) -> Written:
    """The text.  base: a name for the new functions.  unstack: how the file spells `tf.unstack`."""
    text = _Text(base, receiver, _local(loop) - {receiver}, taken, unstack)
    given = [name for name in loop.given if _is_read(name, phases)] or list(loop.given)[:1]
    count = f"len({given[0]})"
    body = [_phase(text, phase, count) for phase in phases]
    shared = sorted({name for phase in phases for name in _shared(text, _body(phase), _own(phase))})
    if (single := _single(body)) is not None:
        return Written(tuple(text.functions), _outside(loop, phases[0], single), tuple(text.parts))
    name = text.name("each")
    head = ", ".join([*([receiver] if receiver else []), *given, *shared])
    one = f"`{base}`" if base != loop.subject.node.name else "The loop's body"
    lines = [f"def {name}({head}):", f'    """{one} for all examples; results stacked."""']
    lines += [f"    {line}" for each in body for line in each.splitlines()]
    arguments = [*(_held(loop, each) for each in given), *shared]
    call = f"{text.reached(name)}({', '.join(arguments)})"
    return Written((*text.functions, "\n".join(lines)), call, tuple(text.parts))


def summed(
    loop: Loop, part: Part, base: str, receiver: str, taken: Callable[[str], bool], place: str, into: str
) -> Written:
    """The text of a loop that adds the results of a part to places: `into[place] += …`."""
    text = _Text(base, receiver, _local(loop) - {receiver}, taken, "")
    function, rows, shared = _function(text, part, "message")
    held = [_held(loop, name) for name in (place, *rows)]
    arguments = [function, held[0], into, *held[1:], *([f"shared=({', '.join(shared)},)"] if shared else [])]
    return Written(tuple(text.functions), f"{into} = sum_examples({', '.join(arguments)})", tuple(text.parts))


def _local(loop: Loop) -> frozenset[str]:
    enclosing = [loop.subject.node, *(f for f in loop.subject.above if isinstance(f, Function))]
    return frozenset(name for each in enclosing for name in local_names(each))


def _single(body: Sequence[str]) -> str | None:
    """The call of a program that is one call."""
    return body[0].removeprefix("return ") if len(body) == 1 and "\n" not in body[0] else None


def _outside(loop: Loop, phase: Phase, call: str) -> str:
    """The same call where the loop stands: names of one example give way to what holds them for all."""
    assert isinstance(phase, Part)
    tree = ast.parse(call, mode="eval").body
    assert isinstance(tree, ast.Call)
    return ast.unparse(_Held(loop.given).visit(tree))


class _Held(ast.NodeTransformer):
    """Names of one example give way to what holds them for all."""

    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.given.get(node.id, node)


def _held(loop: Loop, name: str) -> str:
    return ast.unparse(loop.given[name])


def _is_read(name: str, phases: Iterable[Phase]) -> bool:
    return any(name in (*_reads(phase), *getattr(phase, "depends", ())) for phase in phases)


def _reads(phase: Phase) -> tuple[str, ...]:
    if isinstance(phase, Part):
        return (*phase.rows, *phase.keys)
    return phase.reads if isinstance(phase, Turn) else (*phase.rows, *phase.state)


def _own(phase: Phase) -> set[str]:
    """Names that a phase gets as its own."""
    return {*_reads(phase), *(phase.items if isinstance(phase, Fold) else ())}


def _body(phase: Phase) -> tuple[ast.stmt, ...]:
    return phase.body


def _shared(text: _Text, body: Sequence[ast.stmt], own: set[str]) -> tuple[str, ...]:
    """Names of the enclosing functions that a body reads and that are the same for all examples."""
    bound = own | {name for node in body for name in stores(node)}
    read = dict.fromkeys(name.id for node in body for name in loads(node))
    return tuple(name for name in read if name in text.local and name not in bound)


def _phase(text: _Text, phase: Phase, count: str) -> str:
    if isinstance(phase, Part):
        return _part(text, phase, count)
    if isinstance(phase, Fold):
        return _fold(text, phase)
    return _turn(text, phase, count)


def _part(text: _Text, phase: Part, count: str) -> str:
    if (plain := _returned(text, phase)) is not None:
        return plain
    suffix = "end" if phase.outputs is None else "part" if phase.rows else "start"
    function, rows, shared = _function(text, phase, suffix)
    arguments = [function, *rows]
    if shared:
        arguments.append(f"shared=({', '.join(shared)},)")
    if phase.keys:
        keys = phase.keys[0] if len(phase.keys) == 1 else f"list(zip({', '.join(phase.keys)}))"
        arguments.append(f"keys={keys}")
    if not rows and not phase.keys:
        arguments.append(f"count={count}")
    call = f"map_examples({', '.join(arguments)})"
    text.stacked |= set(phase.outputs or ())
    return f"return {call}" if phase.outputs is None else f"{', '.join(phase.outputs)} = {call}"


def _returned(text: _Text, phase: Part) -> str | None:
    """`return h`, where the states of all examples are at hand."""
    only = phase.body[0]
    value = only.value if isinstance(only, ast.Return) else None
    names = value.elts if isinstance(value, ast.Tuple) else [value]
    if all(isinstance(each, ast.Name) and each.id in text.stacked for each in names):
        return ast.unparse(only)
    return None


def _function(text: _Text, phase: Part, suffix: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The function of a part, the rows that it takes, and the names that are the same for all examples."""
    shared = _shared(text, phase.body, _own(phase))
    if (direct := _direct(text, phase)) is not None:
        return (*direct, shared)
    keys = phase.keys if len(phase.keys) < 2 else ("key",)
    opening = [f"{', '.join(phase.keys)} = key"] if len(phase.keys) > 1 else []
    made = _define(text, suffix, (*phase.rows, *shared, *keys), opening, phase.body, phase.outputs)
    return made, phase.rows, shared


def _fold(text: _Text, phase: Fold) -> str:
    shared = _shared(text, phase.body, _own(phase))
    names = (*phase.items, *phase.state, *phase.rows)
    function = _called(phase.body, phase.state, names) if not shared else None
    if function is None or not _is_reachable(text, function):
        function = _define(text, "step", (*names, *shared), [], phase.body, phase.state)
    columns = [_column(phase, each) for each in phase.sequences]
    state = phase.state[0] if len(phase.state) == 1 else f"({', '.join(phase.state)})"
    arguments = [function, columns[0] if len(columns) == 1 else f"({', '.join(columns)})", state, *phase.rows]
    if shared:
        arguments.append(f"shared=({', '.join(shared)},)")
    if len(columns) > 1:
        arguments.append("zipped=True")
    text.stacked |= set(phase.state)
    return f"{', '.join(phase.state)} = fold_examples({', '.join(arguments)})"


def _column(phase: Fold, held: ast.expr) -> str:
    """The sequences of all examples."""
    if isinstance(held, ast.Name):
        return held.id
    names = [name for name in phase.depends if name in {n.id for n in loads(held)}]
    one = ast.unparse(held)
    if not isinstance(held, ast.Call) or ast.unparse(held.func) != "range":
        one = f"list({one})" if isinstance(held, ast.Call) else one
    if len(names) == 1:
        return f"[{one} for {names[0]} in {names[0]}]"
    return f"[{one} for {', '.join(names)} in zip({', '.join(names)})]"


def _turn(text: _Text, phase: Turn, count: str) -> str:
    shared = _shared(text, phase.body, _own(phase))
    each = [f"{text.unstack}({name})" if name in text.stacked else name for name in phase.reads]
    names = ", ".join(phase.reads) or "_"
    held = each[0] if len(each) == 1 else f"zip({', '.join(each)})" if each else f"range({count})"
    only = phase.body[0]
    plain = len(phase.body) == 1 and isinstance(only, ast.Assign) and isinstance(only.targets[0], ast.Name)
    if plain and isinstance(only, ast.Assign) and phase.outputs == (ast.unparse(only.targets[0]),):
        one = ast.unparse(only.value)
    else:
        function = _define(text, "turn", (*phase.reads, *shared), [], phase.body, phase.outputs)
        one = f"{function}({', '.join((*phase.reads, *shared))})"
    listed = f"[{one} for {names} in {held}]"
    if not phase.outputs:
        return listed
    if len(phase.outputs) == 1:
        return f"{phase.outputs[0]} = {listed}"
    split = (f"{name} = [each[{i}] for each in answers]" for i, name in enumerate(phase.outputs))
    return "\n".join([f"answers = {listed}", *split])


def _direct(text: _Text, phase: Part) -> tuple[str, tuple[str, ...]] | None:
    """A function that is all that a part calls, and the rows in the order of its arguments, before what is shared."""
    shared = _shared(text, phase.body, _own(phase))
    only = phase.body[0]
    call = only.value if isinstance(only, (ast.Return, ast.Assign)) else None
    if phase.keys or not phase.rows or not isinstance(call, ast.Call):
        return None
    names = tuple(each.id for each in call.args if isinstance(each, ast.Name))
    rows = names[: len(phase.rows)]
    if sorted(rows) != sorted(phase.rows) or names[len(rows) :] != shared:
        return None
    function = _called(phase.body, phase.outputs, names)
    return (function, rows) if function is not None and _is_reachable(text, function) else None


def _called(body: Sequence[ast.stmt], outputs: Sequence[str] | None, names: Sequence[str]) -> str | None:
    """The function of a body that is one call of it with these names."""
    only = body[0]
    call = only.value if len(body) == 1 and isinstance(only, (ast.Return, ast.Assign)) else None
    if (
        not isinstance(call, ast.Call)
        or call.keywords
        or [ast.unparse(each) for each in call.args] != list(names)
    ):
        return None
    if isinstance(only, ast.Assign) and list(stores(only.targets[0])) != list(outputs or ()):
        return None
    return ast.unparse(call.func) if is_path(call.func) else None


def _is_reachable(text: _Text, function: str) -> bool:
    """A method of the receiver or a function of the module; operations of TensorFlow keep no traces."""
    root, _, rest = function.partition(".")
    return root not in text.local and (root == text.receiver if rest else root.islower() or root[0] == "_")


def _define(
    text: _Text,
    suffix: str,
    parameters: Sequence[str],
    opening: Sequence[str],
    body: Sequence[ast.stmt],
    outputs: Sequence[str] | None,
) -> str:
    """Adds a function with this body, and says how it is reached."""
    name = text.name(suffix)
    head = ", ".join([*([text.receiver] if text.receiver else []), *parameters])
    lines = [f"def {name}({head}):", *(f"    {line}" for line in opening)]
    for node in body:
        lines += [f"    {line}" for line in ast.unparse(node).splitlines()]
    if outputs:
        lines.append(f"    return {', '.join(outputs)}")
    text.functions.append("\n".join(lines))
    if suffix != "turn":
        text.parts.append(name)
    return text.reached(name)
