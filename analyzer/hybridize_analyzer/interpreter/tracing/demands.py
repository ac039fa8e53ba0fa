"""What of the results of calls an expression uses: `pair(x)[0] * 2.0` uses the first of two.

It reads the text of a module backwards, from an expression to the calls that it comes from.  Whatever is not seen to use a
result counts as a use of any one part of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hybridize_analyzer.interpreter.tracing.between import calls_of
from hybridize_analyzer.program.code import found_once, parameter_names, walk
from hybridize_analyzer.program.full_names import dotted_name

Part = int | str
Path = tuple[Part, ...]
EACH = "*"
"""What stands for each part of a result, one after the other."""
ALL = "**"
"""The same where all of them come together in the end."""
ANY = "?"
"""What stands for a part that is not known."""
Used = dict[ast.Call, set[Path]]
"""Which parts of the results of calls are certainly used; the empty path is all of a result."""

_DEPTH = 3
_STEPS = 4000
_DISPLAYS = (ast.Tuple, ast.List)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class _Scope:
    """A body, and the call by which it was entered, with the scope of that.

    whole: comprehensions all of whose elements are used.
    """

    tree: ast.AST
    body: ast.AST
    call: ast.Call | None = None
    outer: _Scope | None = None
    depth: int = _DEPTH
    whole: frozenset[ast.AST] = frozenset()


def used_by(tree: ast.AST, body: ast.AST, expression: ast.expr) -> Used:
    """The calls that an expression of a body comes from, with what it uses of their results."""
    known = found_once(tree, _known_uses)
    if (body, expression) not in known:
        known[body, expression] = _used_by(tree, body, expression)
    return known[body, expression]


def _known_uses(_: ast.AST) -> dict[tuple[ast.AST, ast.expr], Used]:
    """What has been asked of a module before."""
    return {}


def _used_by(tree: ast.AST, body: ast.AST, expression: ast.expr) -> Used:
    walked = _Walk({}, set(), [_STEPS])
    walked.follow(expression, (), _Scope(tree, body))
    return walked.found if walked.steps[0] > 0 else {call: {(ANY,)} for call in walked.found}


class _Walk:
    """One way through the text.  steps: how many are left, for all ways together."""

    def __init__(self, found: Used, followed: set[tuple[object, ...]], steps: list[int]) -> None:
        self.found, self.followed, self.steps = found, followed, steps

    def follow(self, node: ast.AST, path: Path, scope: _Scope) -> None:
        """Adds what the value of an expression, or a part of it, comes from."""
        path = path[:_DEPTH]
        self.steps[0] -= 1
        if self.steps[0] <= 0:
            return
        match node:
            case ast.Name():
                self._name(node, path, scope)
            case ast.Subscript():
                taken = (ANY,) if isinstance(node.slice, ast.Slice) else (as_part(node.slice), *path)
                self.follow(node.value, taken, scope)
            case ast.Attribute() if node.attr not in _LOOKED_AT:
                self._attribute(node, path, scope)
            case ast.NamedExpr() | ast.Starred() | ast.Await():
                self.follow(node.value, path, scope)
            case ast.BinOp():
                for side in (node.left, node.right):
                    self.follow(side, (ANY,) if path else (), scope)
            case ast.UnaryOp():
                self.follow(node.operand, path, scope)
            case ast.Call():
                self._call(node, path, scope)
            case _:
                self._container(node, path, scope)

    def _container(self, node: ast.AST, path: Path, scope: _Scope) -> None:
        """Displays, comprehensions, and expressions that choose among others."""
        match node:
            case ast.Tuple() | ast.List() | ast.Set():
                self._display(node.elts, path, scope)
            case ast.Dict():
                self._dict(node, path, scope)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                self._comprehension(node, node.elt, path, scope)
            case ast.DictComp():
                self._comprehension(node, node.value, path, scope)
            case ast.IfExp():
                self._either([[(node.body, path, scope)], [(node.orelse, path, scope)]])
            case ast.BoolOp():
                self._either([[(value, path, scope)] for value in node.values])
            case ast.Lambda():
                self._perhaps([(node.body, (), scope)])

    def _perhaps(self, items: Iterable[_Item]) -> None:
        self._either([[*items], []])

    def _either(self, ways: Sequence[Sequence[_Item]], *, apart: bool = False) -> None:
        """Adds what every one of several ways uses, and leaves open what only some of them do.

        apart: the ways are different runs, of which each counts for itself.
        """
        founds = []
        for items in ways:
            way = _Walk({}, {*self.followed}, self.steps)
            for item in items:
                way.follow(*item)
            founds.append(way.found)
        for call in dict.fromkeys(call for found in founds for call in found):
            given = [found[call] for found in founds if call in found]
            sure = _common(given) if apart or len(given) == len(founds) else set[Path]()
            self.found.setdefault(call, set()).update(sure or {(ANY,)})

    def _name(self, node: ast.Name, path: Path, scope: _Scope) -> None:
        key = (node.id, node.lineno, node.col_offset, path, scope.body, scope.call)
        if key in self.followed:
            return
        self.followed.add(key)
        bound = found_once(scope.body, _bindings).get(node.id, [])
        parameters = _parameters(scope.body)
        if bound:
            self._bound(node, bound, path, scope, given=node.id in parameters)
        elif node.id in parameters:
            self._given(node.id, path, scope)
        elif (around := found_once(scope.tree, _bodies_around).get(scope.body)) is not None:
            outer = scope.outer if scope.outer is not None and scope.outer.body is around else None
            outside = outer or replace(scope, body=around, call=None, outer=None)
            if outer is not None and scope.call is not None:
                moved = ast.copy_location(ast.Name(node.id, ast.Load()), scope.call)
                self._name(moved, path, outside)
            elif found := found_once(around, _bindings).get(node.id, []):
                for each in found:
                    self.follow(each.value, (*each.part, *path), outside)
            else:
                self._name(node, path, outside)

    def _bound(
        self, node: ast.Name, bound: Sequence[_Binding], path: Path, scope: _Scope, *, given: bool
    ) -> None:
        reaching, first = _reaching(scope.body, bound, _start(node))
        here = _branches_at(scope.body, _start(node))
        plain: list[list[_Item]] = []
        for each in reaching:
            part = each.part
            if each.within is not None and each.within in scope.whole:
                part = tuple(ALL if p == EACH else p for p in part)
            inner = path[1:] if each.element else path
            item = (each.value, (*part, *inner), scope)
            if each.adds or each.later:
                if each.branches <= here:
                    self.follow(*item)
                else:
                    self._perhaps([item])
            else:
                plain.append([item])
        if given and first:
            # The parameter itself is one of the ways.
            self._given(node.id, path, scope)
        if len(plain) == 1:
            self.follow(*plain[0][0])
        elif plain:
            self._either(plain)

    def _given(self, name: str, path: Path, scope: _Scope) -> None:
        """What stands for a parameter in the call, or in all calls of a function from which the way begins."""
        if not isinstance(scope.body, _FUNCTIONS):
            return
        if scope.call is not None and scope.outer is not None:
            for expression, part in _arguments(scope.body, scope.call, name):
                self.follow(expression, (*part, *path), scope.outer)
        elif scope.depth > 0:
            ways = [
                [(expression, (*part, *path), _Scope(scope.tree, body, depth=scope.depth - 1))]
                for body, call in calls_of(scope.tree, scope.body)
                for expression, part in _arguments(scope.body, call, name)
            ]
            self._either(ways, apart=True)

    def _attribute(self, node: ast.Attribute, path: Path, scope: _Scope) -> None:
        self.follow(node.value, (node.attr, *path), scope)
        key = ("." + node.attr, path)
        if key in self.followed or scope.depth <= 0:
            return
        self.followed.add(key)
        kept = found_once(scope.tree, _attributes).get(node.attr, [])
        ways = [
            [(value, (*part, *path), _Scope(scope.tree, body, depth=scope.depth - 1))]
            for body, value, part in kept
        ]
        self._either(ways, apart=True)

    def _display(self, elements: Sequence[ast.expr], path: Path, scope: _Scope) -> None:
        unpacked = any(isinstance(e, ast.Starred) for e in elements)
        if unpacked and path and len(elements) > 1 and path[0] not in (EACH, ALL):
            self._perhaps([(e, (ANY,), scope) for e in elements])
        elif unpacked:
            for e in elements:
                self.follow(e, path if isinstance(e, ast.Starred) else path[1:], scope)
        elif path[:1] == (ANY,) and len(elements) > 1:
            self._either([[(e, path[1:], scope)] for e in elements])
        else:
            for i, e in enumerate(elements):
                if not path or path[0] in (i, i - len(elements), EACH, ALL, ANY):
                    self.follow(e, path[1:], scope)

    def _dict(self, node: ast.Dict, path: Path, scope: _Scope) -> None:
        known = all(isinstance(k, ast.Constant) for k in node.keys)
        items = [
            (v, path[1:] if k is not None else path, scope)
            for k, v in zip(node.keys, node.values, strict=True)
        ]
        if not path or path[0] in (EACH, ALL):
            for item in items:
                self.follow(*item)
        elif known and path[0] != ANY:
            keys = [as_part(k) if k is not None else ANY for k in node.keys]
            for key, item in zip(keys, items, strict=True):
                if key == path[0]:
                    self.follow(*item)
        else:
            self._either([[item] for item in items])

    def _comprehension(
        self,
        node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
        element: ast.expr,
        path: Path,
        scope: _Scope,
    ) -> None:
        whole = (not path or path[0] == ALL) and not any(g.ifs for g in node.generators)
        inner = replace(scope, whole=scope.whole | {node}) if whole else scope
        self.follow(element, path[1:], inner)

    def _call(self, node: ast.Call, path: Path, scope: _Scope) -> None:
        self.found.setdefault(node, set()).add(path)
        name = called_name(node)
        given = [*node.args, *(k.value for k in node.keywords)]
        callees = functions_of(scope.tree, node) if scope.depth > 0 else ()
        if is_flat_call(node):
            if name not in _CONSTANT:
                self._perhaps((each, (ANY,) if path else (), scope) for each in given)
        elif name == "where":
            for each in given[1:]:
                self.follow(each, (), scope)
        elif any(map(returned_by, callees)):
            self._inside(node, callees, path, scope)
        elif (fields := fields_of(scope.tree, node)) is not None:
            for index, (field, value) in enumerate(fields.items()):
                if not path or path[0] in (field, index, EACH, ALL):
                    self.follow(value, path[1:], scope)
                elif path[0] == ANY:
                    self._perhaps([(value, path[1:], scope)])
        elif not self._looks_up(node, name, path, scope):
            self._unseen(node, name, given, scope)

    def _looks_up(self, node: ast.Call, name: str, path: Path, scope: _Scope) -> bool:
        """Whether a call takes parts of a container, and in which way."""
        if name in _LOOK_UP and node.args and isinstance(node.func, ast.Attribute):
            self.follow(node.func.value, (as_part(node.args[0]), *path), scope)
            self._perhaps((each, path, scope) for each in node.args[1:])
        elif name == "getattr" and len(node.args) > 1:
            self.follow(node.args[0], (as_part(node.args[1]), *path), scope)
        elif name == "next" and node.args:
            self.follow(node.args[0], (ANY, *path), scope)
        elif name in _IN_TURN:
            self._in_turn(node, name, path, scope)
        else:
            return False
        return True

    def _unseen(self, node: ast.Call, name: str, given: Sequence[ast.expr], scope: _Scope) -> None:
        """What libraries make one tensor of is used, `tf.add_n(pair(x))`; what other functions use is not known."""
        external = is_of_library(scope.tree, node)
        used = name in _TOGETHER or (external and name not in _WITH_FUNCTIONS)
        for each in given:
            self.follow(each, () if used else (ANY,), scope)
        if not (used or external):
            self.follow(node.func.value if isinstance(node.func, ast.Attribute) else node.func, (ANY,), scope)

    def _in_turn(self, node: ast.Call, name: str, path: Path, scope: _Scope) -> None:
        """`enumerate`, `.items()` and the like: the parts of what they are given, in pairs or not."""
        own = isinstance(node.func, ast.Attribute) and not is_of_library(scope.tree, node)
        sources = [node.func.value] if own and isinstance(node.func, ast.Attribute) else [*node.args]
        if name == "dict" and node.keywords:
            for keyword in node.keywords:
                if not path or path[0] in (keyword.arg, EACH, ALL):
                    self.follow(keyword.value, path[1:], scope)
            return
        if name in _PAIRS and len(path) > 1:
            sources = sources if path[1] == 1 else []
            path = (path[0], *path[2:])
        elif name == "zip" and path:
            self._zipped(node, path, scope)
            return
        if path and name not in _AS_THEY_ARE and path[0] not in (EACH, ALL):
            path = (ANY, *path[1:])
        for source in sources:
            self.follow(source, path, scope)

    def _zipped(self, node: ast.Call, path: Path, scope: _Scope) -> None:
        """`zip` takes as many parts as the shortest that it is given has, which may be not all of the others."""
        index = path[1] if len(path) > 1 else None
        strict = any(k.arg == "strict" for k in node.keywords)
        sizes = [len(a.elts) for a in node.args if isinstance(a, _DISPLAYS)]
        for position, source in enumerate(node.args):
            if index is not None and isinstance(index, int) and index != position:
                continue
            rest = path[2:] if isinstance(index, int) else (ANY,)
            if path[0] == ALL and strict:
                self.follow(source, (ALL, *rest), scope)
            elif path[0] == ALL and sizes:
                for part in range(min(sizes)):
                    self.follow(source, (part, *rest), scope)
            else:
                self.follow(source, (EACH if path[0] == EACH else ANY, *rest), scope)

    def _inside(self, node: ast.Call, callees: Sequence[ast.AST], path: Path, scope: _Scope) -> None:
        """The same in functions of the module that have the name of what is called."""
        ways: list[list[_Item]] = [
            [(value, path, _Scope(scope.tree, callee, node, scope, scope.depth - 1))]
            for callee in callees
            for value in returned_by(callee)
        ]
        if len(ways) == 1:
            self.follow(*ways[0][0])
        else:
            self._either(ways)


_Item = tuple[ast.AST, Path, _Scope]
_LOOKED_AT = frozenset({"shape", "dtype", "ndim", "name", "device"})
_IN_TURN = frozenset(
    "flatten list tuple dict iter reversed sorted values items enumerate zip copy deepcopy _asdict map_structure".split()
)
_AS_THEY_ARE = frozenset("list tuple dict iter copy deepcopy _asdict".split())
_PAIRS = frozenset({"items", "enumerate"})
_LOOK_UP = frozenset({"get", "pop", "__getitem__", "setdefault"})
_TOGETHER = frozenset({"sum", "gradient", "float"})
_WITH_FUNCTIONS = frozenset(
    """map_fn vectorized_map scan foldl foldr while_loop cond case switch_case custom_gradient recompute_grad numpy_function
    py_function""".split()
)
_CONSTANT = frozenset(
    """stop_gradient argmax argmin shape size rank zeros_like ones_like equal less greater one_hot argsort zeros ones
    numpy""".split()
)
FLAT = _CONSTANT | frozenset("round floor ceil rint sign range constant".split())
"""Functions through which no gradient goes, or perhaps none."""
_LIBRARIES = ("tensorflow", "keras", "tf_keras", "numpy", "math", "tensorflow_probability")


def is_flat_call(node: ast.Call) -> bool:
    """Whether no gradient goes through a call, or perhaps none; casts to floats let it through."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name == "cast":
        given = [*node.args[1:], *(k.value for k in node.keywords)]
        return not any("float" in text or text.endswith(".dtype") for text in map(ast.unparse, given))
    return name in FLAT


