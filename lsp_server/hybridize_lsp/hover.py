"""Hover over a function's name or decorators: the verdict, what it rests on, and what reaches the function."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Evidence, FunctionReport, Parameter, Reason, Tracing
from hybridize_analyzer.verdict.acceptance import assumption_notes
from hybridize_analyzer.verdict.reasons import reason
from lsprotocol.types import Hover, MarkupContent, MarkupKind

from hybridize_lsp.positions import touches
from hybridize_lsp.views import View
from hybridize_lsp.wording import status

_MOST = 12  # pieces of evidence; more hides the rest of the hover


def hover(view: View, line: int, column: int, *, markdown: bool) -> Hover | None:
    """What there is to say about the function whose name or decorators stand at a place (both from 1)."""
    function = _function_at(view, line, column)
    if function is None:
        return None
    kind = MarkupKind.Markdown if markdown else MarkupKind.PlainText
    text = "\n\n".join(_paragraphs(view, function, markdown=markdown))
    return Hover(MarkupContent(kind, text), view.range(function.location))


def _function_at(view: View, line: int, column: int) -> FunctionReport | None:
    for function in view.facts.functions:
        outline = view.facts.outline(function)
        if touches(function.location, (line, column), (line, column)):
            return function
        if outline is not None and outline.first <= line < function.line:
            return function
    return None


def _paragraphs(view: View, function: FunctionReport, *, markdown: bool) -> Iterator[str]:
    """The verdict first, and everything once."""
    name = f"**`{function.qualname}`**" if markdown else function.qualname
    yield f"{name} {status(function)}"
    if function.reasons:
        yield _list("What stands in the way", [_reason(view, r, markdown=markdown) for r in function.reasons])
    elif function.verdict in ("keep", "undetermined"):
        yield _capital(reason(function))
    if notes := assumption_notes(function):
        yield _list("Assumptions", list(notes))
    if described := [_parameter(p) for p in function.parameters if p.kind not in ("unknown", "object")]:
        yield _list("Parameters", described)
    if (function.hybrid or function.verdict == "convert") and (
        function.tracing.causes or function.traces is None
    ):
        yield from _traces(view, function.tracing, markdown=markdown)
    if function.input_signature is not None:
        yield f"Input signature: `{function.input_signature}`"
    told = {reason.where for reason in function.reasons}
    if evidence := [fact for fact in function.evidence if fact.location not in told]:
        shown = [_fact(view, fact, markdown=markdown) for fact in evidence[:_MOST]]
        more = len(evidence) - len(shown)
        yield _list("Evidence", [*shown, *([f"and {more} more"] if more else [])])
    yield _further(view, function)


def _reason(view: View, found: Reason, *, markdown: bool) -> str:
    perhaps = "" if found.certain else ", perhaps"
    return f"{found.rule}: {_fact(view, Evidence(found.message, found.where), markdown=markdown)}{perhaps}"


def _further(view: View, function: FunctionReport) -> str:
    """Where there is more to read."""
    commands = [f"`hybridize why {view.facts.relative}:{function.line}`"]
    if function.reasons:
        commands.append(f"`hybridize explain {function.reasons[0].rule}`")
    return f"More: {', '.join(commands)}"


def _parameter(parameter: Parameter) -> str:
    known = [parameter.kind, parameter.dtype, parameter.shape]
    return f"`{parameter.name}`: {' '.join(text for text in known if text is not None)}"


def _traces(view: View, tracing: Tracing, *, markdown: bool) -> Iterator[str]:
    if tracing.unbounded:
        told = "one more with every call"
    elif tracing.count is not None:
        told = str(tracing.count)
    elif tracing.most is not None:
        told = f"{tracing.least} to {tracing.most}"
    else:
        told = f"not predicted: {tracing.unknown}" if tracing.unknown else f"at least {tracing.least}"
    causes = [
        f"`{cause.parameter}` {cause.message}{_places(view, cause.evidence, markdown=markdown)}"
        for cause in tracing.causes
    ]
    yield _list(f"Traces: {told}", causes)


def _places(view: View, evidence: tuple[Evidence, ...], *, markdown: bool) -> str:
    links = [_link(view, fact, markdown=markdown) for fact in evidence[:_MOST]]
    return f" ({', '.join(links)})" if links else ""


def _fact(view: View, fact: Evidence, *, markdown: bool) -> str:
    return f"{fact.message} ({_link(view, fact, markdown=markdown)})"


def _link(view: View, fact: Evidence, *, markdown: bool) -> str:
    where = fact.location
    here = where.path == view.facts.relative
    text = f"line {where.line}" if here else f"{where.path}:{where.line}"
    place = view.place(where)
    if not markdown or place is None:
        return text
    start = place.range.start
    return f"[{text}]({place.uri}#L{start.line + 1},{start.character + 1})"


def _list(title: str, entries: list[str]) -> str:
    return "\n".join([title, *(f"- {entry}" for entry in entries)])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
