"""Gradients of some results of a call: `policy, value = heads(x)`, then `tape.gradient(policy, variables)`.

For a tape outside, a call of a graph is one operation.  With respect to what only the other results depend on, the
gradient is zero where it is None eagerly.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Ref, Tensor, Tuple
from hybridize_analyzer.interpreter.tracing.between import asked, seen_by_callers
from hybridize_analyzer.program.code import FunctionCode, found_once, parameter_names, walk

_SOME = "some results are differentiated"
_DEPTH = 3
_Part = int | str
_Path = tuple[_Part, ...]
_Found = dict[ast.Call, set[_Part | None]]


def note_target(state: State, frame: Frame, node: ast.AST) -> None:
    """Remembers of which calls a gradient takes some of the results only."""
    given = asked(node) if isinstance(node, ast.Call) else None
    if given is None:
        return
    tree = frame.module.tree
    root: ast.AST = frame.function.node if frame.function is not None else tree
    for body, target, _ in seen_by_callers(tree, root, given[0], given[0]):
        for alternative in _alternatives(body, target):
            found: _Found = {}
            _see(tree, body, alternative, (), found, _DEPTH)
            for call, parts in found.items():
                if None not in parts:
                    taken = tuple(sorted((p for p in parts if p is not None), key=str))
                    state.note(_SOME, (frame.module.location(call), taken), frame.module.location(node))


def _alternatives(body: ast.AST, target: ast.expr) -> list[ast.expr]:
    """The expressions of which one is the target: those of a conditional expression."""
    while isinstance(target, ast.Name) and len(values := found_once(body, _bound).get(target.id, [])) == 1:
        value, part = values[0]
        if part or value is target:
            break
        target = value
    return [target.body, target.orelse] if isinstance(target, ast.IfExp) else [target]


def _see(tree: ast.AST, body: ast.AST, expression: ast.expr, path: _Path, found: _Found, depth: int) -> None:
    """Adds the calls that an expression comes from, or a part of it, with the parts of their results that it takes."""
    bound, followed = found_once(body, _bound), set[tuple[str, _Path]]()
    pending: list[tuple[ast.AST, _Path]] = [(expression, path)]
    while pending:
        node, path = pending.pop()
        if isinstance(node, ast.Subscript):
            pending.append((node.value, (_as_part(node.slice), *path)[:_DEPTH]))
        elif isinstance(node, ast.Name):
            if (node.id, path) not in followed:
                followed.add((node.id, path))
                pending += [(v, (*part, *path)[:_DEPTH]) for v, part in bound.get(node.id, ())]
        elif isinstance(node, (ast.Tuple, ast.List)) and path:
            pending += [(e, path[1:]) for i, e in enumerate(node.elts) if path[0] in (i, _EACH)]
        elif _EACH in path[:1] and _called_name(node) in _IN_TURN:
            pending += [(child, path) for child in ast.iter_child_nodes(node)]
        else:
            if isinstance(node, ast.Call):
                known, part = found.setdefault(node, set()), path[0] if path else None
                if part not in known:
                    known.add(part)
                    _see_inside(tree, node, path, found, depth - 1)
            pending += [(child, ()) for child in ast.iter_child_nodes(node)]


_EACH = "*"
"""What stands for each part of a result, one after the other."""
_IN_TURN = frozenset({"flatten", "list", "tuple", "reversed", "values", "enumerate", "zip"})


def _as_part(index: ast.expr) -> _Part:
    """The part that an index takes; any of them where that is not written."""
    value = index.value if isinstance(index, ast.Constant) else _EACH
    return value if isinstance(value, (int, str)) else _EACH


def _called_name(node: ast.AST) -> str:
    function = node.func if isinstance(node, ast.Call) else None
    return str(getattr(function, "attr", getattr(function, "id", "")))


_Bound = dict[str, list[tuple[ast.expr, _Path]]]


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
            _bind(node.target, node.iter, (_EACH,), found)
    return found


def _bind(target: ast.expr, value: ast.expr, path: _Path, found: _Bound) -> None:
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


def _see_inside(tree: ast.AST, call: ast.Call, path: _Path, found: _Found, depth: int) -> None:
    """The same in functions of the module that have the name of what is called."""
    for function in found_once(tree, _functions).get(_called_name(call), ()) if depth > 0 else ():
        for value in returned_by(function):
            _see(tree, function, value, path, found, depth)


def _functions(tree: ast.AST) -> dict[str, list[ast.FunctionDef]]:
    found: dict[str, list[ast.FunctionDef]] = {}
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef):
            found.setdefault("__call__" if node.name == "call" else node.name, []).append(node)
    return found


def returned_by(function: ast.AST) -> list[ast.expr]:
    """The expressions that a function returns."""
    found: list[ast.expr] = []
    pending = list(getattr(function, "body", ()))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return) and node.value is not None:
            found.append(node.value)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)
    return found


def taken_in_part(
    state: State, code: FunctionCode, contexts: Sequence[Context], sites: Iterable[CallSite]
) -> Iterator[Event]:
    """A gradient takes some results of a function, and what the others are made of gets zeros from a graph.

    sites: the calls of the function.
    """
    places = {site.where for site in sites}
    noted = [key for key in state.all_noted(_SOME) if isinstance(key, tuple) and key[0] in places]
    all_parts = _parts_returned(state, contexts) if noted else set[_Part]()
    for key in sorted(noted, key=lambda key: (key[0], str(key[1]))):
        taken = [{part} for part in all_parts] if key[1] == (_EACH,) else [set(key[1])]
        where = state.noted(_SOME, key)
        tensors = _given_as_tensors(contexts)
        if where is not None and any(
            not _is_covered(code, tensors, each, all_parts - each) for each in taken
        ):
            yield Event(Kind.LEFT_OUT, "a gradient is taken of some of its results", where)
            return


def _parts_returned(state: State, contexts: Sequence[Context]) -> set[_Part]:
    """The places of tensors in the tuples and dicts that a function returns."""
    found: set[_Part] = set()
    for atom in (a for c in contexts for a in c.summary.returned):
        listed = atom.elements if isinstance(atom, Tuple) else ()
        if isinstance(atom, Ref):
            listed = state.heap[atom.key].exact or ()
            entries = state.heap[atom.key].fields.items()
            found.update(
                ast.literal_eval(name[1:-1])
                for name, value in entries
                if name.startswith("['") and any(map(_is_differentiable, value))
            )
        found.update(i for i, value in enumerate(listed) if any(map(_is_differentiable, value)))
    return found


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


def _is_covered(code: FunctionCode, tensors: frozenset[str], used: set[_Part], others: set[_Part]) -> bool:
    """Whether the results that are differentiated certainly depend on all that the others do."""
    if not others:
        return True
    returned = returned_by(code.node)
    parts = [_display(value) for value in returned]
    if not parts or any(part is None for part in parts):
        return False
    for part in parts:
        below = [_leaves(code, part[key], tensors, smooth=True) for key in used if part and key in part]
        beside = [_leaves(code, part[key], tensors, smooth=False) for key in others if part and key in part]
        known = set[str]().union(*below)
        if any(not known & {leaf, leaf.partition("[")[0]} for leaf in set[str]().union(*beside)):
            return False
    return True


def _display(node: ast.expr) -> dict[_Part, ast.expr] | None:
    """The parts of a tuple, list or dict, by their places; None for what is not written as one."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return dict(enumerate(node.elts))
    if isinstance(node, ast.Dict) and all(isinstance(k, ast.Constant) for k in node.keys):
        keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
        return {str(key): value for key, value in zip(keys, node.values, strict=True)}
    return None