def _common(given: Sequence[set[Path]]) -> set[Path]:
    """The paths that are used every time, where a part is a use of what it is part of only."""
    wholes = [paths for paths in given if () not in paths]
    return set.intersection(*wholes) if wholes else {()}


def as_part(index: ast.expr) -> Part:
    """The part that an index takes; any of them where that is not written."""
    value: object = index.value if isinstance(index, ast.Constant) else None
    if isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant):
        number = index.operand.value
        value = -number if isinstance(index.op, ast.USub) and isinstance(number, int) else None
    return value if isinstance(value, (int, str)) else ANY


def called_name(node: ast.AST) -> str:
    """The last name of what is called."""
    function = node.func if isinstance(node, ast.Call) else None
    return str(getattr(function, "attr", getattr(function, "id", "")))


def is_of_library(tree: ast.AST, call: ast.Call) -> bool:
    """Whether a call names what it calls as part of TensorFlow, Keras or NumPy."""
    return is_in_library(tree, call.func)


def is_in_library(tree: ast.AST, node: ast.AST) -> bool:
    """Whether an expression names a part of TensorFlow, Keras or NumPy."""
    return next(iter(dotted_name(node)), "") in found_once(tree, _libraries)


def functions_of(tree: ast.AST, call: ast.Call) -> Sequence[ast.AST]:
    """The functions of the module that have the name of what is called."""
    return () if is_of_library(tree, call) else found_once(tree, _functions).get(called_name(call), ())


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


