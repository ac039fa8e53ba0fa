"""A loop gives a model one example after the other."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import CallSite, Context, State
from hybridize_analyzer.domain.values import NOTHING, Array, Atom, Const, Ref, Scalar, Tensor, Tuple, Value
from hybridize_analyzer.facts.patterns._syntax import is_batched, loops_around, parts_of, root, value_needed
from hybridize_analyzer.program.code import FunctionCode, parameter_names, walk
from hybridize_analyzer.report import Evidence, Pattern

_STEPS = frozenset("GradientTape apply_gradients minimize assign assign_add assign_sub".split())
_TRAINS = (Kind.WRITE, Kind.NAME_WRITE, Kind.SLOTS, Kind.VARIABLE, Kind.FILE)


def find(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Sequence[Event]
) -> Iterator[Pattern]:
    """One pattern at the first loop that calls the function with one of its elements, and keeps all results."""
    sites = {s for c in contexts for s in c.sites if s.caller is not None and s.caller is not code and s.loop}
    if not sites or is_batched(events) or isinstance(code.node, ast.Lambda) or _trains(code, events):
        return
    names = parameter_names(code.node.args)[code.cls is not None :]
    seen = _examples(names, contexts)
    sized = _of_any_size(names, contexts)
    for site in sorted(sites, key=lambda s: s.where):
        loop = _collecting_loop(site, names, seen)
        if loop is None and sized:
            wider = _collecting_loop(site, names, seen | sized)
            loop = wider if wider is not None and _has_numbers_beside(state, site, wider) else None
        if loop is not None and site.caller is not None:
            where = site.caller.module.location(loop)
            message = "it is called for one example after the other, and the results are collected"
            evidence = (Evidence("the examples are gone through here", where),)
            yield Pattern("example-loop", message, site.where, evidence, value_needed(events))
            return


def _examples(names: Sequence[str], contexts: Sequence[Context]) -> frozenset[str]:
    """The parameters that are seen to get one example; none where another gets a batch of them."""
    return _getting(_is_example, names, contexts)


def _of_any_size(names: Sequence[str], contexts: Sequence[Context]) -> frozenset[str]:
    """The parameters that get tensors of several numbers of rows, or of unknown ones: sets of points, or batches.

    None where some are batches.
    """
    rows = {
        name: {_rows(atom) for c in contexts for atom in c.arguments.get(name, NOTHING)} for name in names
    }
    several = frozenset(name for name, lengths in rows.items() if len(lengths - {0}) > 1)
    tensors = _getting(lambda atom: bool(_rows(atom)), names, contexts)
    return _getting(lambda atom: _rows(atom) is None, names, contexts) | (several & tensors)


def _getting(
    wanted: Callable[[Atom], bool], names: Sequence[str], contexts: Sequence[Context]
) -> frozenset[str]:
    """The parameters that get what is wanted; none where one of them gets a batch of examples."""
    given = [[(name, atom) for name in names for atom in c.arguments.get(name, NOTHING)] for c in contexts]
    if any(_is_batch([atom for _, atom in each]) for each in given):
        return frozenset()
    return frozenset(name for each in given for name, atom in each if wanted(atom))


def _rows(atom: Atom) -> int | None:
    """The length of the first axis, None where it is not known; 0 for what has no axes that are known."""
    return atom.shape[0] if isinstance(atom, (Tensor, Array)) and atom.shape else 0


def _has_numbers_beside(state: State, site: CallSite, loop: ast.AST) -> bool:
    """Whether the loop goes through a list of numbers beside the examples, one for each: a batch would have one per row."""
    iterable = loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter  # type: ignore[attr-defined]
    if site.caller is None or not isinstance(iterable, ast.Call) or ast.unparse(iterable.func) != "zip":
        return False
    contexts = state.contexts_of(site.caller)
    lists = [[c.arguments.get(root(each) or "", NOTHING) for c in contexts] for each in iterable.args]
    return any(values and all(_is_numbers(state, value) for value in values) for values in lists)


def _is_numbers(state: State, value: Value) -> bool:
    """Whether a value is a list or tuple of numbers of Python, and nothing else."""
    held: list[Atom] = []
    for atom in value:
        if isinstance(atom, Tuple):
            held += [each for element in atom.elements for each in element]
        elif isinstance(atom, Ref) and state.heap.is_list(atom):
            held += state.heap.elements_of_list(atom)
        else:
            return False
    return bool(held) and all(isinstance(a, (Const, Scalar)) and a.type in ("int", "float") for a in held)


def _is_batch(given: Sequence[Atom]) -> bool:
    """Whether the arguments of a call are rows of a batch: that of a dataset, or as many labels as examples."""
    found = [tensor for atom in given for tensor in _tensors(atom)]
    shapes = [t.shape for t in found if t.shape]
    rows = {shape[0] for shape in shapes if len(shape) > 1} - {1, None}
    labels = {shape[0] for shape in shapes if len(shape) == 1}
    return bool(rows & labels) or any(isinstance(t, Tensor) and t.batches is not None for t in found)


def _tensors(atom: Atom) -> list[Tensor | Array]:
    if isinstance(atom, Tuple):
        return [tensor for element in atom.elements for each in element for tensor in _tensors(each)]
    return [atom] if isinstance(atom, (Tensor, Array)) else []


def _trains(code: FunctionCode, events: Sequence[Event]) -> bool:
    """Whether a call leaves something behind that the next one finds, as a training step does."""
    named = {each.attr for each in walk(code.node) if isinstance(each, ast.Attribute)}
    return bool(named & _STEPS) or any(event.kind in _TRAINS for event in events)


def _is_example(atom: Atom) -> bool:
    """A tensor with one row or none, a tuple with such a one, or an object of the program."""
    if isinstance(atom, (Tensor, Array)):
        return atom.shape is not None and (len(atom.shape) < 2 or atom.shape[0] == 1)
    if isinstance(atom, Tuple):
        inside = [each for element in atom.elements for each in element]
        tensors = [each for each in inside if isinstance(each, (Tensor, Array))]
        return any(map(_is_example, tensors)) or (not tensors and bool(inside))
    return isinstance(atom, Ref)


def _collecting_loop(site: CallSite, parameters: Sequence[str], seen: Collection[str]) -> ast.AST | None:
    """The innermost loop around a call whose element it gets, and whose results are used after it.

    seen: parameters that are known to get one example; else it has to be looked up by the number of it.
    """
    assert site.caller is not None
    for node, loops in loops_around(site.caller.node):
        if not isinstance(node, ast.Call) or site.caller.module.location(node) != site.where:
            continue
        for loop in reversed(loops):
            if isinstance(loop, ast.For) and not _collects(loop):
                return None
            target = loop.target if isinstance(loop, ast.For) else loop.generators[0].target  # type: ignore[attr-defined]
            names = {each.id for each in walk(target) if isinstance(each, ast.Name)}
            if not names.isdisjoint(n.id for n in walk(node.func) if isinstance(n, ast.Name)):
                return None  # every turn calls something else
            parts = parts_of(loop, names)
            given = [value for name, value in _named(node, parameters) if name in seen]
            if any(root(value) in parts for value in given) or _looks_up(node, names):
                return loop
    return None


def _named(call: ast.Call, parameters: Sequence[str]) -> Iterator[tuple[str | None, ast.expr]]:
    """The arguments of a call, with the parameters that get them."""
    yield from zip(parameters, call.args, strict=False)
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords)


def _looks_up(call: ast.Call, names: Collection[str]) -> bool:
    return any(_indexed(each, names) for each in (*call.args, *(k.value for k in call.keywords)))


def _indexed(node: ast.expr, names: Collection[str]) -> bool:
    """`batch[i]`, `batch[i : i + 1]`, `batch[i][None]`."""
    return any(
        isinstance(each, ast.Subscript)
        and any(isinstance(name, ast.Name) and name.id in names for name in walk(each.slice))
        for each in walk(node)
    )


def _is_step(node: ast.AST) -> bool:
    """`model.train_step(…)`: what is added up around it is a loss to be shown."""
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    return name in _STEPS or name.startswith(("train", "fit"))


def _collects(loop: ast.For) -> bool:
    """Whether the body appends to a list or adds up, and takes no gradient."""
    inside = list(walk(loop))
    if any(isinstance(each, ast.With) for each in inside) or any(map(_is_step, inside)):
        return False
    appends = any(
        isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr == "append"
        for e in inside
    )
    return appends or any(isinstance(e, ast.AugAssign) for e in inside)