def _leaves(code: FunctionCode, expression: ast.expr, tensors: frozenset[str], *, smooth: bool) -> set[str]:
    """The parameters, attributes and outer variables that an expression is made of, and the parts of containers.

    tensors: parameters whose parts are no leaves of their own.  smooth: not those through which no gradient goes.
    """
    bound, own = found_once(code.node, _bound), set(parameter_names(code.node.args))
    modules = found_once(code.module.tree, _imported)
    found, followed = set[str](), set[str]()
    pending: list[tuple[ast.AST, _Path]] = [(expression, ())]
    while pending:
        node, path = pending.pop()
        if smooth and _is_flat(node):
            continue
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and _chain(node.value):
            pending.append((node.value, (_as_part(node.slice), *path)))
            continue
        chain = _chain(node)
        root = chain.partition(".")[0]
        if not chain or (root in bound and root not in own):
            if root and root not in followed:
                followed.add(root)
                pending += [(value, (*part, *path)) for value, part in bound[root]]
            if not chain:
                pending += [(child, ()) for child in ast.iter_child_nodes(node)]
        elif root in own and root in bound and root not in followed:
            followed.add(root)
            found.add(chain)
            pending += [(value, ()) for value, _ in bound[root]]
        elif root not in modules:
            part = path[:1] if chain not in tensors and path[:1] != (_EACH,) else ()
            found.add(f"{chain}[{part[0]!r}]" if part else chain)
    return found


def _chain(node: ast.AST) -> str:
    """`self.policy` or `x` as text; nothing for other expressions."""
    inner = node
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    return ast.unparse(node) if isinstance(inner, ast.Name) else ""


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
    name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    return isinstance(node, ast.Compare) or name in _FLAT


_FLAT = frozenset(
    """stop_gradient argmax argmin cast round floor ceil rint sign shape size rank zeros_like ones_like equal less greater
    where range one_hot argsort constant zeros ones numpy""".split()
)
