"""Derivatives in forward mode (`tf.autodiff.ForwardAccumulator`) that go through a graph, and where they come out otherwise.

Executed with TensorFlow 2.21: an accumulator goes through a graph as through eager code, but for these.

- A tape around the accumulator: the gradient of the derivative is None.
- A tape under the accumulator, which watches variables, or tensors in the direction of themselves: the derivative of the
  gradient raises.
- A loop of the graph whose gradient a tape has taken before: a `TypeError`.
- A function with a gradient of its own (`tf.custom_gradient`): eager code takes the derivative of its operations, a
  graph that of its gradient function.
- A variable as an argument of the graph: a `ValueError`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.summaries import Context
from hybridize_analyzer.domain.values import Tensor, Value
from hybridize_analyzer.interpreter.tracing.places import Span, contains, span, span_of
from hybridize_analyzer.interpreter.tracing.tapes import (
    ACCUMULATOR,
    TAPE,
    opens,
    opens_tape,
    statements_at_top,
    what_opens,
)
from hybridize_analyzer.program.code import FunctionCode, found_once, walk

_USED = "derivatives in forward mode"
_DELICATE = "derivatives in forward mode of gradients, which a graph may not have"


def note_accumulator(state: State, frame: Frame, node: ast.AST, primals: Value, tangents: Value) -> None:
    """A function, or the top level of a module, makes an accumulator.

    primals: what it watches.  tangents: the directions.
    """
    where = frame.module.location(node)
    state.note(_USED, frame.function, where)
    plain = all(isinstance(atom, Tensor) and atom.kind == "tensor" for atom in primals)
    given = [ast.dump(argument) for argument in getattr(node, "args", ())] + [
        ast.dump(keyword.value) for keyword in getattr(node, "keywords", ())
    ]
    if not (plain and primals and tangents) or len({*given}) < 2:
        state.note(_DELICATE, frame.function, where)


def note_loop(state: State, frame: Frame, node: ast.AST) -> None:
    """A loop that a graph has as one operation."""
    state.emit(frame, node, Kind.FORWARD, "a graph has this loop as one operation", aspect=Aspect.LOOP)


def note_gradient(state: State, frame: Frame, node: ast.AST) -> None:
    """A call of a function that has a gradient of its own."""
    state.emit(frame, node, Kind.FORWARD, "the function that is called here has a gradient of its own")


def as_refused(
    state: State, code: FunctionCode, contexts: Iterable[Context], events: Iterable[Event], *, recorded: bool
) -> Iterator[Event]:
    """The events of a function, with what derivatives in forward mode that a caller takes make of them.

    recorded: whether a tape may record the function.
    """
    makers = _makers(state, code)
    for event in events:
        if event.kind is not Kind.FORWARD:
            yield event
        elif event.aspect is Aspect.LOOP and recorded and makers:
            yield _refused(event, "whose derivative in forward mode fails once a tape has recorded it")
        elif event.aspect is not Aspect.LOOP and makers - {code}:
            yield _refused(event, "which derivatives in forward mode meet in a graph only")
    makers.discard(code)
    if makers and _takes_variable(contexts):
        yield _of_calls(code, "a variable is an argument, of which a graph has no derivative in forward mode")
    elif any(_meets_tape(state, code, maker) for maker in makers):
        yield _of_calls(
            code,
            "a caller takes a derivative in forward mode and one of a tape together, one of which a graph loses",
        )


def _makers(state: State, code: FunctionCode) -> set[object]:
    """Who makes an accumulator and leads to a function, or is itself; None is the top level of some module."""
    anywhere = {*state.all_noted(_USED)}
    return anywhere & {None, *state.leading_to(code)} if anywhere else anywhere


def _refused(event: Event, why: str) -> Event:
    return event._replace(kind=Kind.CONTROL, message=f"{event.message}, {why}", aspect=Aspect.UNTOLD)


def _of_calls(code: FunctionCode, message: str) -> Event:
    return Event(Kind.CONTROL, message, code.module.location(code.node), aspect=Aspect.UNTOLD)


def _takes_variable(contexts: Iterable[Context]) -> bool:
    given = (atom for c in contexts for value in c.arguments.values() for atom in value)
    return any(isinstance(atom, Tensor) and atom.kind == "variable" for atom in given)


def _meets_tape(state: State, code: FunctionCode, maker: object) -> bool:
    """Whether a tape may be open around a function while an accumulator of a caller is, so that a graph loses a derivative.

    maker: who makes the accumulator, None where that is the top level of some module.
    """
    delicate = state.noted(_DELICATE, maker) is not None
    roots: Iterable[ast.AST] = (maker.node,) if isinstance(maker, FunctionCode) else statements_at_top(state)
    for root in roots:
        around, within = found_once(root, _nesting)
        if around or (within and delicate):
            return True
    tapes = [f for f in state.leading_to(code) - {code, maker} if found_once(f.node, opens_tape)]
    if not isinstance(maker, FunctionCode):
        return delicate and any(_is_called_at_top(state, other) for other in tapes)
    leading = state.leading_to(maker)
    return any(other in leading or (delicate and maker in state.leading_to(other)) for other in tapes)


def _is_called_at_top(state: State, code: FunctionCode) -> bool:
    """Whether a call that leads to a function stands in the body of a `with` of an accumulator at some top level."""
    for leading in state.leading_to(code):
        for site in state.sites_of(leading):
            if site.caller is None:
                tree = state.modules[site.where.path].tree
                if any(contains(opened, span_of(site.where)) for opened in found_once(tree, _accumulating)):
                    return True
    return False


def _accumulating(root: ast.AST) -> list[Span]:
    withs = (n for n in walk(root) if isinstance(n, ast.With))
    return [span(n) for n in withs if ACCUMULATOR in {what_opens(i.context_expr) for i in n.items}]


def _nesting(root: ast.AST) -> tuple[bool, bool]:
    """Whether a text has a tape around an accumulator, and one within; both where no `with` bounds one of them."""
    if not (opens_tape(root) and opens(root, ACCUMULATOR)):
        return False, False
    around = within = False
    bounded = 0
    for statement in (n for n in walk(root) if isinstance(n, ast.With)):
        opened = [name for item in statement.items if (name := what_opens(item.context_expr))]
        bounded += len(opened)
        inside = [name for name in (TAPE, ACCUMULATOR) for part in statement.body if opens(part, name)]
        for position, outer in enumerate(opened):
            inner = {*opened[position + 1 :], *inside} - {outer}
            around |= bool(inner) and outer == TAPE
            within |= bool(inner) and outer == ACCUMULATOR
    unbounded = bounded < sum(map(bool, map(what_opens, walk(root))))
    return around or unbounded, within or unbounded
