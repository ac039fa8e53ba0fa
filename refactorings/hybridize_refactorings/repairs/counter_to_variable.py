"""A number that functions count becomes a variable, so that a graph counts, too.

## What it does

    class Trainer:                                class Trainer:
        def __init__(self, w):                        def __init__(self, w):
            self.w = w                                    self.w = w
            self.updates = 0               →              self.updates = tf.Variable(0, trainable=False, dtype=tf.int64)

        def step(self, x):                            def step(self, x):
            self.updates += 1                             self.updates.assign_add(1)
            …                                             …

    print(trainer.updates)                        print(int(trainer.updates))

Python counts once per trace; `assign_add` is an operation, which runs in every call. Who reads the number gets it
by `int()`, or, where it meets tensors, by `tf.cast`. Functions that call this one can become graphs, too.

## Fix safety

Safe for a number of the module, and for an attribute that only methods read. Unsafe for an attribute that is read from
outside, which is known by its name, and in a class with a base, whose checkpoints and `variables` then hold the number.
Refused where the number is anything but counted and read: passed by name, put in an f-string, copied, or used in a function
that is a graph already, where it counts traces.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.cores import receiver_of
from hybridize_refactorings.names import Function, name_of, parameters
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.scalars import dtype_there
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject, functions_of
from hybridize_refactorings.uses import Parents, number, parents_of, tensorflow_member

_WRITES = frozenset({"write", "name-write"})
_COPIES = frozenset(
    {"copy", "pickle", "vars", "__dict__", "getattr", "setattr", "globals", "asdict", "eval", "exec"}
)
_COMMON = frozenset(name for kind in (list, dict, str, tuple, set, int, float, bytes) for name in dir(kind))
_NAMES = (ast.Name, ast.Attribute)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class _Counter:
    """Where the number gets its first value.  name: of the variable, or of the attribute; owner: the class of the latter."""

    name: str
    first: ast.Assign
    owner: ast.ClassDef | None


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.module.tree)
    told: set[str] = set()
    for hazard in subject.hazards:
        place = subject.at(hazard) if hazard.direct and hazard.kind in _WRITES else None
        step = place if isinstance(place, ast.AugAssign) else parents.get(place) if place else None
        if isinstance(step, ast.AugAssign) and isinstance(step.target, _NAMES):
            written = ast.unparse(step.target)
            if written not in told and _step(step) is not None:
                told.add(written)
                yield _mend(subject, step.target, parents)


def _step(node: ast.AST | None) -> int | None:
    """What is added by `x += 1` or `x -= 1`; None for anything else."""
    counts = isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub))
    value = number(node.value) if counts and isinstance(node, ast.AugAssign) else None
    return value if isinstance(value, int) else None


def _mend(subject: Subject, target: ast.Name | ast.Attribute, parents: Parents) -> Outcome:
    found = _counter(subject, target, parents)
    if isinstance(found, Refused):
        return found
    tree, written = subject.module.tree, ast.unparse(target)
    if subject.elsewhere(found.name):
        return Refused(f"`{found.name}` is used in other files")
    if any(_mentions(each, found.name) for each in ast.walk(tree)):
        return Refused(f"`{written}` may be copied, or reached by its name")
    uses = [each for each in ast.walk(tree) if isinstance(each, _NAMES) and _is_use(each, found)]
    spelled = subject.spelled_all(["Variable", "int64", "cast"])
    if isinstance(spelled, Refused):
        return spelled
    texts, added = spelled
    if not added and not _imported_above(subject, found.first, texts["Variable"].partition(".")[0]):
        return Refused(f"TensorFlow is imported below line {found.first.lineno}")
    made = f"{texts['Variable']}({subject.module.source(found.first.value)}, trainable=False, dtype={texts['int64']})"
    splices = [Splice(*subject.module.span(found.first.value), made)]
    for use in uses:
        change = None if parents.get(use) is found.first else _change(subject, use, parents, texts["cast"])
        if isinstance(change, Refused):
            return change
        splices += [change] if change is not None else []
    mend = Mend(
        f"counts `{found.name}` by a variable", tuple(sorted(splices, key=lambda e: e.start)), added=added
    )
    return _judged(subject, mend, found, uses)


def _judged(
    subject: Subject, mend: Mend, counter: _Counter, uses: Sequence[ast.Name | ast.Attribute]
) -> Outcome:
    outside = [
        each for each in uses if isinstance(each, ast.Attribute) and not _is_own(subject, each, counter.owner)
    ]
    if changed := [each for each in outside if not isinstance(each.ctx, ast.Load)]:
        return Refused(
            f"`{subject.module.source(changed[0])}` may be set for an object of another class on line {changed[0].lineno}"
        )
    if outside and counter.name in _COMMON:
        return Refused(f"`{subject.module.source(outside[0])}` may be an attribute of something else")
    if outside:
        told = f"every attribute `{counter.name}` is taken for that of the class"
        return replace(mend, applicability=Applicability.UNSAFE, difference=told)
    if counter.owner is not None and counter.owner.bases:
        told = f"checkpoints and `variables` of a `{counter.owner.name}` hold `{counter.name}`, too"
        return replace(mend, applicability=Applicability.UNSAFE, difference=told)
    return mend


def _counter(subject: Subject, target: ast.Name | ast.Attribute, parents: Parents) -> _Counter | Refused:
    """The one place that gives the number its first value, which is written out."""
    tree = subject.module.tree
    name = target.id if isinstance(target, ast.Name) else target.attr
    if isinstance(target, ast.Attribute):
        made = [(each, above[-1]) for each, above in functions_of(tree) if each.name == "__init__"]
        places: list[tuple[ast.stmt, ast.ClassDef | None]] = [
            (one, owner)
            for init, owner in made
            for one in init.body
            if isinstance(owner, ast.ClassDef) and _sets(one, f"{_first(init)}.{name}")
        ]
    else:
        places = [(one, None) for one in tree.body if _sets(one, name)]
    if len(places) != 1 or (isinstance(target, ast.Attribute) and not _is_own(subject, target)):
        return Refused(
            f"`{ast.unparse(target)}` gets its first value in several places, or in none that can be seen"
        )
    first, owner = places[0]
    value = number(first.value) if isinstance(first, ast.Assign) else None
    if not isinstance(first, ast.Assign) or not isinstance(value, int):
        return Refused(f"the first value of `{ast.unparse(target)}` is no integer that is written out")
    above = owner.body if owner is not None and owner.bases else []
    init = parents.get(first)
    if above and not any(
        "super().__init__" in ast.unparse(e) for e in getattr(init, "body", []) if e.lineno < first.lineno
    ):
        return Refused(f"`{ast.unparse(target)}` is set before its class is initialized")
    return _Counter(name, first, owner)


def _sets(node: ast.stmt, written: str) -> bool:
    return isinstance(node, (ast.Assign, ast.AnnAssign)) and any(
        ast.unparse(each) == written
        for each in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def _first(function: Function) -> str:
    return (parameters(function.args) or [""])[0]


def _is_use(node: ast.Name | ast.Attribute, counter: _Counter) -> bool:
    if isinstance(node, ast.Attribute):
        return counter.owner is not None and node.attr == counter.name
    return counter.owner is None and node.id == counter.name


def _mentions(node: ast.AST, name: str) -> bool:
    """Whether it reaches the number by a text or a copy, or is a parameter of its name."""
    if isinstance(node, ast.Constant):
        text = node.value if isinstance(node.value, str) else ""
        return text == name or ("{" in text and re.search(rf"\b{re.escape(name)}\b", text) is not None)
    if isinstance(node, (ast.arg, ast.alias)):
        return (getattr(node, "arg", None) or getattr(node, "name", "")) in {name, *_COPIES}
    if isinstance(node, ast.JoinedStr):
        return any(
            isinstance(e, _NAMES) and name in (getattr(e, "id", ""), getattr(e, "attr", ""))
            for e in ast.walk(node)
        )
    return isinstance(node, _NAMES) and (node.id if isinstance(node, ast.Name) else node.attr) in _COPIES


def _imported_above(subject: Subject, node: ast.stmt, root: str) -> bool:
    return any(
        root in each.bound and subject.module.syntax.line(each.node) < node.lineno
        for each in subject.module.syntax.imports
    )


def _is_own(subject: Subject, node: ast.Attribute, owner: ast.ClassDef | None = None) -> bool:
    """Whether it is an attribute of the object to which the method around it belongs, an `owner` or one derived from it."""
    methods = [
        replace(subject, node=function, above=above)
        for function, above in functions_of(subject.module.tree)
        if isinstance(above[-1], ast.ClassDef) and any(each is node for each in ast.walk(function))
    ]
    if not methods or not isinstance(node.value, ast.Name) or node.value.id != receiver_of(methods[-1]):
        return False
    return owner is None or methods[-1].above[-1] in _family(subject.module.tree, owner)


def _family(tree: ast.Module, owner: ast.ClassDef) -> list[ast.ClassDef]:
    """The class and those of the file that are derived from it."""
    found = [owner]
    classes = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    for each in classes * len(classes):
        names = {one.name for one in found}
        if each not in found and any(name_of(base) in names for base in each.bases):
            found.append(each)
    return found


def _change(
    subject: Subject, use: ast.Name | ast.Attribute, parents: Parents, cast: str
) -> Splice | Refused | None:
    """The edit of one place that counts or reads; None where a variable can stand as it is."""
    written, holder = subject.module.source(use), parents.get(use)
    around = _function_around(use, parents)
    if around is not None and not isinstance(around, ast.Lambda) and subject.in_graph(around.lineno):
        return Refused(f"`{around.name}`, which uses `{written}`, may run inside a graph already")
    if isinstance(holder, ast.AugAssign) and holder.target is use and (step := _step(holder)) is not None:
        method = "assign_add" if isinstance(holder.op, ast.Add) else "assign_sub"
        return Splice(*subject.module.span(holder), f"{written}.{method}({step})")
    if (
        isinstance(holder, ast.Assign)
        and holder.targets == [use]
        and isinstance(value := number(holder.value), int)
    ):
        if isinstance(parents.get(holder), ast.ClassDef):
            return Refused(f"`{written}` is an attribute of a class, too")
        return Splice(*subject.module.span(holder), f"{written}.assign({value})")
    if not isinstance(getattr(use, "ctx", None), ast.Load):
        return Refused(f"`{written}` gets other values than counted ones on line {use.lineno}")
    if _takes_a_variable(subject, use, parents):
        return None
    dtype = None
    if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef)):
        there = replace(subject, node=around)
        dtype = dtype_there(there, use, parents)
    if dtype is not None:
        return Splice(*subject.module.span(use), f"{cast}({written}, {cast.removesuffix('cast')}{dtype})")
    if around is subject.node:
        return Refused(f"`{written}` is read as a Python number on line {use.lineno}")
    return Splice(*subject.module.span(use), f"int({written})")


def _takes_a_variable(subject: Subject, use: ast.expr, parents: Parents) -> bool:
    """Whether it is cast, or stands in the list behind `seed=`, of which TensorFlow makes one tensor of integers."""
    holder = parents.get(use)
    if isinstance(holder, ast.Call) and holder.args[:1] == [use]:
        return tensorflow_member(subject, holder.func) == "cast"
    keyword = parents.get(holder) if isinstance(holder, (ast.List, ast.Tuple)) else None
    call = parents.get(keyword) if isinstance(keyword, ast.keyword) and keyword.arg == "seed" else None
    member = tensorflow_member(subject, call.func) if isinstance(call, ast.Call) else None
    return member is not None and member.startswith("random.stateless")


def _function_around(node: ast.AST, parents: Parents) -> Function | ast.Lambda | None:
    above = parents.get(node)
    while above is not None and not isinstance(above, _FUNCTIONS):
        above = parents.get(above)
    return above


REPAIR = Repair("counter-to-variable", ("HYB102", "HYB104"), __doc__ or "", plan)
