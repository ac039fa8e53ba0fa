"""A metric, optimizer, layer or loss that every call makes anew is made once, outside of the function.

## What it does

    def score(x, y):                                 _score_mean = tf.keras.metrics.Mean()
        mean = tf.keras.metrics.Mean()          →
        mean.update_state(tf.abs(x - y))             def score(x, y):
        return mean.result()                             mean = _score_mean
                                                         mean.reset_state()
                                                         mean.update_state(tf.abs(x - y))
                                                         return mean.result()

A graph may create variables in its first trace only. In a method that makes a layer or an optimizer, the new place is
`__init__`; elsewhere it is the module.

## Fix safety

Safe for a metric that only this call uses: it is reset where it was made. Unsafe for optimizers and layers: they keep their
state, such as momentum and weights, from one call to the next, where every call began with new ones (which is rarely meant).
What is made from values of the call, in a branch or loop, or from names that change, is left where it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.extraction import line_behind, place_above, top_statement, unit_of
from hybridize_refactorings.names import captured, loads, parameters, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import Parents, imported, parents_of

_KERAS = re.compile(
    r"(tensorflow\.|tf_keras\.|keras\.)+(src\.|legacy\.)?(metrics|optimizers|layers)\.(legacy\.)?\w+"
)
_OF_METRICS = frozenset({"update_state", "result", "reset_state"})


@dataclass(frozen=True, slots=True)
class _Made:
    """`statement` binds `name` to the new object that `call` makes; family: metrics, optimizers or layers."""

    statement: ast.Assign
    name: str
    call: ast.Call
    family: str


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    for hazard in subject.hazards:
        node = subject.at(hazard) if hazard.direct and hazard.kind == "variable" else None
        family = _KERAS.fullmatch(imported(subject, node.func) or "") if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and family is not None:
            yield _mend(subject, node, family.group(3), parents)


def _mend(subject: Subject, node: ast.Call, family: str, parents: Parents) -> Outcome:
    written = subject.module.source(node.func)
    statement = parents.get(node)
    target = (
        statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    )
    if not isinstance(target, ast.Name) or not isinstance(statement, ast.Assign):
        return Refused(f"the new `{written}` has no name of its own")
    if statement not in subject.node.body:
        return Refused(f"`{written}` is made in a branch or loop")
    bound = [each for each in subject.node.body for name in stores(each) if name == target.id]
    if len(bound) != 1 or target.id in captured(subject.node):
        return Refused(f"`{target.id}` is bound in several places, or read by a function inside")
    if (name := _varying(subject, node)) is not None:
        return Refused(f"`{written}` is made from `{name}`, which another call or a later line may change")
    made = _Made(statement, target.id, node, family)
    if family == "metrics":
        return _for_metric(subject, made, parents)
    owner = subject.above[-1]
    return _in_init(subject, made, owner) if isinstance(owner, ast.ClassDef) else _in_module(subject, made)


def _varying(subject: Subject, node: ast.Call) -> str | None:
    """A name in the call that is not bound once, above the function, at the top of the module."""
    top = top_statement(subject)
    before = subject.module.tree.body[: subject.module.tree.body.index(top)]
    once = [name for statement in subject.module.tree.body for name in stores(statement)]
    above = {name for statement in before for name in stores(statement)}
    changed = {
        name for each in ast.walk(subject.module.tree) if isinstance(each, ast.Global) for name in each.names
    }
    for each in loads(node):
        if each.id not in above or once.count(each.id) != 1 or each.id in changed:
            return each.id
    return None


def _for_metric(subject: Subject, made: _Made, parents: Parents) -> Outcome:
    if subject.report.recursive is not False:
        return Refused(f"`{subject.node.name}` may call itself, which would reset `{made.name}` in between")
    uses = [each for each in ast.walk(subject.node) if isinstance(each, ast.Name) and each.id == made.name]
    for use in uses:
        holder = parents.get(use)
        method = isinstance(holder, ast.Attribute) and holder.attr in _OF_METRICS
        called = isinstance(parents.get(holder) if method and holder else holder, ast.Call)
        if isinstance(use.ctx, ast.Load) and not (
            called and (method or getattr(holder, "func", None) is use)
        ):
            return Refused(f"`{made.name}` is used otherwise than by its methods, so others may keep it")
    at = line_behind(subject, made.statement)
    if isinstance(at, Refused):
        return at
    lines, line = subject.module.lines, made.statement.lineno
    reset = f"{lines.indent(line)}{made.name}.reset_state(){lines.ending(line)}"
    return _in_module(subject, made, (Splice(at, at, reset),))


def _in_module(subject: Subject, made: _Made, reset: tuple[Splice, ...] = ()) -> Outcome:
    module = subject.module
    name = _free_name(subject, f"_{subject.node.name.strip('_')}_{made.name}")
    offset, indent = place_above(module, top_statement(subject))
    ending = module.lines.ending(subject.node.lineno)
    text = f"{indent}{name} = {module.source(made.call)}{ending}{ending}{ending}"
    splices = (Splice(offset, offset, text), Splice(*module.span(made.call), name), *reset)
    return _told(made, splices, "at the top of the module", safe=bool(reset))


def _in_init(subject: Subject, made: _Made, owner: ast.ClassDef) -> Outcome:
    module = subject.module
    init = next((e for e in owner.body if isinstance(e, ast.FunctionDef) and e.name == "__init__"), None)
    own, there = _receiver(subject.node), _receiver(init)
    if init is None or own is None or there is None or isinstance(init.body[-1], ast.Return):
        return Refused(f"`{owner.name}` has no `__init__` that could make `{made.name}`")
    attribute = _free_name(subject, f"_{made.name}")
    at = line_behind(subject, init.body[-1])
    if isinstance(at, Refused):
        return at
    if init.body[-1].lineno == init.lineno:
        return Refused("`__init__` stands on one line")
    indent = module.lines.indent(init.lineno) + unit_of(subject)
    text = f"{indent}{there}.{attribute} = {module.source(made.call)}{module.lines.ending(init.lineno)}"
    splices = (Splice(at, at, text), Splice(*module.span(made.call), f"{own}.{attribute}"))
    return _told(made, splices, "in `__init__`", safe=False)


def _told(made: _Made, splices: Sequence[Splice], where: str, *, safe: bool) -> Mend:
    what = f"makes `{made.name}` once, {where}"
    if safe:
        return Mend(what, tuple(splices))
    kept = f"`{made.name}` keeps its state between calls, where every call made a new one"
    return Mend(what, tuple(splices), Applicability.UNSAFE, kept)


def _receiver(function: ast.FunctionDef | ast.AsyncFunctionDef | None) -> str | None:
    names = [] if function is None else parameters(function.args)
    return names[0] if names and function is not None and not function.decorator_list else None


def _free_name(subject: Subject, base: str) -> str:
    name, number = base, 2
    while re.search(rf"\b{re.escape(name)}\b", subject.module.text):
        name, number = f"{base}_{number}", number + 1
    return name


REPAIR = Repair("hoist-creation", ("HYB108",), __doc__ or "", plan)
