"""Which local names a piece of a function reads and binds, in order: live-in, live-out, definitely assigned.

The classic data-flow facts, computed over the syntax tree of one function (Python has structured control flow only).
Everything errs on the side of more reads and fewer certain assignments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

Function = ast.FunctionDef | ast.AsyncFunctionDef
Names = frozenset[str]
NONE: Names = frozenset()

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_UPDATES = frozenset({"apply_gradients", "apply", "minimize"})
_OPTIMIZER = re.compile(r"(?i)optimi[sz]er|optim|opt|adam|sgd|rmsprop")
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def free(base: str, taken: Set[str]) -> str:
    """A name that is not taken."""
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def name_of_part(base: str, part: Iterable[ast.AST], around: ast.AST) -> str:
    """A name for a part of a function: with the network whose optimizer it uses, where others are used `around` it.

    Where there are `d_optimizer` and `g_optimizer`, the part that uses the first is `d_train_step` for `train_step`.
    """
    own = {name for node in part for each in ast.walk(node) if (name := _trained(each)) is not None}
    others = {name for each in ast.walk(around) if (name := _trained(each)) is not None}
    if len(own) != 1 or len(others) < 2 or not own.isdisjoint({"", *base.split("_")}):
        return base
    return "_".join((*own, base))


def _trained(node: ast.AST) -> str | None:
    """What is left of the name of an optimizer that a call uses: `d` of `self.d_optimizer`; None of another node."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    named = name_of(node.func.value) if node.func.attr in _UPDATES else None
    if named is None:
        return None
    stem = _OPTIMIZER.sub("", named).strip("_").lower()
    return stem if stem.isidentifier() else ""


def parameters(arguments: ast.arguments) -> list[str]:
    """Names of all parameters, in the order of the signature."""
    plain = [*arguments.posonlyargs, *arguments.args]
    starred = [arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
    return [each.arg for each in (*plain, *starred) if each is not None]


def loads(node: ast.AST) -> Iterator[ast.Name]:
    """Names of the surrounding scope that a node reads, in the order of the text."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Store):
            yield node
    elif isinstance(node, _SCOPES):
        yield from _of_inner_function(node)
    elif isinstance(node, _COMPREHENSIONS):
        bound = {name for generator in node.generators for name in stores(generator.target)}
        for child in ast.iter_child_nodes(node):
            yield from (name for name in loads(child) if name.id not in bound)
    else:
        for child in ast.iter_child_nodes(node):
            yield from loads(child)


def stores(node: ast.AST) -> Iterator[str]:
    """Names of the surrounding scope that a node binds or deletes."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)) and node.name:
        yield node.name
        yield from _children_stores(node)
    elif isinstance(node, _COMPREHENSIONS):
        yield from (each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
    elif not isinstance(node, ast.Lambda):
        yield from _children_stores(node)


def captured(node: ast.AST) -> Iterator[str]:
    """Names that functions and lambdas inside the node read when they are called, which may be later."""
    for each in ast.walk(node):
        if isinstance(each, _SCOPES):
            yield from (name.id for name in _of_inner_function(each))
        elif isinstance(each, (ast.ClassDef, ast.GeneratorExp)):
            yield from (name.id for name in loads(each))


def name_of(function: ast.expr) -> str | None:
    """`f` for `f` and for `self.f`."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None


@lru_cache(maxsize=512)  # each repair asks of each function again
def local_names(function: Function) -> Names:
    """Names bound in the function itself, parameters included."""
    declared = {
        name
        for each in own_nodes(function)
        if isinstance(each, (ast.Global, ast.Nonlocal))
        for name in each.names
    }
    bound = {name for statement in function.body for name in stores(statement)}
    return frozenset(bound | set(parameters(function.args))) - declared


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """All nodes of a function's body but those of the functions and classes in it."""
    return nodes_in(function.body)


def nodes_in(block: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes of some statements but those of the functions and classes in them."""
    waiting: list[ast.AST] = list(block)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*_SCOPES, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))


def exposed(statements: Iterable[ast.stmt], defined: Names = NONE) -> tuple[Names, Names | None]:
    """Names read before they are certainly bound, and names certainly bound behind (None: control never gets there)."""
    found: set[str] = set()
    now: Names | None = defined
    for statement in statements:
        if now is None:
            break
        reads, now = _statement(statement, now)
        found |= reads
    return frozenset(found), now


def bound_by_header(statement: ast.stmt, block: Sequence[ast.stmt]) -> Names:
    """Names that entering this block of a compound statement binds: loop targets, `with … as`."""
    if isinstance(statement, ast.For) and block is statement.body:
        return frozenset(stores(statement.target))
    if isinstance(statement, ast.With):
        targets = (item.optional_vars for item in statement.items if item.optional_vars)
        return frozenset(name for target in targets for name in stores(target))
    return NONE


def _of_inner_function(node: ast.AST) -> Iterator[ast.Name]:
    assert isinstance(node, _SCOPES)
    outside = [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]
    if not isinstance(node, ast.Lambda):
        outside += node.decorator_list
    for each in outside:
        yield from loads(each)
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    bound = set(parameters(node.args)) if isinstance(node, ast.Lambda) else local_names(node)
    for part in body:
        yield from (name for name in loads(part) if name.id not in bound)


def _children_stores(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        yield from stores(child)


def _reads(node: ast.AST | None, defined: Names) -> Names:
    return NONE if node is None else frozenset(name.id for name in loads(node)) - defined


def _statement(node: ast.stmt, defined: Names) -> tuple[Names, Names | None]:
    if isinstance(node, _JUMPS):
        return _reads(node, defined), None
    if isinstance(node, ast.If):
        return _branches(_reads(node.test, defined), [node.body, node.orelse], defined)
    if isinstance(node, (ast.For, ast.While)):
        return _loop(node, defined)
    if isinstance(node, ast.With):
        reads = frozenset[str]().union(*(_reads(item.context_expr, defined) for item in node.items))
        inside, after = exposed(node.body, defined | bound_by_header(node, node.body))
        return reads | inside, after
    if isinstance(node, (ast.Try, ast.Match, ast.AsyncFor, ast.AsyncWith)):
        return _reads(node, defined), defined
    if isinstance(node, ast.AugAssign):
        target = {node.target.id} if isinstance(node.target, ast.Name) else set()
        return _reads(node, defined) | (frozenset(target) - defined), defined | target
    if isinstance(node, ast.Delete):
        return _reads(node, defined), defined - frozenset(stores(node))
    bound = frozenset() if isinstance(node, ast.AnnAssign) and node.value is None else frozenset(stores(node))
    return _reads(node, defined), defined | bound


def _loop(node: ast.For | ast.While, defined: Names) -> tuple[Names, Names | None]:
    header = node.iter if isinstance(node, ast.For) else node.test
    reads = _reads(header, defined)
    inside, _ = exposed(node.body, defined | bound_by_header(node, node.body))
    behind, _ = exposed(node.orelse, defined)
    return reads | inside | behind, defined


def _branches(
    reads: Names, blocks: Sequence[Sequence[ast.stmt]], defined: Names
) -> tuple[Names, Names | None]:
    ends = []
    for block in blocks:
        inside, after = exposed(block, defined)
        reads |= inside
        if after is not None:
            ends.append(after)
    return reads, frozenset.intersection(*ends) if ends else None
