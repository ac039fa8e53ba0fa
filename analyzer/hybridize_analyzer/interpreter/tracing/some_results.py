"""Gradients of some results of a call: `policy, value = heads(x)`, then `tape.gradient(policy, variables)`.

For a tape outside, a call of a graph is one operation.  With respect to what only the other results depend on, the
gradient is zero where it is None eagerly.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import NOTHING, Atom, Ref, Tensor, Tuple, Value
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.interpreter.tracing.between import asked
from hybridize_analyzer.interpreter.tracing.demands import (
    ALL,
    ANY,
    EACH,
    Part,
    Path,
    Used,
    as_part,
    called_name,
    fields_of,
    functions_of,
    is_flat_call,
    is_of_library,
    returned_by,
    used_by,
)
from hybridize_analyzer.program.code import FunctionCode, found_once, parameter_names, walk
from hybridize_analyzer.program.full_names import dotted_name

_SOME = "some results are differentiated"
_DEPTH = 3


def note_target(state: State, frame: Frame, node: ast.AST) -> None:
    """Remembers of which calls a gradient is not seen to take all results, and which of them it takes."""
    given = asked(node) if isinstance(node, ast.Call) else None
    if given is None:
        return
    for alternative in _alternatives(frame.body, given[0]):
        for call, paths in used_by(frame.module.tree, frame.body, alternative).items():
            if () not in paths:
                taken = tuple(sorted(paths, key=str))
                state.note(_SOME, (frame.module.location(call), taken), frame.module.location(node))


def _alternatives(body: ast.AST, target: ast.expr) -> list[ast.expr]:
    """The expressions of which one is the target: those of a conditional expression."""
    while isinstance(target, ast.Name) and len(values := found_once(body, _bound).get(target.id, [])) == 1:
        value, part = values[0]
        if part or value is target:
            break
        target = value
    return [target.body, target.orelse] if isinstance(target, ast.IfExp) else [target]


_Bound = dict[str, list[tuple[ast.expr, Path]]]


def _bound(root: ast.AST) -> _Bound:
    """What is assigned to each name of a body, and which part of it the name gets."""
    found: _Bound = {}
    for node in walk(root):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _bind(target, node.value, (), found)
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value is not None:
            _bind(node.target, node.value, (), found)
        elif isinstance(node, (ast.For, ast.comprehension)):
            _bind(node.target, node.iter, (EACH,), found)
    return found


def _bind(target: ast.expr, value: ast.expr, path: Path, found: _Bound) -> None:
    kinds = (ast.Tuple, ast.List)
    if isinstance(target, ast.Name):
        found.setdefault(target.id, []).append((value, path))
    elif isinstance(target, kinds) and any(isinstance(e, ast.Starred) for e in target.elts):
        for inner in target.elts:
            _bind(inner.value if isinstance(inner, ast.Starred) else inner, value, path, found)
    elif isinstance(target, kinds):
        alike = isinstance(value, kinds) and len(target.elts) == len(value.elts) and not path
        for index, inner in enumerate(target.elts):
            if alike and isinstance(value, kinds):
                _bind(inner, value.elts[index], (), found)
            else:
                _bind(inner, value, (*path, index), found)


_Leaf = tuple[frozenset[Part], ...]
"""The place of a tensor in a result: at each step an index, the name of a field or both."""


def taken_in_part(
    state: State, code: FunctionCode, contexts: Sequence[Context], sites: Iterable[CallSite]
) -> Iterator[Event]:
    """A gradient takes some results of a function, and what the others are made of gets zeros from a graph.

    sites: the calls of the function.
    """
    places = {site.where for site in sites}
    noted = [key for key in state.all_noted(_SOME) if isinstance(key, tuple) and key[0] in places]
    leaves = _leaves_returned(state, contexts) if noted else set[_Leaf]()
    tensors = _given_as_tensors(contexts)
    for key in sorted(noted, key=lambda key: (key[0], str(key[1]))):
        used = {leaf for leaf in leaves if any(_takes(path, leaf) for path in key[1])}
        where = state.noted(_SOME, key)
        if where is not None and any(
            not _is_covered(code, tensors, each, leaves - each)
            for each in ([used] if used else [{leaf} for leaf in leaves])
        ):
            yield Event(Kind.LEFT_OUT, "a gradient is taken of some of its results", where)
            return


def _takes(path: Path, leaf: _Leaf) -> bool:
    """Whether what is certainly used of a result has all of one tensor."""
    return all(part == ALL or part in keys for part, keys in zip(path, leaf, strict=False))


_MAX_LEAVES = 30


def _leaves_returned(state: State, contexts: Sequence[Context]) -> set[_Leaf]:
    """The places of tensors in the structures that a function returns."""
    found: set[_Leaf] = set()
    for context in contexts:
        found |= {leaf for leaf in _leaves_of(state, context.summary.returned, _DEPTH) if leaf}
    return found if len(found) <= _MAX_LEAVES else {_MANY, (frozenset({_MORE}),)}


_MORE = "more"
_MANY: _Leaf = (frozenset({EACH}),)
"""Any of the elements of a list whose length is not known, of which no index takes all."""


def _leaves_of(state: State, value: Value, depth: int) -> set[_Leaf]:
    found: set[_Leaf] = set()
    for atom in value:
        if _is_differentiable(atom):
            found.add(())
        elif depth > 0:
            for keys, inner in _entries(state, atom):
                found |= {(keys, *leaf) for leaf in _leaves_of(state, inner, depth - 1)}
    return found


def _entries(state: State, atom: Atom) -> Iterator[tuple[frozenset[Part], Value]]:
    """The parts of a tuple, list, dict or named tuple, with their places."""
    if isinstance(atom, Tuple):
        yield from ((_place(i, len(atom.elements)), v) for i, v in enumerate(atom.elements))
    elif isinstance(atom, LazySequence):
        yield from ((frozenset[Part]({key}), atom.element) for key in (EACH, _MORE))
    elif isinstance(atom, Ref):
        known = state.heap[atom.key]
        named = [(name, value) for name, value in known.fields.items() if not name.startswith("[")]
        entries = [(name, value) for name, value in known.fields.items() if name.startswith("['")]
        if named:
            yield from ((_place(i, len(named)) | {name}, v) for i, (name, v) in enumerate(named))
        elif known.exact is not None:
            yield from ((_place(i, len(known.exact)), v) for i, v in enumerate(known.exact))
        elif entries:
            yield from ((frozenset[Part]({ast.literal_eval(name[1:-1])}), v) for name, v in entries)
        else:
            elements = known.fields.get(ELEMENTS, NOTHING)
            yield from ((frozenset[Part]({key}), elements) for key in (EACH, _MORE))


def _place(index: int, size: int) -> frozenset[Part]:
    return frozenset({index, index - size})


def _is_differentiable(atom: object) -> bool:
    return isinstance(atom, Tensor) and (
        atom.dtype is None or atom.dtype.startswith(("float", "bfloat", "complex"))
    )


def _given_as_tensors(contexts: Sequence[Context]) -> frozenset[str]:
    """The parameters that are tensors in every call: their parts have one gradient."""
    given = [context.arguments for context in contexts]
    names = {name for arguments in given for name in arguments}
    return frozenset(
        name
        for name in names
        if all(isinstance(atom, Tensor) for arguments in given for atom in arguments.get(name, ()))
    )


def _is_covered(code: FunctionCode, tensors: frozenset[str], used: set[_Leaf], others: set[_Leaf]) -> bool:
    """Whether the results that are differentiated certainly depend on all that the others do."""
    if not others:
        return True
    returned = returned_by(code.node)
    tree = code.module.tree
    for value in returned:
        parts = {leaf: _at(tree, value, leaf) for leaf in used | others}
        if _UNSEEN in parts.values():
            return False
        below = [_leaves(code, part, tensors, smooth=True) for leaf in used if (part := parts[leaf])]
        beside = [_leaves(code, part, tensors, smooth=False) for leaf in others if (part := parts[leaf])]
        known = set[str]().union(*below)
        if not _is_used_alike(
            code, [p for leaf in used if (p := parts[leaf])], [p for leaf in others if (p := parts[leaf])]
        ):
            return False
        if any(not known & {leaf, leaf.partition("[")[0]} for leaf in set[str]().union(*beside)):
            return False
    return bool(returned)


def _is_used_alike(code: FunctionCode, below: Sequence[ast.expr], beside: Sequence[ast.expr]) -> bool:
    """Whether some expressions of a function use all that others do of the calls in it that give several results."""
    tree, inside = code.module.tree, set(walk(code.node))
    known: Used = {}
    for expression in below:
        for call, paths in used_by(tree, code.node, expression).items():
            known.setdefault(call, set()).update(paths)
    return not any(
        call in inside
        and _gives_several(tree, call, _DEPTH)
        and () not in known.get(call, ())
        and (paths - known.get(call, set()) or any(ANY in path for path in paths))
        for expression in beside
        for call, paths in used_by(tree, code.node, expression).items()
    )


def _gives_several(tree: ast.AST, call: ast.Call, depth: int) -> bool:
    """Whether a function of the module with the name of what is called returns a tuple, a dict or the like."""
    for function in functions_of(tree, call) if depth > 0 else ():
        values = [
            each
            for value in returned_by(function)
            for each in (
                [v for v, part in found_once(function, _bound).get(value.id, []) if not part]
                if isinstance(value, ast.Name)
                else [value]
            )
        ]
        if any(
            _display(tree, v) is not None or (isinstance(v, ast.Call) and _gives_several(tree, v, depth - 1))
            for v in values
        ):
            return True
    return False


_UNSEEN = ast.Constant(None)
"""What stands for a part of something of which it is not written what its parts are."""


def _at(tree: ast.AST, value: ast.expr, leaf: _Leaf) -> ast.expr | None:
    """The expression of a part of a result; None where that result has no such part."""
    for keys in leaf:
        display = _display(tree, value)
        if display is None:
            return _UNSEEN
        found = [part for key, part in display.items() if key in keys]
        if not found:
            return None
        value = found[0]
    return value


def _display(tree: ast.AST, node: ast.expr) -> dict[Part, ast.expr] | None:
    """The parts of a tuple, list, dict or named tuple, by their places; None for what is not written as one."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return None if any(isinstance(e, ast.Starred) for e in node.elts) else dict(enumerate(node.elts))
    if isinstance(node, ast.Dict) and all(isinstance(k, ast.Constant) for k in node.keys):
        keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
        pairs = zip(keys, node.values, strict=True)
        return {key: value for key, value in pairs if isinstance(key, (int, str))}
    fields = fields_of(tree, node)
    return None if fields is None else {str(name): value for name, value in fields.items()}


