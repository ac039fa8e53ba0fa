"""What the statements of a driver do: which of them compute, and which only walk through data.

A driver is a function that decides, by Python values, which cells are called.  Names that hold results of cells
(futures, when the calls are recorded) are followed through assignments; whatever else is done to them has to be in a cell.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from hybridize_analyzer.report import FunctionReport

from hybridize_refactorings.batching.containers import DICTIONARY, LIST, is_only
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.names import local_names, own_nodes, stores
from hybridize_refactorings.subjects import Subject

_CARRY = frozenset("list tuple dict zip enumerate reversed range isinstance iter set print".split())
_READS = frozenset("int float bool len sum max min sorted str any all abs round".split())
_CONTAINER = frozenset(
    "append extend insert items values keys get pop copy update setdefault split strip".split()
)
_DATA = frozenset(
    """zeros ones constant convert_to_tensor fill range zeros_like eye cast expand_dims reshape int32 int64 float32
    string shape""".split()
)
_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp)
_NUMBERS = frozenset({"numpy", "math", "random"})
"""Modules that compute with arrays and numbers, outside of TensorFlow."""


@dataclass(frozen=True, slots=True)
class Driver:
    """One driver with what is known of its names.

    inner: the calls that lead to cells, by node; carried: names that hold what they return, or parts of it.
    results: what it returns, where that is a tensor: arithmetic there is arithmetic of tensors.
    """

    scene: Scene
    subject: Subject
    inner: frozenset[ast.Call]
    carried: frozenset[str]
    results: frozenset[ast.expr] = frozenset()

    def leads_on(self, node: ast.AST) -> bool:
        """Whether a call of a cell or driver is in it."""
        return any(each in self.inner for each in ast.walk(node))

    def touches(self, node: ast.AST) -> bool:
        """Whether it reads what cells compute."""
        return any(
            each in self.inner or (isinstance(each, ast.Name) and each.id in self.carried)
            for each in ast.walk(node)
        )

    def is_python(self, call: ast.Call) -> bool:
        """Whether a call is one of Python's, of NumPy's or of a function of the project that computes no tensors."""
        callees = self.scene.callees(self.subject, call)
        if callees:
            return not any(each.tensor_computation for each in callees)
        if isinstance(call.func, ast.Name):
            return call.func.id in _CARRY | _READS or hasattr(builtins, call.func.id)
        container = isinstance(call.func, ast.Attribute) and call.func.attr in _CONTAINER
        return container or self.is_of_numbers(call.func)

    def is_of_numbers(self, function: ast.expr) -> bool:
        """Whether a function comes from NumPy, or from a module of Python's for numbers, by any import of the file."""
        root = ast.unparse(function).partition(".")[0]
        bound = (each.bound.get(root, "") for each in self.subject.module.syntax.imports)
        return any(target.partition(".")[0] in _NUMBERS for target in bound)

    def is_data(self, call: ast.Call) -> bool:
        """Whether a call makes a tensor of Python data alone, which costs nothing to keep out of cells."""
        name = ast.unparse(call.func).rpartition(".")[2]
        return name in _DATA and not self.touches(call) and not self.computes_inside(call)

    def computes_inside(self, node: ast.AST) -> bool:
        """Whether something below a node computes."""
        return any(
            self.computes(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)
        ) or any(self.computes_inside(each) for each in ast.iter_child_nodes(node))

    def computes_around(self, node: ast.AST) -> bool:
        """The same, outside of what calls of cells and drivers are given."""
        parts = [each for each in ast.iter_child_nodes(node) if each not in self.inner]
        return any(
            (isinstance(each, ast.expr) and self.computes(each)) or self.computes_around(each)
            for each in parts
        )

    def computes(self, node: ast.AST) -> bool:
        """Whether an expression is an operation on tensors, at its top."""
        if isinstance(node, ast.Call):
            return node not in self.inner and not self.is_python(node) and not self.is_data(node)
        if isinstance(node, ast.Compare) and _looks_for_key(self, node):
            return False
        if isinstance(node, _ARITHMETIC):
            parts = list(ast.iter_child_nodes(node))
            return node in self.results or any(self.touches(each) or self.computes(each) for each in parts)
        if isinstance(node, ast.Subscript):
            value = node.value
            if self.is_dictionary(value) or self.is_list(value):
                return False
            return node in self.results or self.computes(value) or value in self.inner or self._looks_up(node)
        return False

    def _looks_up(self, node: ast.Subscript) -> bool:
        """`table[word]`, `self.table[i:i + 1]`: a row, at a place that Python data says, of a tensor that all calls share.

        A cell reads the table itself: it is no argument, of which each call would have one.
        """
        place = one_row(node.slice)
        if place is None or self.touches(place) or not any(isinstance(n, ast.Name) for n in ast.walk(place)):
            return False
        local = local_names(self.subject.node)
        text = ast.unparse(node.value)
        root, _, attribute = text.partition(".")
        if root in local and not (root == self.receiver and attribute.isidentifier()):
            return False
        if root not in local and attribute:
            return False
        held = self.subject.held(node.value) if isinstance(node.value, (ast.Name, ast.Attribute)) else None
        return held is not None and held.kind in ("variable", "tensor")

    @property
    def receiver(self) -> str | None:
        """Name of the parameter that holds the object, in a method."""
        subject = self.subject
        if not isinstance(subject.above[-1], ast.ClassDef):
            return None
        names = {ast.unparse(each).rpartition(".")[2] for each in subject.node.decorator_list}
        arguments = [*subject.node.args.posonlyargs, *subject.node.args.args]
        return arguments[0].arg if arguments and not names & {"staticmethod", "classmethod"} else None

    def is_dictionary(self, node: ast.expr) -> bool:
        """Whether an expression is a name that is only ever a dictionary."""
        return isinstance(node, ast.Name) and is_only(DICTIONARY, self.scene, self.subject, node.id)

    def is_list(self, node: ast.expr) -> bool:
        """Whether an expression is a name that is only ever a list."""
        return isinstance(node, ast.Name) and is_only(LIST, self.scene, self.subject, node.id)