class _Binding(NamedTuple):
    """What a name is set to, and which part of it the name gets.

    adds: it keeps what it had.  element: it gets that as one of its elements.  within: the comprehension whose variable it
    is.  later: it stands behind the use, in a loop around both.
    """

    value: ast.expr
    part: Path
    at: tuple[int, int]
    branches: frozenset[int]
    adds: bool = False
    element: bool = False
    within: ast.AST | None = None
    later: bool = False


def _own_nodes(body: ast.AST) -> list[ast.AST]:
    """The nodes of a body, without those of functions and classes inside of it."""
    found: list[ast.AST] = []
    pending = [body.body] if isinstance(body, ast.Lambda) else [*getattr(body, "body", ())]
    while pending:
        node = pending.pop()
        found.append(node)
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)
    return found


def _bindings(body: ast.AST) -> dict[str, list[_Binding]]:
    """What is assigned to each name of a body, in the order of the text."""
    found: dict[str, list[_Binding]] = {}
    for node in _own_nodes(body):
        for name, binding in _bindings_of(node):
            inside = _branches_at(body, binding.at)
            found.setdefault(name, []).append(binding._replace(branches=inside))
    return {name: sorted(bound, key=lambda b: b.at) for name, bound in found.items()}


def _bindings_of(node: ast.AST) -> Iterator[tuple[str, _Binding]]:
    none = frozenset[int]()
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and node.value is not None:
        added = isinstance(node, ast.AugAssign)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            for name, value, part, element in _unpacked(target, node.value, ()):
                yield name, _Binding(value, part, _end(node), none, adds=added or element, element=element)
    elif isinstance(node, ast.For):
        for name, value, part, _ in _unpacked(node.target, node.iter, (EACH,)):
            yield name, _Binding(value, part, _end(node.iter), none)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        for generator in node.generators:
            for name, value, part, _ in _unpacked(generator.target, generator.iter, (EACH,)):
                yield name, _Binding(value, part, _end(node), none, within=node)
    elif isinstance(node, ast.Call) and called_name(node) in ("append", "add", "extend", "insert", "update"):
        base = node.func.value if isinstance(node.func, ast.Attribute) else None
        if isinstance(base, ast.Name) and node.args:
            element = called_name(node) not in ("extend", "update")
            yield base.id, _Binding(node.args[-1], (), _end(node), none, adds=True, element=element)


