"""Whether a statement has certainly run when a later place of the same scope is reached."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import libcst as cst

from hybridize_refactorings.syntax import Statement, Try, blocks, suite

_EXITS = frozenset({"exit", "quit", "sys.exit", "os._exit"})


def certainly_before(
    block: Sequence[Statement], path: Collection[Statement], wanted: Collection[Statement]
) -> bool:
    """True if one of `wanted` has run whenever the place below `path` in `block` is reached.

    path: the statements around the place.  A function or class on the way counts as the place: what runs
    before its definition is certain, what runs before its call is not known.
    """
    for statement in block:
        if statement in path:
            return _inside(statement, path, wanted)
        if always(statement, wanted):
            return True
    return False


def always(statement: Statement, wanted: Collection[Statement]) -> bool:
    """True if one of `wanted` has run whenever the statement has ended and the next one follows."""
    if statement in wanted:
        return True
    if isinstance(statement, cst.SimpleStatementLine):
        return _any_always(statement.body, wanted)
    if isinstance(statement, cst.With):
        return not _swallows(statement) and _any_always(suite(statement.body), wanted)
    if isinstance(statement, cst.If):
        return statement.orelse is not None and all(_ends(block, wanted) for block in blocks(statement))
    return isinstance(statement, Try) and _try_always(statement, wanted)


def _inside(statement: Statement, path: Collection[Statement], wanted: Collection[Statement]) -> bool:
    if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
        return False
    for block in blocks(statement):
        if any(inner in path for inner in block):
            return certainly_before(block, path, wanted) or _body_first(statement, block, wanted)
    return False


def _body_first(statement: Statement, block: Sequence[Statement], wanted: Collection[Statement]) -> bool:
    """`else` of a `try` runs only after the whole of its body."""
    orelse = statement.orelse if isinstance(statement, Try) else None
    if not isinstance(statement, Try) or orelse is None or suite(orelse.body) is not block:
        return False
    return _any_always(suite(statement.body), wanted)


def _try_always(statement: cst.Try | cst.TryStar, wanted: Collection[Statement]) -> bool:
    if statement.finalbody and _any_always(suite(statement.finalbody.body), wanted):
        return True
    body = (*suite(statement.body), *(suite(statement.orelse.body) if statement.orelse else ()))
    return _ends(body, wanted) and all(_ends(suite(handler.body), wanted) for handler in statement.handlers)


def _any_always(block: Sequence[Statement], wanted: Collection[Statement]) -> bool:
    return any(always(statement, wanted) for statement in block)


def _ends(block: Sequence[Statement], wanted: Collection[Statement]) -> bool:
    """The block runs one of `wanted`, or control never comes out below it."""
    return _any_always(block, wanted) or (bool(block) and _leaves(block[-1]))


def _leaves(statement: Statement) -> bool:
    if isinstance(statement, cst.SimpleStatementLine):
        return _leaves(statement.body[-1])
    if isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Call):
        return cst.helpers.get_full_name_for_node(statement.value.func) in _EXITS
    return isinstance(statement, (cst.Raise, cst.Return, cst.Continue, cst.Break))


def _swallows(statement: cst.With) -> bool:
    """`with suppress(ImportError):` goes on below after the import failed."""
    names = (cst.helpers.get_full_name_for_node(item.item) or "" for item in statement.items)
    return any(name.rpartition(".")[2] == "suppress" for name in names)
