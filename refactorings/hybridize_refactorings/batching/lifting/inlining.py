"""Puts functions into the program for one example that are more than tensor code: loops over items, needs of Python."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence

from hybridize_analyzer.report import FunctionReport

from hybridize_refactorings.batching.lifting.hazards import mixed
from hybridize_refactorings.batching.lifting.loops import Line, at, free
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.names import local_names, parameters, stores
from hybridize_refactorings.subjects import Subject

_DEEPEST = 4


def inlined(scene: Scene, lines: Sequence[Line], taken: frozenset[str], depth: int = 0) -> list[Line] | str:
    """The lines, with the bodies of such functions in the place of statements that only call them."""
    found: list[Line] = []
    for line in lines:
        opened = _opened(scene, line, taken) if depth < _DEEPEST else None
        if isinstance(opened, str):
            return opened
        if opened is None:
            found.append(line)
            continue
        taken |= frozenset(name for each in opened for name in stores(each.node))
        inner = inlined(scene, opened, taken, depth + 1)
        if isinstance(inner, str):
            return inner
        found += inner
    return found


def _opened(scene: Scene, line: Line, taken: frozenset[str]) -> list[Line] | str | None:
    """The body in the place of a call; None where the statement stays as it is."""
    node = line.node
    call = node.value if isinstance(node, (ast.Assign, ast.Return)) else None
    if not isinstance(call, ast.Call):
        return None
    callees = scene.callees(line.owner, call)
    if not any(_is_mixed(scene, each) for each in callees):
        return None
    where = f"line {call.lineno} of `{line.owner.report.qualname}`"
    if len(callees) != 1:
        return f"{where} calls one of {len(callees)} functions"
    subject = scene.subject(callees[0])
    if subject is None or callees[0].path != line.owner.report.path:
        return f"`{callees[0].qualname}` is defined in another file"
    if callees[0].recursive or callees[0].hybrid:
        return f"`{callees[0].qualname}` is {'recursive' if callees[0].recursive else 'a `tf.function`'}"
    return _body(subject, node, call, taken)


def _is_mixed(scene: Scene, function: FunctionReport) -> bool:
    """Whether it is more than tensor code for one example."""
    subject = scene.subject(function)
    return subject is not None and (mixed(function) or any(_own_loops(subject)) or any(_branches(subject)))


def _own_loops(subject: Subject) -> Iterator[ast.For]:
    """Loops over something that a parameter holds."""
    given = set(parameters(subject.node.args))
    for node in ast.walk(subject.node):
        if isinstance(node, ast.For) and {
            n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name)
        } & given - {"self"}:
            yield node


def _branches(subject: Subject) -> Iterator[ast.AST]:
    """Choices by a parameter: `experts[i](x)`, `if i == 0`."""
    given = set(parameters(subject.node.args)) - {"self"}
    for node in ast.walk(subject.node):
        test = node.test if isinstance(node, ast.If) else None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
            test = node.func.slice
        if test is not None and {n.id for n in ast.walk(test) if isinstance(n, ast.Name)} & given:
            yield node


def _body(subject: Subject, node: ast.stmt, call: ast.Call, taken: frozenset[str]) -> list[Line] | str:
    body = list(subject.node.body)
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    name = subject.report.qualname
    last = isinstance(node, ast.Return)
    returns = [each for statement in body for each in ast.walk(statement) if isinstance(each, ast.Return)]
    if not last and (len(returns) != 1 or not body or returns[0] is not body[-1] or returns[0].value is None):
        return f"`{name}` (line {subject.node.lineno}) returns in more than one place"
    bound = _bound(subject, call)
    if isinstance(bound, str):
        return bound
    changed = {each for statement in body for each in stores(statement)}
    names: dict[str, ast.expr] = {}
    lines: list[Line] = []
    for parameter, argument in bound.items():
        if isinstance(argument, (ast.Name, ast.Attribute, ast.Constant)) and parameter not in changed:
            names[parameter] = argument
        else:
            new = free(parameter, taken)
            names[parameter] = ast.Name(new, ast.Load())
            assigned = ast.Assign([ast.Name(new, ast.Store())], copy.deepcopy(argument))
            lines.append(Line(at(assigned, call), subject))
    for local in sorted(local_names(subject.node) - set(bound)):
        names[local] = ast.Name(free(local, taken), ast.Load())
    renamed = [_Rename(names).visit(copy.deepcopy(each)) for each in body]
    if not last:
        assert isinstance(node, ast.Assign)
        final = renamed[-1]
        renamed[-1] = at(ast.Assign(copy.deepcopy(node.targets), final.value), final)
    return [*lines, *(Line(ast.fix_missing_locations(each), subject) for each in renamed)]


def _bound(subject: Subject, call: ast.Call) -> dict[str, ast.expr] | str:
    """Arguments by parameter, the receiver and defaults included."""
    arguments = subject.node.args
    name = subject.report.qualname
    if arguments.vararg or arguments.kwarg or any(isinstance(each, ast.Starred) for each in call.args):
        return f"`{name}` takes or gets starred arguments (line {call.lineno})"
    named = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    given = list(call.args)
    if subject.above and isinstance(subject.above[-1], ast.ClassDef):
        if not isinstance(call.func, ast.Attribute) or subject.node.decorator_list:
            return f"line {call.lineno} calls `{name}` in another way than on an object"
        given = [call.func.value, *given]
    bound = dict(zip(named, given, strict=False))
    bound |= {each.arg: each.value for each in call.keywords if each.arg is not None}
    defaults = dict(zip(reversed(named), reversed(arguments.defaults), strict=False))
    defaults |= {
        a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None
    }
    whole = {parameter: bound.get(parameter, defaults.get(parameter)) for parameter in parameters(arguments)}
    missing = [parameter for parameter, value in whole.items() if value is None]
    if missing or set(bound) - set(whole):
        return f"the arguments of line {call.lineno} do not fit `{name}`"
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