def _leaves(code: FunctionCode, expression: ast.expr, tensors: frozenset[str], *, smooth: bool) -> set[str]:
    """The parameters, attributes and outer variables that an expression is made of, and the parts of containers.

    tensors: parameters whose parts are no leaves of their own.  smooth: not those through which no gradient goes.
    """
    bound, own = found_once(code.node, _bound), set(parameter_names(code.node.args))
    modules = found_once(code.module.tree, _imported)
    found, followed = set[str](), set[tuple[str, Path]]()
    pending: list[tuple[ast.AST, Path]] = [(expression, ())]
    while pending:
        node, path = pending.pop()
        if smooth and _is_flat(node):
            continue
        if (
            isinstance(node, ast.Call)
            and path[:1] not in ((), (EACH,))
            and not is_of_library(code.module.tree, node)
        ):
            found.add(f"{ast.unparse(node)}[{path[0]!r}]")
            continue
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Constant)
            and dotted_name(node.value)
        ):
            pending.append((node.value, (as_part(node.slice),)))
            continue
        chain = ".".join(dotted_name(node))
        root = chain.partition(".")[0]
        if not chain or (root in bound and root not in own):
            if root and (root, path) not in followed:
                followed.add((root, path))
                pending += [(value, part[:1] or path) for value, part in bound[root]]
            if not chain:
                pending += [(child, ()) for child in ast.iter_child_nodes(node)]
        elif root in own and root in bound and (root, ()) not in followed:
            followed.add((root, ()))
            found.add(chain)
            pending += [(value, ()) for value, _ in bound[root]]
        elif root not in modules:
            part = path[:1] if chain not in tensors and path[:1] != (EACH,) else ()
            found.add(f"{chain}[{part[0]!r}]" if part else chain)
    return found


def _imported(tree: ast.AST) -> frozenset[str]:
    """Names of modules and of contexts such as tapes."""
    nodes = list(walk(tree))
    names = (a for n in nodes if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names)
    entered = (n.optional_vars for n in nodes if isinstance(n, ast.withitem))
    managers = (n.id for n in entered if isinstance(n, ast.Name))
    return frozenset([*((a.asname or a.name).partition(".")[0] for a in names), *managers])


def _is_flat(node: ast.AST) -> bool:
    """Whether no gradient goes through an expression, or perhaps none."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("shape", "dtype")
    called = isinstance(node, ast.Call) and (is_flat_call(node) or called_name(node) == "where")
    return isinstance(node, ast.Compare) or called
