"""What the decorators of a function are."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst
from libcst import matchers as m
from libcst.helpers import get_full_name_for_node

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.syntax import FunctionSite, Syntax

_TF_FUNCTION = re.compile(
    r"(.+\.)?(tf|tensorflow)\."
    r"(compat\.v[12]\.|contrib\.eager\.|python\.eager\.(\w+\.)+)?"
    r"(function|defun)"
)
_PARTIAL = re.compile(r"(.*\.)?partial")
_PROPERTY = frozenset({"property", "cached_property", "getter", "setter", "deleter"})
_ABSTRACT = frozenset({"abstractmethod", "abstractclassmethod", "abstractstaticmethod"})


def tf_function_decorators(site: FunctionSite) -> tuple[cst.Decorator, ...]:
    """The decorators of a function that turn it into a `tf.function`, in source order."""
    return tuple(
        decorator for decorator in site.node.decorators if _is_tf_function(site, decorator.decorator)
    )


def wrapping_calls(syntax: Syntax, site: FunctionSite) -> Iterator[cst.Call]:
    """The calls `tf.function(f)` of a function of the module, in source order."""
    if site.scope is not site.scope.globals:
        return
    for call in m.findall(syntax.module, m.Call(args=[m.Arg(m.Name(site.node.name.value)), m.ZeroOrMore()])):
        if isinstance(call, cst.Call) and _is_tf_function(site, call):
            yield call


def objection(site: FunctionSite) -> Refused | None:
    """One sentence why `tf.function` has no place on this function, else None."""
    name = site.node.name.value
    expressions = [decorator.decorator for decorator in site.node.decorators]
    last = {dotted.rpartition(".")[2] for each in expressions for dotted in _names(site, each)}
    if site.node.asynchronous is not None:
        return Refused(f"`{name}` is a coroutine, which `tf.function` cannot trace")
    if "abstractproperty" in last or last & _PROPERTY:
        return Refused(f"`{name}` is a property: it is read like an attribute and never called as a function")
    if last & _ABSTRACT:
        return Refused(f"`{name}` is abstract: what runs is the method that overrides it")
    if "overload" in last:
        return Refused(f"`{name}` is an overload for type checkers and never runs")
    if tf_function_decorators(site):
        return Refused(f"`{name}` already has a `tf.function` decorator")
    return None


def _is_tf_function(site: FunctionSite, expression: cst.BaseExpression) -> bool:
    if any(_TF_FUNCTION.fullmatch(name) for name in _names(site, expression)):
        return True
    if not isinstance(expression, cst.Call) or not expression.args:
        return False
    partial = any(_PARTIAL.fullmatch(name) for name in _names(site, expression))
    return partial and _is_tf_function(site, expression.args[0].value)


def _names(site: FunctionSite, expression: cst.BaseExpression) -> Iterator[str]:
    """Dotted names that an expression (for a call: what is called) may stand for."""
    callee = expression.func if isinstance(expression, cst.Call) else expression
    if not isinstance(callee, (cst.Name, cst.Attribute)):
        return
    known = {name.name for name in site.scope.get_qualified_names_for(callee)}
    written = get_full_name_for_node(callee)
    if known:
        yield from known
    elif written is not None:
        # Nothing in the file binds the name.  A wildcard import does, and of the names that TensorFlow
        # exports only `function` matters here.
        yield f"tensorflow.{written}" if written == "function" else written
