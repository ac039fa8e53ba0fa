"""One function, one change: a decorator added above `def`, the `tf.function` decorators removed, or an argument added."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import libcst as cst
from libcst import matchers as m
from libcst.helpers import get_full_name_for_node

from hybridize_refactorings.bindings import NewImport, reaches_module, spelling
from hybridize_refactorings.decorators import objection, tf_function_decorators, wrapping_calls
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.syntax import FunctionSite, Syntax

_TF_MEMBER = m.Attribute(value=m.Name("tf"))
_PRAGMA = re.compile(r"#\s*(noqa|nosec|type:|pylint:|pyright:|mypy:|pragma:|fmt:|yapf:|ruff:|hybridize:)")


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit does to one function.

    line: of `def`; decorators: how many are added (or, below 0, removed).
    added: the import that the decorator needs and that the file lacks.
    keyword: the argument that is added to the expression which starts at `at` (line, and offset in the text).
    """

    line: int
    what: str
    splices: tuple[Splice, ...]
    decorators: int
    added: NewImport | None = None
    keyword: str = ""
    at: tuple[int, int] = (0, 0)


def convert(
    syntax: Syntax,
    site: FunctionSite,
    signature: str | None,
    importable: NewImport | Refused,
    argument: str | None = None,
) -> Change | Refused:
    """The change that adds `@tf.function` innermost, or one sentence why it is withheld.

    signature: text written with the prefix `tf.`; argument: others for the decorator, where there is no signature.
    importable: the import that may be added, or why none may be.
    """
    if (reason := objection(site)) is not None:
        return reason
    text = argument or "" if signature is None else f"input_signature={signature}"
    try:
        given = cst.parse_expression(f"_({text})") if text else None
    except cst.ParserSyntaxError:
        what = f"arguments `{argument}` are" if signature is None else f"input signature `{signature}` is"
        return Refused(f"the {what} not an expression")
    found = {member: spelling(syntax, site, member) for member in ("function", *_members(given))}
    added = importable if None in found.values() else None
    if isinstance(added, Refused):
        return added
    if added and not reaches_module(site, added.name):
        return Refused(f"`{added.name}` is a local name around `{site.qualname}`, which hides a new import")
    prefix = f"{added.name}." if added else ""
    spelled = {member: text or prefix + member for member, text in found.items()}
    decorator = "@" + spelled["function"] + _written(given, spelled).removeprefix("_")
    also = f" and `{added.statement}`" if added else ""
    return Change(
        line=syntax.line(site.node),
        what=f"adds `{decorator}`{also}",
        splices=(_line_above(syntax, site, decorator),),
        decorators=1,
        added=added,
    )


def remove(syntax: Syntax, site: FunctionSite) -> Change | Refused:
    """The change that removes every `tf.function` decorator, or one sentence why it is withheld."""
    decorators = tf_function_decorators(site)
    if not decorators:
        return Refused(f"`{site.qualname}` has no `tf.function` decorator that could be removed")
    splices = [_without(syntax, decorator) for decorator in decorators]
    if None in splices:
        return Refused(f"more than a comment stands behind the decorator of `{site.qualname}`")
    return Change(
        line=syntax.line(site.node),
        what="removes " + " and ".join(map(_shown, decorators)),
        splices=tuple(splice for splice in splices if splice is not None),
        decorators=-len(decorators),
    )


def reconfigure(syntax: Syntax, site: FunctionSite, argument: str) -> Change | Refused:
    """The change that adds an argument to the call of `tf.function`, behind what is written there, or why it is withheld."""
    argument = _as_spelled(syntax, site, argument)
    name = argument.partition("=")[0]
    wrappers = [each.decorator for each in tf_function_decorators(site)] or list(wrapping_calls(syntax, site))
    if not wrappers:
        return Refused(f"no `tf.function` of `{site.qualname}` is found in its file")
    if len(wrappers) > 1:
        return Refused(f"`{site.qualname}` is made a graph in {len(wrappers)} places")
    (wrapper,) = wrappers
    call = wrapper if isinstance(wrapper, cst.Call) else None
    if call is not None and (reason := _settled(call, name)) is not None:
        return Refused(f"the `tf.function` of `{site.qualname}` {reason}")
    end = syntax.end(wrapper)
    text = f"({argument})"
    if call is not None:
        end, text = _behind_arguments(syntax, call, argument)
    return Change(
        line=syntax.line(site.node),
        what=f"adds `{argument}` to `tf.function`",
        splices=(Splice(end, end, text),),
        decorators=0,
        keyword=argument,
        at=(syntax.line(wrapper), syntax.start(wrapper)),
    )


