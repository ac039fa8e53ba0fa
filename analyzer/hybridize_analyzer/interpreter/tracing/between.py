"""Gradients between two results of one call: `h, y = net(x)`, then `tape.gradient(y, h)`.

A call of a graph is one operation for a tape outside: none of its results depends on another, and the gradient is None.
What a call gave before the tape was made stands at its beginning either way: it has not seen how one came from the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Ref, Tuple
from hybridize_analyzer.interpreter.tracing.places import COMPREHENSIONS, Span, contains, span
from hybridize_analyzer.interpreter.tracing.tapes import opens_tape
from hybridize_analyzer.program.code import found_once, parameter_names, walk

_BETWEEN = "gradient between results"
_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)
_OF_MODELS = ("trainable_variables", "trainable_weights")


def note_gradient(state: State, frame: Frame, node: ast.AST) -> None:
    """Remembers the calls that gave both what is differentiated and what it is differentiated by."""
    given = asked(node) if isinstance(node, ast.Call) else None
    if given is None:
        return
    where = frame.module.location(node)
    blocks = _blocks_of(frame.body, node)
    for body, target, sources in seen_by_callers(frame.module.tree, frame.body, *given):
        for call in _in_common(body, target, sources):
            if body is not frame.body or blocks is None or any(contains(b, span(call)) for b in blocks):
                state.note(_BETWEEN, frame.module.location(call), where)


def _blocks_of(body: ast.AST, asking: ast.AST) -> list[Span] | None:
    """Where in a body the tape that is asked records, and what runs nobody knows when; None where that is not seen.

    That is so where only `with` statements make it, or enter it, and it is given to nobody else.
    """
    tape = (
        asking.func.value if isinstance(asking, ast.Call) and isinstance(asking.func, ast.Attribute) else None
    )
    return found_once(body, _recording).get(tape.id) if isinstance(tape, ast.Name) else None


def _recording(root: ast.AST) -> dict[str, list[Span]]:
    """The tapes of a body that nothing but its `with` statements enters: where they record, and what is in functions."""
    later = [span(node) for node in walk(root) if isinstance(node, _LATER) and node is not root]
    found: dict[str, list[Span]] = {}
    known: set[int] = set()
    for node in walk(root):
        if isinstance(node, ast.With):
            for name in _entered(node):
                found.setdefault(name.id, list(later)).append(span(node))
                known.add(id(name))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr[0] != "_":
            known.add(id(node.value))
    others = {node.id for node in walk(root) if isinstance(node, ast.Name) and id(node) not in known}
    return {name: blocks for name, blocks in found.items() if name not in others}


def _entered(statement: ast.With) -> Iterator[ast.Name]:
    """The names of what a `with` statement enters: of the tapes that it makes, and of what it is given."""
    for item in statement.items:
        entered = item.optional_vars if opens_tape(item.context_expr) else item.context_expr
        if isinstance(entered, ast.Name):
            yield entered


def asked(node: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """What is differentiated, and by what; the same expression twice where one is unpacked into both."""
    given = [*node.args, *(k.value for k in node.keywords)]
    unpacked = next((each.value for each in given[:2] if isinstance(each, ast.Starred)), None)
    if unpacked is not None:
        return unpacked, unpacked
    return (given[0], given[1]) if len(given) > 1 else None


def _in_common(root: ast.AST, target: ast.expr, sources: ast.expr) -> Iterator[ast.Call]:
    """The calls of a body from which both come, but not the one by way of the other."""
    parts = sources.elts if isinstance(sources, (ast.List, ast.Tuple)) else [sources]
    aliases = found_once(root, _aliases)
    for source in parts:
        if isinstance(source, ast.Attribute) and source.attr in _OF_MODELS:
            continue  # a graph returns no model, and variables are what they are on every way
        left_out = {ast.dump(source)} if source is not target else set[str]()
        if isinstance(source, ast.Name):
            left_out |= {ast.dump(each) for each in aliases.get(source.id, ())}
        origins = {id(call) for call in calls_behind(root, source, frozenset())}
        yield from (call for call in calls_behind(root, target, frozenset(left_out)) if id(call) in origins)


def _is_named(node: ast.AST) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))


def calls_behind(
    root: ast.AST, expression: ast.expr, left_out: frozenset[str] = frozenset()
) -> Iterator[ast.Call]:
    """The calls that an expression comes from, through the variables of the function; not through some expressions."""
    return (node for node in behind(root, expression, left_out) if isinstance(node, ast.Call))


def behind(
    root: ast.AST, expression: ast.expr, left_out: frozenset[str] = frozenset()
) -> Iterator[ast.Call | ast.Name]:
    """The calls and names that an expression comes from, as `calls_behind` tells."""
    bindings = found_once(root, _bindings)
    pending: list[tuple[ast.AST, _Scope]] = [(expression, _scope_of(root, expression))]
    followed: set[tuple[str, int]] = set()
    while pending:
        current, scope = pending.pop()
        if left_out and _is_named(current) and ast.dump(current) in left_out:
            continue
        if isinstance(current, (ast.Call, ast.Name)):
            yield current
        if isinstance(current, ast.Name):
            own = scope.get(current.id)
            if (key := (current.id, id(own))) not in followed:
                followed.add(key)
                pending += own if own is not None else ((each, {}) for each in bindings.get(current.id, ()))
        inner = _within(current, scope) if isinstance(current, COMPREHENSIONS) else scope
        pending += ((child, inner) for child in ast.iter_child_nodes(current))


_Scope = Mapping[str, "list[tuple[ast.AST, _Scope]]"]
"""The variables of the comprehensions around an expression, each with what it is set to and the scope of that."""


def _within(
    comprehension: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: _Scope
) -> _Scope:
    """The scope in a comprehension, whose variables nothing outside of it sees."""
    for generator in comprehension.generators:
        own: dict[str, list[tuple[ast.AST, _Scope]]] = {}
        for target, value in _assignments(generator):
            for name in _names_in(target):
                own.setdefault(name, []).append((value, scope))
        scope = {**scope, **own}
    return scope


def _scope_of(root: ast.AST, expression: ast.expr) -> _Scope:
    """The scope that the comprehensions of a body around an expression make."""
    scope: _Scope = {}
    for comprehension in found_once(root, _comprehensions):
        if any(node is expression for node in walk(comprehension)):
            scope = _within(comprehension, scope)
    return scope


def _comprehensions(
    root: ast.AST,
) -> list[ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp]:
    """The comprehensions of a body, those outside before those in them."""
    return [node for node in walk(root) if isinstance(node, COMPREHENSIONS)]


def _names_in(target: ast.AST) -> Iterable[str]:
    return dict.fromkeys(node.id for node in walk(target) if isinstance(node, ast.Name))


def _bindings(root: ast.AST) -> dict[str, list[ast.expr]]:
    """What is assigned in a body, by the names that stand in the targets; not what comprehensions set for themselves."""
    found: dict[str, list[ast.expr]] = {}
    for node in walk(root):
        if isinstance(node, ast.comprehension):
            continue
        for target, value in _assignments(node):
            for name in _names_in(target):
                found.setdefault(name, []).append(value)
    return found


def _aliases(root: ast.AST) -> dict[str, list[ast.expr]]:
    """What stands for the same as a name of a body: not what the name is only a part of, as in `h, y = found`."""
    found: dict[str, list[ast.expr]] = {}
    for node in walk(root):
        for target, value in _assignments(node):
            parts = isinstance(node, (ast.For, ast.comprehension)) and value is node.iter
            if isinstance(target, ast.Name) and _is_named(value) and not parts:
                found.setdefault(target.id, []).append(value)
    return found


def _assignments(node: ast.AST) -> Iterator[tuple[ast.AST, ast.expr]]:
    """Targets of assignments and loops with what they are set to; tuples of a loop over tuples are taken apart."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield target, node.value
    elif isinstance(node, (ast.For, ast.comprehension)):
        rows = node.iter.elts if isinstance(node.iter, (ast.Tuple, ast.List)) else [node.iter]
        for row in rows:
            if _are_alike(node.target, row):
                yield from zip(node.target.elts, row.elts, strict=True)  # type: ignore[attr-defined]
            else:
                yield node.target, row


