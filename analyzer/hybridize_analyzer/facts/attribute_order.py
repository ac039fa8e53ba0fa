"""In which order a body sets and reads an attribute: of which objects it is certainly set when the body comes to a place.

Objects are named by expressions (`self`, `self.decoder`), whose parts keep their values: a name until it is bound again, an
attribute if constructors alone set it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import reduce

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Function
from hybridize_analyzer.interpreter.tracing.demands import called_name, is_in_library
from hybridize_analyzer.interpreter.tracing.places import Span, span
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.program.code import (
    MAKERS,
    FunctionCode,
    bound_below,
    bound_in,
    children,
    found_once,
    walk,
)

Path = tuple[str, ...]
"""An object: a name, and the attributes that lead from it to the object."""
MOST_PARTS = 4
"""Objects that are further away from a name are not followed: parts may hold parts of their own kind, without end."""


@dataclass(frozen=True, slots=True)
class _Under:
    """An object whose attribute is set if a test comes out one way.  names: those that the text of the test holds."""

    test: str
    outcome: bool
    path: Path
    names: frozenset[str]


_Facts = frozenset[Path | _Under]
_NO_FACTS: _Facts = frozenset()


@dataclass(slots=True)
class Order:
    """reads: the object of which the attribute is read, None for one that has no such name, and whether it is set before.

    before: the objects whose attribute is set, at the calls of a body and where it reads attributes (of properties).
    end: those whose attribute is set where the function returns.
    """

    reads: dict[Span, tuple[Path | None, bool]] = field(default_factory=dict)
    before: dict[Span, _Facts] = field(default_factory=dict)
    end: _Facts = _NO_FACTS


def read_at(state: State, code: FunctionCode, name: str, node: ast.Attribute) -> tuple[Path | None, bool]:
    """The object of which a function reads an attribute, None for one without a name, and whether it is set before."""
    if code not in _setting(state, name):
        return _path(state, code, node.value), False
    return _order_of(state, code, name).reads.get(span(node), (None, False))


def set_before(state: State, code: FunctionCode, name: str, place: Span) -> _Facts | None:
    """The objects whose attribute is set where a function comes to a call or attribute; None if it does not."""
    if code not in _setting(state, name):
        return _NO_FACTS if place in found_once(code.node, _calls) else None
    return _order_of(state, code, name).before.get(place)


@dataclass(slots=True)
class _Setting:
    """stores: the functions that set attributes of a name themselves.  calls: those that call something by a name.

    found: those that set attributes of a name, or make a call that does, as far as that has been asked.
    """

    stores: dict[str, list[FunctionCode]] = field(default_factory=dict)
    calls: dict[str, list[FunctionCode]] = field(default_factory=dict)
    found: dict[str, frozenset[FunctionCode]] = field(default_factory=dict)


def _setting(state: State, name: str) -> frozenset[FunctionCode]:
    """The functions that may set attributes of a name, or make a call that does; others need not be followed."""
    graph = state.call_graph()
    if graph.setting is None:
        graph.setting = _stores_and_calls(state)
    setting = graph.setting
    assert isinstance(setting, _Setting)
    if name not in setting.found:
        found: set[FunctionCode] = set()
        pending = [*setting.stores.get(name, ())]
        while pending:
            code = pending.pop()
            if code not in found:
                found.add(code)
                pending += _callers_of(state, setting, code, found)
        setting.found[name] = frozenset(found)
    return setting.found[name]


def _callers_of(
    state: State, setting: _Setting, code: FunctionCode, found: set[FunctionCode]
) -> Iterator[FunctionCode]:
    """Who makes a call that runs one of some functions in any case, of which this is one."""
    graph = state.call_graph()
    for site in graph.sites.get(code, ()):
        if site.caller is not None and found.issuperset(graph.called_at(site.where)):
            yield site.caller
    named = graph.functions_named(code.name)
    if found.issuperset(named) and any(state.noted("escaped", each) is not None for each in named):
        yield from setting.calls.get(code.name, ())


def _stores_and_calls(state: State) -> _Setting:
    setting = _Setting()
    for module in state.modules.values():
        for code in module.functions:
            for name in found_once(code.node, _stored):
                setting.stores.setdefault(name, []).append(code)
            calls = found_once(code.node, _calls).values()
            for name in {called_name(call) for call in calls if isinstance(call, ast.Call)}:
                setting.calls.setdefault(name, []).append(code)
    return setting


def _order_of(state: State, code: FunctionCode, name: str) -> Order:
    """How a function sets and reads the attributes of a name."""
    known = state.call_graph().orders
    found = known.get((code, name))
    if found is None:
        known[code, name] = Order()  # what calls itself is taken to set nothing
        found = known[code, name] = _Walk(state, code, name).ordered()
    assert isinstance(found, Order)
    return found


def argument_path(
    state: State, caller: FunctionCode, callee: FunctionCode, parameter: str, place: Span
) -> Path | None:
    """What a call by name passes for a parameter, if it is an object with a name.  place: of the call, or of a property."""
    node = found_once(caller.node, _calls).get(place)
    if isinstance(node, ast.Attribute):
        read = node.attr == callee.name and "property" in decorator_names(Function(callee))
        return _path(state, caller, node.value) if read else None
    if not isinstance(node, ast.Call) or any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    arguments = list(node.args)
    if callee.cls is not None:
        if not isinstance(node.func, ast.Attribute) or node.func.attr != callee.name:
            return None
        arguments.insert(0, node.func.value)
    elif not isinstance(node.func, ast.Name) or node.func.id != callee.name:
        return None
    given = dict(zip(callee.positional, arguments, strict=False))
    given |= {keyword.arg or "**": keyword.value for keyword in node.keywords}
    return _path(state, caller, given[parameter]) if parameter in given else None


def reads_in(root: ast.AST, *, inside: bool) -> Mapping[str, Sequence[ast.Attribute]]:
    """Where a statement reads attributes, also by `+=`, by name; functions in it aside.

    inside: of a function, where its body does.
    """
    return found_once(root, _reads_inside if inside else _reads)


def texts(root: ast.AST) -> frozenset[str]:
    """The texts in a body that may be names for `getattr`: those that are no keys, and no statements of their own."""
    return found_once(root, _texts)


def is_kept_part(state: State, name: str) -> bool:
    """Whether an attribute of an object stays what it is: constructors alone set it, and it is no method or property."""
    graph = state.call_graph()
    if graph.parts is None:
        graph.parts = _parts(state)
    made, changed = graph.parts
    return name not in changed and (name in made or changed.isdisjoint(_COMPUTED))


_COMPUTED = frozenset({"__getattr__", "__getattribute__"})


def _parts(state: State) -> tuple[Set[str], Set[str]]:
    """The attributes that constructors set, and those that something else sets, with the names of all functions."""
    made, changed = set[str](), set[str]()
    for module in state.modules.values():
        changed.update(*(found_once(statement, _stored) for statement in module.tree.body))
        for code in module.functions:
            changed.add(code.name)
            stored = made if code.name in MAKERS else changed
            stored |= found_once(code.node, _stored)
    return made, changed


def _path(state: State, code: FunctionCode, node: ast.AST) -> Path | None:
    """The name of an object in a function; None for one that has none, or may become another one behind its back."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if len(parts) > MOST_PARTS or not all(is_kept_part(state, part) for part in parts):
        return None
    if isinstance(node, ast.Call) and called_name(node) == "super" and not node.args and code.cls is not None:
        return (code.positional[0], *reversed(parts)) if code.positional else None
    if not isinstance(node, ast.Name) or node.id in code.scope.shared:
        return None
    local = (
        node.id in code.named or node.id in code.scope.assigned - code.scope.globals_ - code.scope.nonlocals
    )
    given = code.parent is not None and is_parameter(code.parent, node.id)
    return (node.id, *reversed(parts)) if local or given else None


