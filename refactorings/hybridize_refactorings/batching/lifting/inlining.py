"""Puts functions into the program for one example that are more than tensor code: loops over items, needs of Python."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence

from hybridize_analyzer.report import FunctionReport

from hybridize_refactorings.batching.lifting.hazards import Code, mixed
from hybridize_refactorings.batching.lifting.loops import at, put
from hybridize_refactorings.names import Names, free, loads, local_names, parameters, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.subjects import Subject

_DEEPEST = 4
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.BoolOp)


def inlined(code: Code, lines: Sequence[ast.stmt], taken: Names, depth: int = 0) -> list[ast.stmt] | Refused:
    """The statements, with the bodies of such functions in the place of their calls."""
    found: list[ast.stmt] = []
    for line in lines:
        if isinstance(line, ast.For):
            body = inlined(code, line.body, taken | set(stores(line)), depth)
            if isinstance(body, Refused):
                return body
            line.body = body
        opened = _opened(code, line, taken) if depth < _DEEPEST else None
        if isinstance(opened, Refused):
            return opened
        if opened is None:
            found.append(line)
            continue
        taken |= frozenset(name for each in opened for name in stores(each))
        inner = inlined(code, opened, taken, depth + 1)
        if isinstance(inner, Refused):
            return inner
        found += inner
    return found


def _opened(code: Code, line: ast.stmt, taken: Names) -> list[ast.stmt] | Refused | None:
    """The statement with the body of a function that it calls before it; None where it stays as it is."""
    if not isinstance(line, (ast.Assign, ast.Return, ast.AugAssign)) or line.value is None:
        return None
    for call in _calls(line.value):
        callees = code.callees(call)
        if any(_is_mixed(code, each) for each in callees):
            break
    else:
        return None
    if len(callees) != 1:
        return Refused(f"line {call.lineno} calls one of {len(callees)} functions")
    subject = code.scene.subject(callees[0])
    if subject is None or callees[0].path != code.subject.report.path:
        return Refused(f"line {call.lineno}: `{callees[0].qualname}` is defined in another file")
    if callees[0].recursive or callees[0].hybrid:
        what = "calls itself" if callees[0].recursive else "is a `tf.function`"
        return Refused(f"line {call.lineno}: `{callees[0].qualname}` {what}")
    if call is line.value and not isinstance(line, ast.AugAssign):
        return _body(subject, line, call, taken)
    name = free("result", taken)
    assigned = at(ast.Assign([ast.Name(name, ast.Store())], call), call)
    rest = put(call, at(ast.Name(name, ast.Load()), call), line)
    body = _body(subject, assigned, call, taken | {name})
    return body if isinstance(body, Refused) else [*body, rest]


def _calls(node: ast.expr) -> Iterator[ast.Call]:
    """Calls that an expression makes in any case, inner ones first."""
    if isinstance(node, _SCOPES):
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _calls(child)
        elif isinstance(child, ast.keyword):
            yield from _calls(child.value)
    if isinstance(node, ast.Call):
        yield node


def _is_mixed(code: Code, function: FunctionReport) -> bool:
    """Whether it is more than tensor code for one example, or looks something up by an argument."""
    subject = code.scene.subject(function)
    return subject is not None and (mixed(function) or _takes_apart(code, subject, _arguments(subject)))


def _takes_apart(code: Code, subject: Subject, given: set[str], depth: int = 0) -> bool:
    """Whether a loop goes over what one of these names holds, or it selects an element (`table[word]`).

    Here, or in a function that gets it; elements that are called are choices.
    """
    called = {id(node.func) for node in ast.walk(subject.node) if isinstance(node, ast.Call)}
    for node in ast.walk(subject.node):
        if isinstance(node, ast.For) and any(name.id in given for name in loads(node.iter)):
            return True
        index = node.slice if isinstance(node, ast.Subscript) and id(node) not in called else None
        if isinstance(index, ast.Name) and index.id in given:
            return True
        if isinstance(node, ast.Call) and depth < _DEEPEST and _passes_on(code, node, given, depth):
            return True
    return False


def _passes_on(code: Code, call: ast.Call, given: set[str], depth: int) -> bool:
    for function in code.callees(call):
        inner = code.scene.subject(function)
        bound = _bound(inner, call) if inner is not None else None
        if inner is None or not isinstance(bound, dict):
            continue
        reached = {name for name, value in bound.items() if isinstance(value, ast.Name) and value.id in given}
        if reached and _takes_apart(code, inner, reached, depth + 1):
            return True
    return False


def chooses(code: Code, call: ast.Call, name: str) -> bool:
    """Whether a function that is called decides by an argument which code runs: `experts[i](x)`, `if i == 0`."""
    for function in code.callees(call):
        subject = code.scene.subject(function)
        bound = _bound(subject, call) if subject is not None else None
        if subject is None or not isinstance(bound, dict):
            continue
        given = {p for p, value in bound.items() if name in {n.id for n in loads(value)}}
        for node in ast.walk(subject.node):
            if given & {n.id for test in choices(node) for n in loads(test)}:
                return True
    return False


def choices(node: ast.AST) -> Iterator[ast.expr]:
    """What decides which code runs."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield node.test
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
        yield node.func.slice