def _are_alike(target: ast.expr, row: ast.expr) -> bool:
    """Whether both are tuples of as many parts."""
    kinds = (ast.Tuple, ast.List)
    return isinstance(target, kinds) and isinstance(row, kinds) and len(target.elts) == len(row.elts)


_Asked = tuple[ast.AST, ast.expr, ast.expr]


def seen_by_callers(
    tree: ast.AST, root: ast.AST, target: ast.expr, sources: ast.expr, depth: int = 3
) -> Iterator[_Asked]:
    """The two expressions with the body in which they stand, and what stands for them where a helper is called."""
    yield root, target, sources
    names = parameter_names(root.args) if isinstance(root, (ast.FunctionDef, ast.Lambda)) else ()
    if depth and isinstance(target, ast.Name) and target.id in names:
        for body, call in calls_of(tree, root):
            given = given_by_name(call, names)
            if target.id in given:
                expressions = given[target.id], given.get(getattr(sources, "id", ""), sources)
                yield from seen_by_callers(tree, body, *expressions, depth - 1)


def given_by_name(call: ast.Call, names: tuple[str, ...]) -> dict[str, ast.expr]:
    """The arguments of a call by the names of the parameters; a method does not get its receiver here."""
    own = names[1:] if isinstance(call.func, ast.Attribute) and names[:1] in (("self",), ("cls",)) else names
    positional = dict(zip(own, call.args, strict=False))
    return positional | {k.arg: k.value for k in call.keywords if k.arg is not None}