def own_nodes(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes of the body of a function, or of a statement, without the bodies of functions in it."""
    pending = _body(root) if isinstance(root, _FUNCTIONS) else [root]
    while pending:
        node = pending.pop()
        yield node
        pending += _evaluated_with(node) if isinstance(node, _FUNCTIONS) else children(node)


def _body(function: _Function) -> list[ast.AST]:
    return [function.body] if isinstance(function, ast.Lambda) else [*function.body]


def _evaluated_with(function: _Function) -> list[ast.AST]:
    """What of a definition is evaluated where it stands."""
    arguments = function.args
    decorators = [] if isinstance(function, ast.Lambda) else function.decorator_list
    return [*decorators, *arguments.defaults, *(default for default in arguments.kw_defaults if default)]


def _evaluated_at_once(node: ast.AST) -> list[ast.AST]:
    """The parts of a statement without blocks, or of a definition, that are evaluated where it stands."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases]
    return _evaluated_with(node) if isinstance(node, _FUNCTIONS) else children(node)


_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _reads(root: ast.AST) -> dict[str, list[ast.Attribute]]:
    nodes = _evaluated_with(root) if isinstance(root, _FUNCTIONS) else [root]
    return _reads_among(inner for node in nodes for inner in own_nodes(node))


def _reads_inside(root: ast.AST) -> dict[str, list[ast.Attribute]]:
    return _reads_among(own_nodes(root))


def _reads_among(nodes: Iterable[ast.AST]) -> dict[str, list[ast.Attribute]]:
    found: dict[str, list[ast.Attribute]] = {}
    for node in nodes:
        read = node.target if isinstance(node, ast.AugAssign) else node
        if isinstance(read, ast.Attribute) and (read is not node or not isinstance(read.ctx, ast.Store)):
            found.setdefault(read.attr, []).append(read)
    return found


def _texts(root: ast.AST) -> frozenset[str]:
    nodes = [*walk(root)]
    harmless = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    harmless |= {id(node.slice) for node in nodes if isinstance(node, ast.Subscript)}
    harmless |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in harmless
    )