def _unpacked(target: ast.expr, value: ast.expr, path: Path) -> Iterator[tuple[str, ast.expr, Path, bool]]:
    """The names of a target, with what each gets, and whether as an element of what it has."""
    if isinstance(target, ast.Name):
        yield target.id, value, path, False
    elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        yield target.value.id, value, path, True
    elif isinstance(target, ast.Starred):
        yield from _unpacked(target.value, value, (*path[:-1], ANY))
    elif isinstance(target, _DISPLAYS):
        alike = isinstance(value, _DISPLAYS) and len(target.elts) == len(value.elts) and not path
        starred = [i for i, e in enumerate(target.elts) if isinstance(e, ast.Starred)]
        for index, inner in enumerate(target.elts):
            if alike and isinstance(value, _DISPLAYS) and not starred:
                yield from _unpacked(inner, value.elts[index], ())
            else:
                known = not starred or index < starred[0]
                yield from _unpacked(inner, value, (*path, index if known else ANY))


def _branches(body: ast.AST) -> list[tuple[tuple[int, int], tuple[int, int], bool]]:
    """Where the branches of a body begin and end, and whether each is a loop."""
    found: list[tuple[tuple[int, int], tuple[int, int], bool]] = []
    for node in _own_nodes(body):
        if isinstance(node, (ast.If, ast.Try, ast.ExceptHandler, ast.match_case)):
            blocks = [getattr(node, name, []) for name in ("body", "orelse")]
        elif isinstance(node, (ast.For, ast.While)):
            blocks = [node.body]
        else:
            continue
        loop = isinstance(node, (ast.For, ast.While))
        found += [((b[0].lineno, b[0].col_offset), _end(b[-1]), loop) for b in blocks if b]
    return found


