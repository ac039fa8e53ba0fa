"""Code lenses above functions, and inlay hints behind parameters."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import FunctionReport, Parameter
from lsprotocol.types import CodeLens, Command, InlayHint, InlayHintKind, Position

from hybridize_lsp.actions import editable
from hybridize_lsp.views import View
from hybridize_lsp.wording import status

CONVERT = "hybridize.convertFunction"
_SHOWN_KINDS = frozenset({"tensor", "variable", "array"})


def lenses(view: View, uri: str) -> Iterator[CodeLens]:
    """One lens per function of a document; that of a function with a safe edit makes the edit."""
    for function in view.facts.functions:
        part = view.part_of(function.location)
        if part is not None and part.uri == uri and _worth_a_lens(function):
            yield CodeLens(range=view.range(function.location), command=_command(view, function, uri))


def inlay_hints(view: View, uri: str, first: int, last: int) -> Iterator[InlayHint]:
    """Dtype and shape of what reaches the parameters between two lines (from 1) of the unit."""
    for function in view.facts.functions:
        outline = view.facts.outline(function)
        for parameter in function.parameters if outline is not None else ():
            place = outline.parameters.get(parameter.name) if outline is not None else None
            if place is None or not first <= place[0] <= last or not _is_known(parameter):
                continue
            found = view.position(*place)
            if found is not None and found[0] == uri:
                yield _hint(parameter, found[1])


def _worth_a_lens(function: FunctionReport) -> bool:
    """Whether TensorFlow has to do with the function at all."""
    return function.hybrid or editable(function) or bool(function.tensor_computation)


def _command(view: View, function: FunctionReport, uri: str) -> Command:
    text = status(function)
    if editable(function) and function.safe and view.fixable(function):
        return Command(title=text, command=CONVERT, arguments=[uri, function.qualname, function.line])
    return Command(title=text, command="")


def _is_known(parameter: Parameter) -> bool:
    return parameter.kind in _SHOWN_KINDS and (parameter.dtype or parameter.shape) is not None


def _hint(parameter: Parameter, place: Position) -> InlayHint:
    text = (parameter.dtype or "") + (parameter.shape or "")
    return InlayHint(
        position=place,
        label=text,
        kind=InlayHintKind.Type,
        padding_left=True,
        tooltip=f"{parameter.kind} that the visible calls pass",
    )
