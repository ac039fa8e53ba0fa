"""Tensors that the running function computes, and which are therefore none of its arguments."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import External, Tensor, Value
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.knowledge.exports import canonical_export
from hybridize_analyzer.program.code import found_once, parameter_names, walk
from hybridize_analyzer.program.full_names import dotted_name


def is_made_here(state: State, frame: Frame, sources: ast.expr, value: Value) -> bool:
    """Whether what a gradient is taken by are tensors that the running function computes, and so none of its arguments.

    value: what `sources` holds.
    """
    code = frame.function
    if code is None or isinstance(code.node, ast.Lambda):
        return False
    if isinstance(sources, (ast.Tuple, ast.List)):
        return bool(sources.elts) and all(
            is_made_here(state, frame, each, evaluate(state, frame, each)) for each in sources.elts
        )
    scope = code.scope
    if not isinstance(sources, ast.Name) or sources.id not in scope.assigned:
        return False
    name = sources.id
    if name in parameter_names(code.node.args) or name in scope.globals_ | scope.nonlocals | scope.captured:
        return False
    given = found_once(code.node, _assigned).get(name)
    if given is None:
        return False
    if all(isinstance(atom, Tensor) for atom in value):
        return all(_is_new(state, frame, each) for each in given)
    return name not in found_once(code.node, _changed) and all(_are_new(state, frame, e) for e in given)


def _assigned(root: ast.AST) -> dict[str, list[ast.expr] | None]:
    """What the names of a body are assigned, alone; None for those that get something in another way, too."""
    found: dict[str, list[ast.expr]] = {}
    known: set[int] = set()
    for node in walk(root):
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                given: ast.expr = value
            case ast.AugAssign(target=ast.Name() as target):
                given = ast.BinOp(target, node.op, node.value)
            case _:
                continue
        known.add(id(target))
        found.setdefault(target.id, []).append(given)
    others = (n for n in walk(root) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    return found | dict.fromkeys(n.id for n in others if id(n) not in known)


def _changed(root: ast.AST) -> set[str]:
    """The names of a body of whose values a method is asked for, or an element is set."""
    parts = (n for n in walk(root) if isinstance(n, ast.Attribute) or _is_stored(n))
    return {n.value.id for n in parts if isinstance(n.value, ast.Name)}  # type: ignore[attr-defined]


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)


def _are_new(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether an expression puts new tensors together in a list."""
    match node:
        case ast.Tuple(elts=[_, *_] as inner) | ast.List(elts=[_, *_] as inner):
            return all(_is_new(state, frame, each) for each in inner)
        case ast.ListComp(elt=element):
            return _is_new(state, frame, element)
    return False


def _is_new(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether an expression, if it gives a tensor, gives one that an operation has just made."""
    if isinstance(node, ast.BinOp):
        return True
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return False
    called = evaluate(state, frame, node.func) if dotted_name(node.func) else frozenset()
    return bool(called) and all(
        isinstance(a, External) and canonical_export(a.name) in _MAKING for a in called
    )


_MAKING = frozenset(
    f"tensorflow.{name}"
    for name in """identity zeros_like ones_like clip_by_value random.uniform random.normal
    random.stateless_uniform random.stateless_normal random.truncated_normal add subtract multiply sin cos tanh exp
    square sqrt abs matmul linspace""".split()
)
"""Operations that give a new tensor whatever they are given."""