def _branches_at(body: ast.AST, where: tuple[int, int]) -> frozenset[int]:
    """The branches in which a place lies, without loops, which are taken to have turns."""
    found = enumerate(found_once(body, _branches))
    return frozenset(i for i, (start, end, loop) in found if not loop and start <= where <= end)


def _reaching(
    body: ast.AST, bound: Sequence[_Binding], where: tuple[int, int]
) -> tuple[list[_Binding], bool]:
    """What a name may have been set to last, and whether it may still have what it had at first."""
    inside = [b for b in bound if b.within is not None and _holds(b.within, where)]
    if inside:
        return inside[-1:], False
    bound = [b for b in bound if b.within is None]
    here, found, last = _branches_at(body, where), list[_Binding](), None
    for each in reversed([b for b in bound if b.at <= where]):
        found.append(each)
        if not each.adds and each.branches <= here:
            last = each
            break
    loops = [(s, e) for s, e, loop in found_once(body, _branches) if loop and s <= where <= e]
    for each in (b for b in bound if b.at > where):
        around = [(s, e) for s, e in loops if s <= each.at <= e]
        if around and not (last is not None and any(s <= last.at <= e for s, e in around)):
            found.append(each._replace(later=True))
    return found, last is None


def _holds(node: ast.AST, where: tuple[int, int]) -> bool:
    return isinstance(node, ast.expr) and _start(node) <= where <= _end(node)