def _as_spelled(syntax: Syntax, site: FunctionSite, argument: str) -> str:
    """The argument with TensorFlow's members as the file spells them; a signature that it cannot spell asks for less."""
    name, _, text = argument.partition("=")
    if name != "input_signature":
        return argument
    specs = cst.parse_expression(text)
    found = {member: spelling(syntax, site, member) for member in _members(specs)}
    spelled = {member: text for member, text in found.items() if text is not None}
    whole = len(spelled) == len(found)
    return f"input_signature={_written(specs, spelled)}" if whole else "reduce_retracing=True"


def _settled(call: cst.Call, name: str) -> str | None:
    """Why an argument cannot be added to a call that is written out."""
    given = {each.keyword.value for each in call.args if each.keyword is not None}
    if any(each.star for each in call.args):
        return "gets starred arguments, which may hold anything"
    if found := sorted(given & {name, "experimental_relax_shapes"}):
        return f"has `{found[0]}` already"
    specs = next(
        (each.value for each in call.args if each.keyword and each.keyword.value == "input_signature"), None
    )
    if specs is not None and not m.matches(specs, m.Name("None")):
        return "has an `input_signature`, which is the user's"
    return None


def _behind_arguments(syntax: Syntax, call: cst.Call, argument: str) -> tuple[int, str]:
    """Where the argument goes in a call, and with which comma."""
    if not call.args:
        return syntax.end(call) - 1, argument
    last = call.args[-1]
    line, indent = syntax.line(last), syntax.lines.indent(syntax.line(last))
    alone = syntax.lines.starts[line - 1] + len(indent) == syntax.start(last)
    return syntax.end(last), f",{syntax.lines.ending(line)}{indent}{argument}" if alone else f", {argument}"


def _members(specs: cst.BaseExpression | None) -> list[str]:
    """Members of `tf` that an expression uses."""
    found = [] if specs is None else m.findall(specs, _TF_MEMBER)
    return [node.attr.value for node in found if isinstance(node, cst.Attribute)]


def _written(expression: cst.BaseExpression | None, spelled: Mapping[str, str]) -> str:
    """An expression with TensorFlow's members as the file spells them; nothing of none."""
    if expression is None:
        return ""
    written = expression.visit(_Respelled(spelled))
    assert isinstance(written, cst.BaseExpression)
    return cst.Module([]).code_for_node(written)


class _Respelled(cst.CSTTransformer):
    """Replaces `tf.member` by the text that stands for it."""

    def __init__(self, spelled: Mapping[str, str]) -> None:
        super().__init__()
        self._spelled = spelled

    def leave_Attribute(  # noqa: N802 - libcst's name
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.BaseExpression:
        if not m.matches(original_node, _TF_MEMBER):
            return updated_node
        return cst.parse_expression(self._spelled[original_node.attr.value])


def _line_above(syntax: Syntax, site: FunctionSite, decorator: str) -> Splice:
    """Inserted at `def` itself, so that a page break before it stays above the whole function."""
    line = syntax.line(site.node)
    offset = syntax.start(site.node)
    return Splice(offset, offset, decorator + syntax.lines.ending(line) + syntax.lines.indent(line))


def _without(syntax: Syntax, decorator: cst.Decorator) -> Splice | None:
    """Removes the decorator's lines; a comment behind it stays, unless it is a tool's directive."""
    start, end = syntax.ranges[decorator].start, syntax.ranges[decorator].end
    next_line = syntax.lines.starts[end.line]
    behind = syntax.lines.texts[end.line - 1][syntax.end(decorator) - syntax.lines.starts[end.line - 1] :]
    comment = behind.lstrip()
    if comment and not comment.startswith("#"):
        return None
    if comment and not _PRAGMA.match(comment):
        return Splice(syntax.start(decorator), next_line - len(comment), "")
    return Splice(syntax.lines.offset(start.line, 0), next_line, "")


def _shown(decorator: cst.Decorator) -> str:
    node = decorator.decorator
    if not isinstance(node, cst.Call):
        return f"`@{get_full_name_for_node(node)}`"
    return f"`@{get_full_name_for_node(node.func)}(…)`"
