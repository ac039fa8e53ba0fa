"""What functions do in graphs that leave lengths of their arguments open, and call them.

Such a graph is that of a `tf.function` with an `input_signature` or `reduce_retracing`, or one that Keras makes: for `fit`,
and for models of symbolic tensors, where the number of examples is open.  A function that becomes a graph is traced there
with the open lengths, and TensorFlow takes that trace for later calls from elsewhere, too, whose lengths are known.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hybridize_analyzer.domain.call_graph import Opened
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Bindings, Context, State
from hybridize_analyzer.domain.values import FIRST, Array, Atom, Opaque, Shape, Tensor, Tuple, Value, tensors
from hybridize_analyzer.facts.traces import options
from hybridize_analyzer.interpreter.tracing.lengths import CONCRETE, OPEN_BATCH
from hybridize_analyzer.interpreter.values.structures import is_structure
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.solver.trial import calls_with, evaluate_with

_DIFFER = frozenset({Kind.SHAPE, Kind.PYTHON_VALUE, Kind.CONTROL, Kind.EAGER_ONLY, Kind.NUMPY, Kind.DTYPE})
"""What happens in a function only where a length is not known, and makes its results other ones."""
Shapes = Callable[[Shape | None], Shape | None]
"""Which lengths of a shape remain."""


def in_open_graphs(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Iterable[Event]
) -> Iterator[Event]:
    """What a function that is no graph does beside `events` in graphs with open lengths, where others call it, too."""
    if state.is_hybrid(code):
        return
    known = {event.identity for event in events}
    eagerly = any(not site.traced for context in contexts for site in context.sites)
    graphs = _opened(state)
    if code in graphs.below:
        if graphs.found is None or graphs.read is None:
            state.track.begin()
            graphs.found = _found_in(state, graphs)
            graphs.read = state.track.end()
        state.track.depend(graphs.read)
        ways = graphs.found.get(code, {})
        if eagerly or code in graphs.closed or len(ways) > 1:
            yield from (e for found in ways.values() for e in found if e.identity not in known)
    if eagerly and code in _batched(state):
        yield from (e for e in _of_open_batches(state, code, contexts) if e.identity not in known)


def _opened(state: State) -> Opened:
    """The functions below graphs with open lengths; the graph of calls knows them for all that ask."""
    graph = state.call_graph()
    if graph.opened is None:
        wrapped = [c for c in graph.contexts if state.is_hybrid(c) or state.noted("wrapped", c) is not None]
        open_ = [code for code in wrapped if _leaves_open(state, code)]
        closed = graph.below(set(wrapped).difference(open_)) if open_ else set()
        graph.opened = Opened(open_, graph.below(open_) - set(open_), closed)
    return graph.opened


def _leaves_open(state: State, code: FunctionCode) -> bool:
    given = options.of(state, code)
    opening = given is None or given.signature is not None or given.reduce_retracing
    return opening or state.noted(CONCRETE, code) is not None


def _found_in(state: State, graphs: Opened) -> dict[FunctionCode, dict[FunctionCode, list[Event]]]:
    """For each function, what it does in each graph that leads to it, with lengths that this one leaves open."""
    found: dict[FunctionCode, dict[FunctionCode, list[Event]]] = {}
    for graph in graphs.open:
        ways = list(_ways(state, graph))
        if not ways:
            graphs.closed |= state.call_graph().below([graph])
        for context, arguments, containers in ways:
            with state.heap.unchanged():
                for key in containers:
                    state.heap.convert(key, loosened)
                made = calls_with(state, graph, context, arguments)
            for code, calls in made.items():
                events = (event for call in calls for event in call.summary.events.values())
                new = found.setdefault(code, {}).setdefault(graph, [])
                new += (event for event in events if event.kind in _DIFFER)
    return found


def _ways(state: State, graph: FunctionCode) -> Iterator[tuple[Context, Bindings, list[str]]]:
    """The ways in which a graph is called that leaves lengths open, with its arguments as it is traced with them.

    With the lists and dicts that hold tensors among them, which leave all lengths open.
    """
    contexts = state.contexts_of(graph)
    shapes = _shapes(state, graph, contexts)
    for context in contexts:
        given = context.arguments.items()
        arguments = {name: _as_traced(value, shapes.get(name, all_open)) for name, value in given}
        containers = [key for key in _containers(state, context) if _holds_lengths(state, key)]
        if containers or arguments != context.arguments:
            yield context, arguments, containers


def _as_traced(value: Value, shapes: Shapes) -> Value:
    """An argument in a graph: a tensor where it cannot be seen what callers pass."""
    unseen = frozenset({Tensor("tensor", shape=shapes(None), dynamic=True)})
    return unseen if value and all(isinstance(a, Opaque) for a in value) else loosened(value, shapes)


def _containers(state: State, context: Context) -> list[str]:
    """The lists and dicts that a call passes, and those in them."""
    found = set().union(*map(references, context.arguments.values()))
    known = {key for key in found if is_structure(state, key)}
    inner = {k for key in known for value in state.heap[key].fields.values() for k in references(value)}
    return sorted(known | {key for key in inner if is_structure(state, key)})


def _holds_lengths(state: State, key: str) -> bool:
    return any(loosened(value) != value for value in state.heap[key].fields.values())


def _shapes(state: State, code: FunctionCode, contexts: Iterable[Context]) -> Mapping[str, Shapes]:
    """For each parameter, what its traces know of a shape; parameters that are missing have all lengths open."""
    given = None if state.noted(CONCRETE, code) is not None else options.of(state, code)
    names = code.positional[any(context.receiver is not None for context in contexts) :]
    if given is not None and given.signature is not None:
        return dict(zip(names, map(_as_specified, _specs(given.signature)), strict=False))
    return {name: _as_in_all(contexts, name) for name in names} if given is not None else {}


def _as_in_all(contexts: Iterable[Context], name: str) -> Shapes:
    """With `reduce_retracing`: the lengths that all calls have."""
    shapes = {t.shape for context in contexts for t in tensors(context.arguments.get(name, frozenset()))}

    def remaining(shape: Shape | None) -> Shape | None:
        if shape is None or any(other is None or len(other) != len(shape) for other in shapes):
            return all_open(shape)
        return tuple(
            n if all(o is not None and o[i] == n for o in shapes) else None for i, n in enumerate(shape)
        )

    return remaining


def _as_specified(spec: ast.expr) -> Shapes:
    """With an `input_signature`: the lengths that a specification of a tensor gives."""
    given = _specified(spec)
    return all_open if given is None else lambda shape: given


def _specs(signature: ast.expr) -> list[ast.expr]:
    return signature.elts if isinstance(signature, (ast.List, ast.Tuple)) else []


def _specified(spec: ast.expr) -> Shape | None:
    """The shape of a `TensorSpec`, open where it is no number; None where the rank is not written there either."""
    if not isinstance(spec, ast.Call) or not ast.unparse(spec.func).endswith("TensorSpec"):
        return None
    shape = spec.args[0] if spec.args else next((k.value for k in spec.keywords if k.arg == "shape"), None)
    if not isinstance(shape, (ast.List, ast.Tuple)):
        return None
    return tuple(map(_number, shape.elts))


def _number(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _batched(state: State) -> set[FunctionCode]:
    """The functions below those that Keras runs for a number of examples that is open."""
    started = state.all_noted(OPEN_BATCH)
    graph = state.call_graph()
    if graph.batched is None:
        graph.batched = graph.below(code for code in started if isinstance(code, FunctionCode))
    return graph.batched


def _of_open_batches(state: State, code: FunctionCode, contexts: Sequence[Context]) -> Iterator[Event]:
    """What it does where the first axis is open; shapes are those that some call shows, unless none does."""
    shown = {name for c in contexts for name, value in c.arguments.items() if _shows_shape(value)}
    ways: dict[object, tuple[Context, Bindings]] = {}
    for context in contexts:
        given = context.arguments.items()
        seen = {name: value for name, value in given if name not in shown or _shows_shape(value)}
        opened = {name: loosened(value, _batch_open) for name, value in seen.items()}
        arguments = {**context.arguments, **opened}
        if arguments != context.arguments:  # many calls differ in the number of examples alone
            ways.setdefault((context.receiver, *arguments.items()), (context, arguments))
    for context, arguments in ways.values():
        found = evaluate_with(state, code, context, arguments)
        yield from (event for event in found if event.kind in _DIFFER)


def _shows_shape(value: Value) -> bool:
    return any(tensor.shape for tensor in tensors(value))


def all_open(shape: Shape | None) -> Shape | None:
    return shape and (None,) * len(shape)


def _batch_open(shape: Shape | None) -> Shape | None:
    return shape and (None, *shape[1:])


def loosened(value: Value, shapes: Shapes = all_open) -> Value:
    """A value with the lengths that `shapes` leaves of those of its tensors; the others are not known in a graph."""
    return frozenset(_loosened_atom(atom, shapes) for atom in value)


def _loosened_atom(atom: Atom, shapes: Shapes) -> Atom:
    if isinstance(atom, Array):
        atom = Tensor("tensor", atom.dtype, atom.shape)
    if isinstance(atom, Tensor) and atom.kind == "tensor" and atom.shape != ():
        shape = shapes(atom.shape)
        batch = shapes is _batch_open and (not atom.dynamic or atom.open_at == FIRST)
        open_at = FIRST if batch else None
        return atom.but(shape=shape, dynamic=atom.dynamic or shape is None or None in shape, open_at=open_at)
    if isinstance(atom, Tuple):
        return Tuple(tuple(loosened(element, shapes) for element in atom.elements))
    return atom
