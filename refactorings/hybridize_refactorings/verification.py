"""The last check before an edit is shown: the program is the same but for what the edit names."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Expected:
    """What may differ.

    decorators: by the line of `def` in the old text, how many decorators are added (or, below 0, removed).
    statement, line: an import that is new, and the line of the new text on which it stands.
    keywords: by line and column (in bytes) of an expression in the old text, the last argument of the call that it is
    (or becomes) in the new one.
    """

    decorators: Mapping[int, int]
    statement: str | None = None
    line: int = 0
    keywords: Mapping[tuple[int, int], str] = field(default_factory=dict)


def syntax_tree(text: str) -> ast.Module:
    """Parses without the warnings that belong to the user's code.

    Raises SyntaxError, ValueError, RecursionError or MemoryError.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def difference(before: ast.Module, after: str, expected: Expected) -> str | None:
    """What else differs between the old tree and the new text, in one clause; None when nothing does."""
    try:
        tree = syntax_tree(after)
    except (SyntaxError, ValueError) as error:
        return f"the edited text does not parse ({error})"
    if expected.statement is not None and not _take_import(tree, expected):
        return f"`{expected.statement}` is not on line {expected.line} of the edited text"
    seen = {}
    pairs: list[tuple[object, object]] = [(before, tree)]
    while pairs:
        old, new = pairs.pop()
        if isinstance(old, ast.expr) and (keyword := expected.keywords.get((old.lineno, old.col_offset))):
            new = _without_keyword(new, keyword, called=isinstance(old, ast.Call))
        if type(old) is not type(new):
            return f"{_name(old)} became {_name(new)}"
        if isinstance(old, _Function) and isinstance(new, _Function) and old.lineno in expected.decorators:
            seen[old.lineno] = len(new.decorator_list) - len(old.decorator_list)
            pairs += _decorator_pairs(old.decorator_list, new.decorator_list, seen[old.lineno])
            pairs += list(_fields(old, new, without="decorator_list"))
        elif isinstance(old, ast.AST) and isinstance(new, ast.AST):
            pairs += list(_fields(old, new))
        elif isinstance(old, list) and isinstance(new, list):
            if len(old) != len(new):
                return "the number of statements or operands differs"
            pairs += list(zip(old, new, strict=True))
        elif repr(old) != repr(new):
            return f"`{old!r}` became `{new!r}`"
    return None if seen == dict(expected.decorators) else "not the intended decorators changed"


def unchanged_outside(before: ast.Module, after: str, lines: Collection[int]) -> bool:
    """Whether the new text parses, and every top-level statement that no edit touches is in it, in the same order.

    lines: of the old text on which something is replaced or inserted.
    """
    try:
        tree = syntax_tree(after)
    except (SyntaxError, ValueError):
        return False
    untouched = [ast.dump(each) for each in before.body if not _touched(each, lines)]
    left = iter([ast.dump(each) for each in tree.body])
    return all(any(old == new for new in left) for old in untouched)


def encoding_of(data: bytes) -> str:
    """Codec by byte order mark and PEP 263, as Python reads it.  Raises SyntaxError for an unknown one."""
    return tokenize.detect_encoding(io.BytesIO(data).readline)[0]


def _take_import(tree: ast.Module, expected: Expected) -> bool:
    """Removes the new import from the tree, if it stands where it should."""
    for statement in tree.body:
        if statement.lineno == expected.line and ast.unparse(statement) == expected.statement:
            tree.body.remove(statement)
            return True
    return False


def _without_keyword(node: object, keyword: str, *, called: bool) -> object:
    """A call without its last argument, if that is the expected one; of what was no call before, the function."""
    if not isinstance(node, ast.Call) or not node.keywords or ast.unparse(node.keywords[-1]) != keyword:
        return node
    if not called:
        return None if node.args or len(node.keywords) > 1 else node.func
    return ast.Call(node.func, node.args, node.keywords[:-1])


def _decorator_pairs(
    old: Sequence[ast.expr], new: Sequence[ast.expr], added: int
) -> Iterator[tuple[object, object]]:
    """Pairs that must be equal: an added decorator is the last one; removed ones leave the rest in order."""
    if added >= 0:
        yield list(old), list(new[: len(old)])
        return
    left = list(old)
    for decorator in new:
        while left and ast.dump(left[0]) != ast.dump(decorator):
            left.pop(0)
        yield left.pop(0) if left else None, decorator


def _touched(statement: ast.stmt, lines: Collection[int]) -> bool:
    first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
    return any(first <= line <= (statement.end_lineno or first) for line in lines)


def _fields(old: ast.AST, new: ast.AST, without: str = "") -> Iterator[tuple[object, object]]:
    for name in old._fields:
        if name != without:
            yield getattr(old, name, None), getattr(new, name, None)


def _name(value: object) -> str:
    return "nothing" if value is None else type(value).__name__
