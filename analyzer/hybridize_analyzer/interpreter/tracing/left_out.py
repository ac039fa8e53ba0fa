"""Weights that only one branch on a tensor uses.

Eager execution records the branch that is taken: a gradient with respect to what the other one uses is None.  A graph
records both, and the gradient is zero, which an optimizer with momentum or weight decay takes for a gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import NOTHING, has_tensor
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.report import Location

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_ASKED = "a gradient with respect to tensors"


def note_tensors(state: State, where: Location) -> None:
    """A gradient with respect to something other than variables is taken."""
    state.note(_ASKED, _ASKED, where)


def of_interest(state: State, code: FunctionCode, events: Iterable[Event]) -> list[Event]:
    """The events of a function, without those that matter for gradients only which the program does not take.

    They are gradients with respect to tensors, and of loops in which, or beside which, the function takes gradients itself.
    """
    idle = {Aspect.TENSORS} if state.noted(_ASKED, _ASKED) is None else set[Aspect]()
    if found_once(code.node, _records):
        idle.add(Aspect.LOOP)
    return [e for e in events if not (e.kind is Kind.LEFT_OUT and e.aspect in idle)]


def _records(root: ast.AST) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr == "GradientTape" for n in walk(root))


@contextmanager
def branches(state: State, frame: Frame, node: ast.AST, *, symbolic: bool) -> Iterator[None]:
    """Notes that the branches evaluated inside compute with weights, if it is a tensor that chooses among them.

    node: of the conditional or the loop.
    """
    before = frame.weighted
    others = _used_in_one(frame, node) if symbolic else ()
    yield
    if symbolic and frame.weighted > before:
        loop = Aspect.LOOP if isinstance(node, _LOOPS) else None
        state.emit(frame, node, Kind.LEFT_OUT, "a tensor decides which weights are used", aspect=loop)
    elif others:
        message = f"a tensor decides whether `{others[0]}` is used"
        state.emit(frame, node, Kind.LEFT_OUT, message, aspect=Aspect.TENSORS)
    if symbolic and frame.symbolic_return is not None and frame.left_with is None:
        frame.left_with = frame.weighted


def note_behind(state: State, frame: Frame, returned: ast.AST) -> None:
    """Notes that what follows a branch on a tensor computes with weights, which the branch leaves out where it returns.

    returned: the `return` in it.
    """
    if frame.left_with is not None and frame.weighted > frame.left_with:
        state.emit(frame, returned, Kind.LEFT_OUT, "a tensor decides which weights are used")


def _used_in_one(frame: Frame, node: ast.AST) -> Sequence[str]:
    """The variables with tensors that only one branch of a conditional uses."""
    match node:
        case ast.If(body=body, orelse=orelse):
            ends = any(isinstance(n, ast.Return) for s in body for n in walk(s))
            parts: list[list[ast.AST]] = [[*body], [*orelse, *(_behind(frame, node) if ends else ())]]
        case ast.IfExp(body=first, orelse=second):
            parts = [[first], [second]]
        case ast.Call(args=given, keywords=named):
            parts = [[a] for a in (*given, *(k.value for k in named)) if isinstance(a, ast.Lambda)]
        case _:
            return ()
    names = [{n.id for p in part for n in walk(p) if isinstance(n, ast.Name)} for part in parts]
    inside = [n for part in parts for p in part for n in walk(p) if isinstance(n, ast.Name)]
    changed = {n.id for n in inside if isinstance(n.ctx, ast.Store)}
    everywhere = set.intersection(*names) if len(names) > 1 else set[str]()
    left = set[str]().union(*names) - everywhere - changed
    return sorted(name for name in left if has_tensor(frame.names.get(name, NOTHING)))


def _behind(frame: Frame, node: ast.If) -> list[ast.AST]:
    """The statements of the function that stand behind one."""
    end = node.end_lineno or node.lineno
    return [n for n in walk(frame.body) if isinstance(n, ast.stmt) and n.lineno > end]
