"""From where a value comes: from an expression back to arguments, assignments, writes, calls, and to what is assumed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from hybridize_analyzer.domain.bindings import Binding
from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.state import CallSite, State, calls_of
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Hybrid,
    Opaque,
    Ref,
    Tensor,
    Value,
    union,
)
from hybridize_analyzer.model import places
from hybridize_analyzer.model.observation import Observer
from hybridize_analyzer.model.places import Body
from hybridize_analyzer.model.steps import Step
from hybridize_analyzer.model.wording import described, described_list, short
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode, argument_at, parameter_names
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver import assumptions

DEPTH = 4
"""Steps back that an explanation goes by itself; one can ask on from where it ends."""
_MOST = 3
"""Calls, assignments or parts that one step names."""


@dataclass(slots=True)
class Origins:
    """Answers where values come from.  told: expressions that the explanation has come through already."""

    state: State
    observer: Observer
    told: set[ast.AST] = field(default_factory=set)

    def of_expression(self, body: Body, node: ast.expr | ast.arg, depth: int = DEPTH) -> Step:
        """What an expression or parameter of a body holds, and why."""
        module = _module(body)
        where = module.location(node)
        if isinstance(node, ast.arg):
            assert isinstance(body, FunctionCode)
            says = self._says(f"`{node.arg}`", self.observer.argument(body, node.arg))
            return Step(says, where, self._of_parameter(body, node.arg, depth))
        value = self.observer.value(body, node)
        what = f"`{_text(node)}`"
        says = f"{what} is set here" if _is_written(node) else self._says(what, value)
        if isinstance(node, ast.List):
            says = f"{what} is {described_list(self.state, value)}"
        return Step(says, where, self._because(body, node, value, depth))

    def _says(self, what: str, value: Value) -> str:
        return f"{what} is {described(self.state, value)}"

    def _because(self, body: Body, node: ast.expr, value: Value, depth: int) -> tuple[Step, ...]:
        if depth <= 0 or node in self.told or isinstance(node, ast.Constant):
            return ()
        self.told.add(node)
        return tuple(self._steps(body, node, value, depth))

    def _steps(self, body: Body, node: ast.expr, value: Value, depth: int) -> Iterator[Step]:
        if isinstance(node, ast.Name):
            yield from self._of_name(body, node, depth)
        elif isinstance(node, ast.Attribute):
            yield from self._of_attribute(body, node, depth)
        elif isinstance(node, ast.Call):
            yield from self._of_call(body, node, value, depth)
        elif not isinstance(node, ast.Lambda):  # what stands in one is evaluated when it is called
            for part in _operands(node)[:_MOST]:
                yield self.of_expression(body, part, depth - 1)

    def _of_name(self, body: Body, node: ast.Name, depth: int) -> Iterator[Step]:
        name = node.id
        bound = self._bindings(body, node)
        if bound:
            for target, source in bound:
                yield self._binding(body, name, target, source, depth)
        elif isinstance(body, FunctionCode) and name in parameter_names(body.node.args):
            yield from self._of_parameter(body, name, depth)
        else:
            yield from self._of_outer_name(body, name, depth)

    def _bindings(self, body: Body, node: ast.Name) -> list[tuple[ast.AST, ast.expr | None]]:
        """The assignments that may have set a name where it is read: the last ones before it, or else those in its loop."""
        found = places.bindings_of(body, node.id)
        before = [
            each for each in found if getattr(each[0], "lineno", 0) <= node.lineno and each[0] is not node
        ]
        if isinstance(node.ctx, ast.Store):
            return [each for each in found if each[0] is node]
        return before[-2:] or found[:_MOST]

    def _binding(self, body: Body, name: str, target: ast.AST, source: ast.expr | None, depth: int) -> Step:
        where = _module(body).location(target)
        value = self.observer.value(body, target)
        says = f"`{name}` is set here" + (f" to {described(self.state, value)}" if value else "")
        return Step(says, where, self._from(body, source, depth))

    def _from(self, body: Body, source: ast.expr | None, depth: int) -> tuple[Step, ...]:
        """Why the expression holds what it does that a value has just been told of: a name by what it stands for."""
        if source is None or depth <= 1 or source in self.told or isinstance(source, ast.Constant):
            return ()
        step = self.of_expression(body, source, depth - 1)
        return step.because if isinstance(source, ast.Name) else (step,)

    def _of_parameter(self, code: FunctionCode, name: str, depth: int) -> tuple[Step, ...]:
        return tuple(self._arguments(code, name, depth)) if depth > 0 else ()

    def results(self, code: FunctionCode, depth: int = DEPTH) -> tuple[Step, ...]:
        """What a function returns, and why."""
        return self._returns(code, depth)

    def receiver(self, code: FunctionCode, depth: int = DEPTH) -> Iterator[Step]:
        """What a method is called on: its objects, where they are made, and the calls that pass them."""
        for node in places.parameter_nodes(code.node.args)[:1]:
            yield self.of_expression(code, node, depth)
            held = self.observer.argument(code, node.arg)
            objects = sorted((a for a in held if isinstance(a, Ref)), key=lambda each: each.key)
            known = self.state.heap.objects
            classes = dict.fromkeys(known[atom.key].cls for atom in objects if atom.key in known)
            for cls in [c for c in classes if isinstance(c, ClassCode)][:_MOST]:
                yield Step(f"its class is `{cls.qualname}`", cls.module.location(cls.node))

    def calls(self, code: FunctionCode) -> Iterator[Step]:
        """The visible calls of a function, those in its own body first."""
        seen = {site.where for site in self._sites(code) if not site.assumed}
        own, last = code.module.location(code.node), code.node.end_lineno or 0
        inside = {where for where in seen if where.path == own.path and own.line <= where.line <= last}
        for where in [*sorted(inside), *sorted(seen - inside)][:_MOST]:
            yield Step("it is called here", where)

    def _sites(self, code: FunctionCode) -> Iterator[CallSite]:
        for context in self.state.contexts_of(code):
            for call in calls_of(context):
                yield from call.sites

    def _arguments(self, code: FunctionCode, name: str, depth: int) -> Iterator[Step]:
        calls = [call for context in self.state.contexts_of(code) for call in calls_of(context)]
        seen: dict[Location, tuple[CallSite, Value]] = {}
        for call in calls:
            for site in call.sites:
                known = seen.get(site.where, (site, NOTHING))[1]
                seen[site.where] = (site, union(known, call.arguments.get(name, NOTHING)))
        visible = [(site, value) for _, (site, value) in sorted(seen.items()) if not site.assumed]
        for site, value in visible[:_MOST]:
            yield self._passed(code, name, site, value, depth)
        if len(visible) > _MOST:
            yield Step(f"{len(visible) - _MOST} more calls pass `{name}`")
        if not visible:
            yield self._assumed(code, name)

    def _passed(self, code: FunctionCode, name: str, site: CallSite, value: Value, depth: int) -> Step:
        says = f"this call passes {described(self.state, value)} for `{name}`"
        module = self.state.modules.get(site.where.path)
        call = self.observer.expression_spanning(site.where)
        if module is None or not isinstance(call, ast.Call):
            return Step(says, site.where)
        bound = code.cls is not None and isinstance(call.func, ast.Attribute)
        given = argument_at(call, code, name, bound=bound)
        if given is None:
            return Step(says, site.where)
        return Step(says, site.where, self._from(self.observer.body_of(module, given), given, depth))

    def _assumed(self, code: FunctionCode, name: str) -> Step:
        where = code.module.location(code.node)
        if parameter_names(code.node.args)[:1] == (name,) and code.cls is not None:
            return Step(
                f"no call of `{code.qualname}` is visible: any object of the class may be the receiver", where
            )
        unseen = f"no call of `{code.qualname}` is visible"
        assumed = assumptions.assumed(self.state, code, name)
        if assumed is not None:
            return Step(f"{unseen}; assumed ({assumed.kind.value}): {assumed.message}", where)
        default = self.state.defaults_of(code).get(name)
        if default is not None:
            return Step(f"{unseen}, and `{name}` has a default: {described(self.state, default)}", where)
        return Step(f"{unseen}, and nothing says what `{name}` is", where)

    def _of_outer_name(self, body: Body, name: str, depth: int) -> Iterator[Step]:
        outer = body.parent if isinstance(body, FunctionCode) else None
        while outer is not None:
            if name in outer.scope.captured or name in parameter_names(outer.node.args):
                env = self.state.environments.get(outer)
                binding = self.state.cell(env, name) if env is not None else None
                yield from self._of_binding(outer, name, binding, depth)
                return
            outer = outer.parent
        module = _module(body)
        yield from self._of_binding(module, name, self.state.global_binding(module.path, name), depth)

    def _of_binding(self, owner: Body, name: str, binding: Binding | None, depth: int) -> Iterator[Step]:
        if binding is None:
            return
        home = "the enclosing function" if isinstance(owner, FunctionCode) else "the module"
        bound = places.bindings_of(owner, name)
        source = next((s for t, s in bound if _module(owner).location(t) == binding.first), None)
        says = f"`{name}` of {home} is set here to {described(self.state, binding.value)}"
        yield Step(says, binding.first, self._from(owner, source, depth))
        if binding.rebound is not None:
            yield Step(
                f"`{name}` is set again here: a graph would keep the value of its trace", binding.rebound
            )
        if binding.lazily is not None:
            yield Step(f"`{name}` is set here by the first call that comes by", binding.lazily)

    def _of_attribute(self, body: Body, node: ast.Attribute, depth: int) -> Iterator[Step]:
        owner = self.observer.value(body, node.value)
        objects = [atom for atom in owner if isinstance(atom, Ref)]
        for atom in sorted(objects, key=lambda each: each.key)[:_MOST]:
            yield from self._of_field(atom, node.attr, depth)
        if not objects:
            yield self.of_expression(body, node.value, depth - 1)

    def _of_field(self, atom: Ref, name: str, depth: int) -> Iterator[Step]:
        found = self.state.heap.objects.get(atom.key)
        if found is None:
            return  # made only while the body was looked at again
        if not isinstance(found.cls, ClassCode):
            yield Step(f"it belongs to {described(self.state, frozenset({atom}))}", found.where)
            return
        for method, target, source in list(_writes(self.state, found.cls, name))[:_MOST]:
            where = method.module.location(target)
            says = f"`{name}` is set here, in `{method.qualname}`"
            yield Step(says, where, self._from(method, source, depth))
        changed = self.state.changed_at(atom.key, name)
        if changed is not None:
            yield Step(
                f"`{name}` changes here after its object was made: a graph would keep the value of its trace",
                changed,
            )

    def _of_call(self, body: Body, node: ast.Call, value: Value, depth: int) -> Iterator[Step]:
        called = self.observer.value(body, node.func)
        runs = [
            self._of_called(atom, depth, known=value != UNKNOWN) for atom in sorted(called, key=repr)[:_MOST]
        ]
        yield from filter(None, runs)
        if not any(runs) and (value == UNKNOWN or not called or any(isinstance(a, Opaque) for a in called)):
            yield self.of_expression(body, node.func, depth - 1)
        elif any(isinstance(atom, Tensor) for atom in value) and depth > 1:
            for argument in node.args[:_MOST]:
                if not isinstance(argument, (ast.Starred, ast.Constant)):
                    yield self.of_expression(body, argument, depth - 1)

    def _of_called(self, atom: Atom, depth: int, *, known: bool) -> Step | None:
        """What a call runs; nothing for a library whose result is known, which its name tells."""
        inner = atom
        while isinstance(inner, (Bound, Hybrid)):
            inner = inner.function
        if isinstance(inner, Function):
            returned = self._returns(inner.code, depth - 1) if depth > 1 else ()
            where = inner.code.module.location(inner.code.node)
            return Step(f"`{inner.code.qualname}` is called", where, returned)
        if isinstance(inner, Class):
            return Step(
                f"an object of `{inner.code.qualname}` is made", inner.code.module.location(inner.code.node)
            )
        if isinstance(inner, External) and not known:
            return Step(f"`{short(inner.name)}` is called, and nothing is known of what it gives")
        return None

    def _returns(self, code: FunctionCode, depth: int) -> tuple[Step, ...]:
        if isinstance(code.node, ast.Lambda):
            return (self.of_expression(code, code.node.body, depth),)
        own = [n for n in places.own_nodes(code.node) if isinstance(n, ast.Return) and n.value is not None]
        return tuple(
            self.of_expression(code, n.value, depth)
            for n in own[:_MOST]
            if n.value is not None and n.value not in self.told
        )


def _module(body: Body) -> ModuleCode:
    return body.module if isinstance(body, FunctionCode) else body


def _text(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _is_written(node: ast.expr) -> bool:
    """Whether an attribute or element is set; names are told by what they are bound to."""
    return isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load)


def _operands(node: ast.expr) -> list[ast.expr]:
    return [
        n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr) and not isinstance(n, ast.Constant)
    ]


def _writes(
    state: State, cls: ClassCode, name: str
) -> Iterator[tuple[FunctionCode, ast.Attribute, ast.expr | None]]:
    """The assignments to `self.NAME` in the methods of a class and of those above it."""
    for above in linearise(state, cls):
        for method in above.methods.values() if isinstance(above, ClassCode) else ():
            receiver = next(iter(method.positional), None)
            for node in ast.walk(method.node):
                targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
                for target in targets if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) else ():
                    if _is_field(target, receiver, name):
                        assert isinstance(target, ast.Attribute)
                        yield method, target, getattr(node, "value", None)


def _is_field(target: object, receiver: str | None, name: str) -> bool:
    if not isinstance(target, ast.Attribute) or target.attr != name:
        return False
    return isinstance(target.value, ast.Name) and target.value.id == receiver