def _named_calls(tree: ast.AST) -> dict[str, list[tuple[ast.AST, ast.Call]]]:
    """The calls of a module by the last name of what is called, each with the body in which it stands."""
    found: dict[str, list[tuple[ast.AST, ast.Call]]] = {}
    pending: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while pending:
        body, node = pending.pop()
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            found.setdefault(name, []).append((body, node))
        inner = node if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else body
        pending += [(inner, child) for child in ast.iter_child_nodes(node)]
    return found


def calls_of(tree: ast.AST, function: ast.AST) -> list[tuple[ast.AST, ast.Call]]:
    """The calls of a module that have the name of a function, each with the body in which it stands."""
    return found_once(tree, _named_calls).get(_called(tree, function), [])


def _called(tree: ast.AST, function: ast.AST) -> str:
    """The name of a function; that of the variable for a lambda."""
    name = getattr(function, "name", None)
    return name if isinstance(name, str) else found_once(tree, _named_lambdas).get(function, "")


def _named_lambdas(tree: ast.AST) -> dict[ast.AST, str]:
    """The lambdas of a module that variables are set to, with the names of these."""
    return {
        value: target.id
        for node in walk(tree)
        for target, value in _assignments(node)
        if isinstance(value, ast.Lambda) and isinstance(target, ast.Name)
    }


def gradients_between(
    state: State, contexts: Sequence[Context], above: Iterable[CallSite]
) -> Iterator[Event]:
    """The gradient between results of a function, or of one that returns what this one returns."""
    if any(isinstance(a, (Tuple, Ref)) for c in contexts for a in c.summary.returned):
        noted = [where for site in above if (where := state.noted(_BETWEEN, site.where)) is not None]
        if noted:
            message = (
                "a gradient between two of its results is taken, and for a tape a graph is one operation"
            )
            yield Event(Kind.PYTHON_VALUE, message, min(noted))