def _parameters(body: ast.AST) -> tuple[str, ...]:
    return parameter_names(body.args) if isinstance(body, _FUNCTIONS) else ()


_Code = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def _arguments(function: _Code, call: ast.Call, name: str) -> Iterator[tuple[ast.expr, Path]]:
    """What a call gives a parameter, and which part of it."""
    taken = function.args
    positional = [a.arg for a in (*taken.posonlyargs, *taken.args)]
    if positional[:1] in (["self"], ["cls"]):
        if name == positional[0] and isinstance(call.func, ast.Attribute):
            yield call.func.value, ()
        positional = positional[1:]
    yield from _by_position(call, positional, name, taken.vararg)
    caught = taken.kwarg is not None and name == taken.kwarg.arg
    for keyword in call.keywords:
        if keyword.arg == name:
            yield keyword.value, ()
        elif keyword.arg is None and name not in positional[: len(call.args)]:
            yield keyword.value, () if caught else (name,)
        elif keyword.arg is not None and caught:
            yield ast.Dict(keys=[ast.Constant(keyword.arg)], values=[keyword.value]), ()


def _by_position(
    call: ast.Call, positional: Sequence[str], name: str, vararg: ast.arg | None
) -> Iterator[tuple[ast.expr, Path]]:
    starred = next((i for i, a in enumerate(call.args) if isinstance(a, ast.Starred)), len(call.args))
    index = positional.index(name) if name in positional else len(positional)
    caught = vararg is not None and name == vararg.arg
    if caught and index <= starred:
        yield ast.Tuple(elts=[*call.args[index:]], ctx=ast.Load()), ()
    elif index < min(starred, len(positional)):
        yield call.args[index], ()
    elif caught or index < len(positional):
        # An argument behind `*given`: the part of it with that place, if nothing else is given.
        alone = starred == len(call.args) - 1 and not caught
        for each in call.args[starred:]:
            yield each.value if isinstance(each, ast.Starred) else each, (index - starred if alone else ANY,)