def one_row(index: ast.expr) -> ast.expr | None:
    """`i` of the indices `i` and `i:i + 1`, which take one row; None for others."""
    if isinstance(index, (ast.Tuple, ast.Starred)):
        return None
    if not isinstance(index, ast.Slice):
        return index
    above = index.upper
    if index.lower is None or index.step is not None:
        return None
    if not isinstance(above, ast.BinOp) or not isinstance(above.op, ast.Add):
        return None
    same = ast.unparse(above.left) == ast.unparse(index.lower)
    one = isinstance(above.right, ast.Constant) and above.right.value == 1
    return index.lower if same and one else None


def driver_of(scene: Scene, subject: Subject, drivers: Collection[tuple[str, int]]) -> Driver:
    """A function as a driver.  drivers: path and line of those that are known to be."""
    inner = frozenset(
        call
        for call, callees in scene.calls(subject)
        if any((each.path, each.line) in drivers or _computes(each) for each in callees)
    )
    mine = (subject.report.path, subject.report.line) in drivers and subject.report.tensor_computation
    results = frozenset(_results(subject)) if mine else frozenset[ast.expr]()
    return Driver(scene, subject, inner, _carried(subject, inner), results)


def _results(subject: Subject) -> Iterator[ast.expr]:
    """What a function returns, each element of a tuple for itself."""
    for node in own_nodes(subject.node):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]


def _computes(function: FunctionReport) -> bool:
    return bool(function.tensor_computation)


def _carried(subject: Subject, inner: Collection[ast.Call]) -> frozenset[str]:
    """Names bound to expressions that call cells or drivers, or read such names."""
    found: set[str] = set()
    bindings = list(_bindings(subject))
    while True:
        more = {
            name
            for names, value in bindings
            if any(
                each in inner or (isinstance(each, ast.Name) and each.id in found) for each in ast.walk(value)
            )
            for name in names
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _bindings(subject: Subject) -> Iterator[tuple[set[str], ast.AST]]:
    for node in own_nodes(subject.node):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield {name for target in targets for name in _bound(target)}, node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            yield set(_bound(node.target)), node.iter
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            held = node.func.value
            if node.func.attr in ("append", "extend", "insert") and isinstance(held, ast.Name):
                yield {held.id}, node.args[-1]


def _bound(target: ast.expr) -> Iterator[str]:
    if isinstance(target, (ast.Subscript, ast.Starred)):
        yield from _bound(target.value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            yield from _bound(each)
    elif isinstance(target, ast.Name):
        yield target.id
    else:
        yield from stores(target)


def value_read(driver: Driver, node: ast.AST) -> ast.AST | None:
    """The first place where Python needs the value of what cells compute; None where it does not."""
    for each in ast.walk(node):
        if isinstance(each, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            test = each.test
            if driver.touches(test) and not _asks_for_form(driver, test):
                return each.test
        if isinstance(each, ast.Call) and each not in driver.inner:
            given = [*each.args, *(keyword.value for keyword in each.keywords)]
            text = ast.unparse(each.func)
            reads = text in _READS - {"sum", "len"} or driver.is_of_numbers(each.func)
            if (reads and any(driver.touches(g) for g in given)) or (
                text.endswith(".numpy") and driver.touches(each)
            ):
                return each
    return None


def _looks_for_key(driver: Driver, test: ast.Compare) -> bool:
    """`key in x` with a key of Python, where `x` is a dictionary."""
    asks = all(isinstance(op, (ast.In, ast.NotIn)) for op in test.ops) and not driver.touches(test.left)
    return asks and all(map(driver.is_dictionary, test.comparators))


def _asks_for_form(driver: Driver, test: ast.expr) -> bool:
    """`x is None`, `isinstance(x, …)`, `len(x)`, `key in x`, an empty list: the form of a value, and not what it is."""
    if isinstance(test, ast.UnaryOp):
        return _asks_for_form(driver, test.operand)
    if isinstance(test, ast.BoolOp):
        return all(not driver.touches(each) or _asks_for_form(driver, each) for each in test.values)
    if isinstance(test, ast.Name):
        return driver.is_list(test)
    if isinstance(test, ast.Compare) and _looks_for_key(driver, test):
        return True
    if isinstance(test, ast.Compare):
        return all(isinstance(op, (ast.Is, ast.IsNot)) for op in test.ops) or "len(" in ast.unparse(test)
    return isinstance(test, ast.Call) and ast.unparse(test.func) in ("isinstance", "len", "hasattr")