def _arguments(subject: Subject) -> set[str]:
    named = parameters(subject.node.args)
    return set(named[1:] if _is_method(subject) else named)


def _is_method(subject: Subject) -> bool:
    return bool(subject.above) and isinstance(subject.above[-1], ast.ClassDef)


def _body(subject: Subject, node: ast.stmt, call: ast.Call, taken: Names) -> list[ast.stmt] | Refused:
    """The body of a function in the place of `name = call` or `return call`."""
    body = list(subject.node.body)
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    last = isinstance(node, ast.Return)
    returns = [each for statement in body for each in ast.walk(statement) if isinstance(each, ast.Return)]
    if not last and (len(returns) != 1 or not body or returns[0] is not body[-1] or returns[0].value is None):
        return Refused(
            f"`{subject.report.qualname}` (line {subject.node.lineno}) returns in more than one place"
        )
    bound = _bound(subject, call)
    if isinstance(bound, Refused):
        return bound
    changed = {each for statement in body for each in stores(statement)}
    names: dict[str, ast.expr] = {}
    lines: list[ast.stmt] = []
    for parameter, argument in bound.items():
        if isinstance(argument, (ast.Name, ast.Attribute, ast.Constant)) and parameter not in changed:
            names[parameter] = argument
        else:
            names[parameter] = ast.Name(free(parameter, taken), ast.Load())
            target = ast.Name(free(parameter, taken), ast.Store())
            lines.append(at(ast.Assign([target], copy.deepcopy(argument)), call))
    for local in sorted(local_names(subject.node) - set(bound)):
        names[local] = ast.Name(free(local, taken), ast.Load())
    renamed = [_Rename(names).visit(copy.deepcopy(each)) for each in body]
    if not last:
        assert isinstance(node, ast.Assign)
        final = renamed[-1]
        renamed[-1] = at(ast.Assign(copy.deepcopy(node.targets), final.value), final)
    return [*lines, *map(ast.fix_missing_locations, renamed)]


def _bound(subject: Subject, call: ast.Call) -> dict[str, ast.expr] | Refused:
    """Arguments by parameter, the receiver and defaults included."""
    arguments = subject.node.args
    name = subject.report.qualname
    if arguments.vararg or arguments.kwarg or any(isinstance(each, ast.Starred) for each in call.args):
        return Refused(f"`{name}` takes or gets starred arguments (line {call.lineno})")
    named = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    given = list(call.args)
    if _is_method(subject):
        owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
        if subject.node.decorator_list or (subject.node.name != "__call__") != isinstance(
            call.func, ast.Attribute
        ):
            return Refused(f"line {call.lineno} calls `{name}` in another way than on an object")
        given = [owner, *given]
    bound = dict(zip(named, given, strict=False))
    bound |= {each.arg: each.value for each in call.keywords if each.arg is not None}
    defaults = dict(zip(reversed(named), reversed(arguments.defaults), strict=False))
    defaults |= {
        a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None
    }
    whole = {parameter: bound.get(parameter, defaults.get(parameter)) for parameter in parameters(arguments)}
    if None in whole.values() or set(bound) - set(whole):
        return Refused(f"the arguments of line {call.lineno} do not fit `{name}`")
    return {parameter: value for parameter, value in whole.items() if value is not None}


class _Rename(ast.NodeTransformer):
    """Other names, or expressions in their place."""

    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        new = self.names.get(node.id)
        if new is None:
            return node
        if isinstance(new, ast.Name):
            return ast.copy_location(ast.Name(new.id, node.ctx), node)
        return ast.copy_location(copy.deepcopy(new), node)