def _functions(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """The functions of a module by the names under which they are called."""
    found: dict[str, list[ast.AST]] = {}
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef):
            found.setdefault("__call__" if node.name == "call" else node.name, []).append(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            for target in node.targets:
                if name := getattr(target, "attr", getattr(target, "id", "")):
                    found.setdefault(name, []).append(node.value)
    return found


def returned_by(function: ast.AST) -> list[ast.expr]:
    """The expressions that a function returns, of which None is none."""
    if isinstance(function, ast.Lambda):
        return [function.body]
    return found_once(function, _returned)


def _returned(function: ast.AST) -> list[ast.expr]:
    found = (n.value for n in _own_nodes(function) if isinstance(n, ast.Return) and n.value is not None)
    return [value for value in found if not (isinstance(value, ast.Constant) and value.value is None)]


def _bodies_around(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """Each function of a module with the function, or the module, that stands around it."""
    found: dict[ast.AST, ast.AST] = {}
    pending: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while pending:
        node, around = pending.pop()
        if isinstance(node, _FUNCTIONS):
            found[node], around = around, node
        pending += [(child, around) for child in ast.iter_child_nodes(node)]
    return found


def _attributes(tree: ast.AST) -> dict[str, list[tuple[ast.AST, ast.expr, Path]]]:
    """What attributes are set to, by their names, with the body in which that stands."""
    found: dict[str, list[tuple[ast.AST, ast.expr, Path]]] = {}
    for body in (tree, *found_once(tree, _bodies_around)):
        for node in _own_nodes(body):
            for target in node.targets if isinstance(node, ast.Assign) else ():
                for attribute, part in _attributes_in(target, ()):
                    if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant):
                        found.setdefault(attribute, []).append((body, node.value, part))
    return found


def _attributes_in(target: ast.expr, path: Path) -> Iterator[tuple[str, Path]]:
    if isinstance(target, ast.Attribute):
        yield target.attr, path
    elif isinstance(target, _DISPLAYS):
        for index, inner in enumerate(target.elts):
            yield from _attributes_in(inner, (*path, index))


def _libraries(tree: ast.AST) -> frozenset[str]:
    """The names under which a module has libraries, and what it takes from them."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Import):
            found |= {
                (a.asname or a.name).partition(".")[0]
                for a in node.names
                if a.name.partition(".")[0] in _LIBRARIES
            }
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in _LIBRARIES:
            found |= {a.asname or a.name for a in node.names}
    return frozenset(found)


def fields_of(tree: ast.AST, node: ast.AST) -> dict[str, ast.expr] | None:
    """What a call that makes a named tuple of the module puts into its fields; None for other calls."""
    names = found_once(tree, _records).get(called_name(node))
    if names is None or not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    given = dict(zip(names, node.args, strict=False))
    given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
    return {name: given[name] for name in names if name in given}


def _records(tree: ast.AST) -> dict[str, list[str]]:
    """The fields of the classes of a module that have no `__init__` but one made of them, in order."""
    found: dict[str, list[str]] = {}
    for node in walk(tree):
        if isinstance(node, ast.ClassDef):
            fields = [
                s.target.id
                for s in node.body
                if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)
            ]
            made = not any(
                isinstance(s, ast.FunctionDef) and s.name in ("__init__", "__new__") for s in node.body
            )
            if fields and made:
                found[node.name] = fields
        elif isinstance(node, ast.Assign) and called_name(node.value) in ("namedtuple", "NamedTuple"):
            assert isinstance(node.value, ast.Call)
            names = _names_in(node.value.args[1]) if len(node.value.args) > 1 else []
            for target in node.targets:
                if isinstance(target, ast.Name) and names:
                    found[target.id] = names
    return found


def _names_in(fields: ast.expr) -> list[str]:
    """The names that `namedtuple` is given, as text or one by one; none where that is not written."""
    if isinstance(fields, ast.Constant) and isinstance(fields.value, str):
        return fields.value.replace(",", " ").split()
    elements = fields.elts if isinstance(fields, _DISPLAYS) else []
    first = [e.elts[0] if isinstance(e, _DISPLAYS) and e.elts else e for e in elements]
    names = [e.value for e in first if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    return names if len(names) == len(elements) else []