def _stored(root: ast.AST) -> frozenset[str]:
    nodes = own_nodes(root)
    return frozenset(
        n.attr for n in nodes if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)
    )


def _calls(root: ast.AST) -> dict[Span, ast.Call | ast.Attribute]:
    return {span(node): node for node in own_nodes(root) if isinstance(node, (ast.Call, ast.Attribute))}


def _joined(one: _Facts | None, other: _Facts | None) -> _Facts | None:
    """What is set after two ways, of which one may not come so far."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


class _Walk:
    """Follows a body statement by statement; facts are None where it does not come to what follows."""

    def __init__(self, state: State, code: FunctionCode, name: str) -> None:
        self.state, self.code, self.name = state, code, name
        self.order = Order()
        self.ends: list[_Facts] = []

    def ordered(self) -> Order:
        root = self.code.node
        if isinstance(root, ast.Lambda):
            self.ends.append(self.expression(root.body, _NO_FACTS))
        else:
            facts = self.block(root.body, _NO_FACTS)
            self.ends += [] if facts is None else [facts]
        self.order.end = reduce(frozenset.intersection, self.ends) if self.ends else _NO_FACTS
        return self.order

    def block(self, body: Sequence[ast.stmt], facts: _Facts | None) -> _Facts | None:
        for statement in body:
            if facts is None:
                return None
            facts = self.statement(statement, facts)
        return facts

    def statement(self, node: ast.stmt, facts: _Facts) -> _Facts | None:
        match node:
            case ast.Assign():
                return self.stored(node.targets, self.expression(node.value, facts))
            case ast.AugAssign():
                return self.changed(node, facts)
            case ast.AnnAssign(value=value):
                return facts if value is None else self.stored([node.target], self.expression(value, facts))
            case ast.If():
                return self.branches(node, facts)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self.loop(node, facts)
            case ast.With() | ast.AsyncWith():
                return self.with_block(node, facts)
            case ast.Try() | ast.TryStar():
                return self.attempt(node, facts)
            case ast.Match():
                return self.match(node, facts)
            case ast.Return() | ast.Raise():
                facts = self.all_of(children(node), facts)
                self.ends += [facts] if isinstance(node, ast.Return) else []
                return None
            case ast.Break() | ast.Continue():
                return None
            case ast.Assert(test=test, msg=message):
                facts = self.expression(test, facts)
                self.all_of([] if message is None else [message], facts)
                return facts
            case ast.Delete(targets=targets):
                return self.deleted(targets, facts)
        return self.unbound(bound_below(node), self.all_of(_evaluated_at_once(node), facts))

    def branches(self, node: ast.If, facts: _Facts) -> _Facts | None:
        test, outcome = node.test, True
        facts = self.expression(test, facts)
        while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test, outcome = test.operand, not outcome
        text, names = ast.dump(test), self.names_of(test)
        sides = {
            outcome: self.block(node.body, facts | self.known(facts, text, outcome)),
            not outcome: self.block(node.orelse, facts | self.known(facts, text, not outcome)),
        }
        joined = _joined(sides[True], sides[False])
        if joined is None or names is None:
            return joined
        under = {
            _Under(text, which, fact, names)
            for which, side in sides.items()
            for fact in (side or _NO_FACTS) - joined
            if not isinstance(fact, _Under)
        }
        return joined | under

    def known(self, facts: _Facts, text: str, outcome: bool) -> _Facts:
        """What is set if a test comes out one way, as it did before."""
        return frozenset(
            fact.path
            for fact in facts
            if isinstance(fact, _Under) and (fact.test, fact.outcome) == (text, outcome)
        )

    def names_of(self, test: ast.expr) -> frozenset[str] | None:
        """The names in a test that comes out alike wherever it stands, until one of them is bound; None for other tests."""
        names = set[str]()
        for node in walk(test):
            if isinstance(node, (ast.Name, ast.Attribute)):
                path = _path(self.state, self.code, node)
                if path is None:
                    return None
                names.add(path[0])
            elif not isinstance(node, (ast.Constant, ast.BoolOp, ast.UnaryOp)):
                compared = node.ops if isinstance(node, ast.Compare) else [None]
                if not all(isinstance(operator, (ast.Is, ast.IsNot)) for operator in compared):
                    return None
        return frozenset(names)

    def loop(self, node: ast.For | ast.AsyncFor | ast.While, facts: _Facts) -> _Facts | None:
        if isinstance(node, ast.While):
            facts = entered = self.expression(node.test, self.unbound(bound_below(node), facts))
        else:
            facts = self.unbound(bound_below(node), self.expression(node.iter, facts))
            entered = self.stored([node.target], facts)
        self.block(node.body, entered)
        self.block(node.orelse, facts)
        return facts

    def with_block(self, node: ast.With | ast.AsyncWith, facts: _Facts) -> _Facts | None:
        suppressed = facts if any(self.may_suppress(item.context_expr) for item in node.items) else None
        for item in node.items:
            facts = self.expression(item.context_expr, facts)
            facts = self.stored([] if item.optional_vars is None else [item.optional_vars], facts)
        inside = self.block(node.body, facts)
        return inside if suppressed is None else _joined(inside, self.unbound(bound_below(node), suppressed))

    def may_suppress(self, context: ast.expr) -> bool:
        """Whether a program may go on behind a block that has not come to its end: by a context of its own, perhaps."""
        graph, name = self.state.call_graph(), called_name(context)
        unseen = not isinstance(context, ast.Call) or name in _STACKS
        if unseen and any(found_once(statement, _suppressing) for statement in self.code.module.tree.body):
            return True
        own = graph.functions_named("__exit__") or graph.functions_named(name)
        return name in _SUPPRESSING or (bool(own) and not is_in_library(self.code.module.tree, context))

    def attempt(self, node: ast.Try | ast.TryStar, facts: _Facts) -> _Facts | None:
        before = self.unbound(bound_below(node), facts)
        after = self.block(node.orelse, self.block(node.body, facts))
        for handler in node.handlers:
            caught = self.expression(handler.type, before) if handler.type is not None else before
            after = _joined(after, self.block(handler.body, caught))
        last = self.block(node.finalbody, before)
        if last is None or after is None:
            return None
        return after | last

    def match(self, node: ast.Match, facts: _Facts) -> _Facts:
        facts = self.unbound(bound_below(node), self.expression(node.subject, facts))
        for case in node.cases:
            entered = self.all_of([case.pattern, *([] if case.guard is None else [case.guard])], facts)
            self.block(case.body, entered)
        return facts

    def all_of(self, nodes: Iterable[ast.AST], facts: _Facts) -> _Facts:
        for node in nodes:
            facts = self.expression(node, facts)
        return facts

    def expression(self, node: ast.AST, facts: _Facts) -> _Facts:
        match node:
            case ast.Lambda():
                return self.all_of(_evaluated_with(node), facts)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.comprehension(node, facts)
            case ast.BoolOp(values=[first, *others]):
                facts = self.expression(first, facts)
                self.all_of(others, facts)
                return facts
            case ast.Compare(left=left, comparators=[second, *others]):
                facts = self.all_of([left, second], facts)
                self.all_of(others, facts)
                return facts
            case ast.IfExp(test=test, body=body, orelse=orelse):
                facts = self.expression(test, facts)
                return self.expression(body, facts) & self.expression(orelse, facts)
            case ast.NamedExpr(target=target, value=value):
                return self.stored([target], self.expression(value, facts))
            case ast.Attribute():
                facts = self.expression(node.value, facts)
                self.order.before[span(node)] = facts
                if node.attr == self.name:
                    self.read(node, facts)
                return facts
            case ast.Call():
                facts = self.all_of(children(node), facts)
                self.order.before[span(node)] = facts
                return facts | self.set_by(node)
        return self.all_of(children(node), facts)

    def comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, facts: _Facts
    ) -> _Facts:
        first, *others = node.generators
        facts = self.expression(first.iter, facts)
        names = {name for each in node.generators for name in bound_below(each.target)}
        inside = self.all_of(first.ifs, self.unbound(names, facts))
        self.all_of(others, inside)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.all_of(parts, inside)
        return facts

    def read(self, node: ast.Attribute, facts: _Facts) -> None:
        path = _path(self.state, self.code, node.value)
        self.order.reads[span(node)] = (path, path in facts)

    def stored(self, targets: Iterable[ast.expr], facts: _Facts) -> _Facts:
        for target in targets:
            if isinstance(target, ast.Name):
                facts = self.unbound({target.id}, facts)
            elif isinstance(target, ast.Attribute):
                facts = self.expression(target.value, facts)
                path = _path(self.state, self.code, target.value) if target.attr == self.name else None
                facts |= {path} if path is not None else _NO_FACTS
            elif isinstance(target, (ast.Tuple, ast.List)):
                facts = self.stored(target.elts, facts)
            elif isinstance(target, ast.Starred):
                facts = self.stored([target.value], facts)
            else:
                facts = self.all_of(children(target), facts)
        return facts

    def changed(self, node: ast.AugAssign, facts: _Facts) -> _Facts:
        if isinstance(node.target, ast.Attribute) and node.target.attr == self.name:
            facts = self.expression(node.target.value, facts)
            self.read(node.target, facts)
        facts = self.expression(node.value, facts)
        return self.stored([node.target], facts)

    def deleted(self, targets: Iterable[ast.expr], facts: _Facts) -> _Facts:
        for target in targets:
            facts = self.expression(target, facts)
            if isinstance(target, ast.Name):
                facts = self.unbound({target.id}, facts)
            elif isinstance(target, ast.Attribute) and target.attr == self.name:
                facts = _NO_FACTS
        return facts

    def unbound(self, names: Iterable[str], facts: _Facts) -> _Facts:
        """What is still known where names may mean something else."""
        lost = frozenset(names)
        return frozenset(
            fact
            for fact in facts
            if not (
                fact.path[0] in lost or fact.names & lost if isinstance(fact, _Under) else fact[0] in lost
            )
        )

    def set_by(self, node: ast.Call) -> _Facts:
        """Of which objects the functions of the project that a call may run all set the attribute."""
        graph, where = self.state.call_graph(), self.code.module.location(node)
        called = graph.called_at(where)
        named = graph.functions_named(called_name(node)) if called else ()
        if any(self.state.noted("escaped", code) is not None for code in named):
            called = named  # some of its calls are not seen
        if not called or not _setting(self.state, self.name).issuperset(called):
            return _NO_FACTS
        return reduce(frozenset.intersection, (self.set_by_function(code, span(node)) for code in called))

    def set_by_function(self, code: FunctionCode, place: Span) -> _Facts:
        if code.is_generator or isinstance(code.node, ast.AsyncFunctionDef) or self.state.is_hybrid(code):
            return _NO_FACTS
        found = set[Path | _Under]()
        for fact in _order_of(self.state, code, self.name).end:
            if isinstance(fact, _Under) or not is_parameter(code, fact[0]):
                continue
            passed = argument_path(self.state, self.code, code, fact[0], place)
            if passed is not None and len(passed) + len(fact) - 2 <= MOST_PARTS:
                found.add((*passed, *fact[1:]))
        return frozenset(found)


def is_parameter(code: FunctionCode, name: str) -> bool:
    """Whether a name means what a function was called with, from its beginning to its end."""
    return name in code.named and name not in _assigned(code)


def _assigned(code: FunctionCode) -> frozenset[str]:
    return bound_in(_body(code.node))


def _suppressing(root: ast.AST) -> bool:
    """Whether a statement names something that makes contexts which suppress exceptions, or may."""
    names = (getattr(node, "attr", getattr(node, "id", "")) for node in walk(root))
    return any(name in _SUPPRESSING or name == "contextmanager" for name in names)


_STACKS = frozenset({"ExitStack", "AsyncExitStack"})
_SUPPRESSING = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex"})
"""Contexts after which a program goes on though their blocks have not come to their end."""
