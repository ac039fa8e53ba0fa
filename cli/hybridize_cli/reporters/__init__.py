"""Output formats: a `Report` in, text out.  Reporters do no IO; the caller writes what they return."""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.report import Report

from hybridize_cli.reporters import (
    concise,
    full,
    github,
    gitlab,
    json_lines,
    json_object,
    junit,
    rdjson,
    sarif,
)
from hybridize_cli.reporters.context import RenderContext, RuleInfo

__all__ = ["FORMATS", "RenderContext", "RuleInfo", "render"]

Renderer = Callable[[Report, RenderContext], str]

_RENDERERS: dict[str, Renderer] = {
    "full": full.render,
    "concise": concise.render,
    "json": json_object.render,
    "jsonl": json_lines.render,
    "sarif": sarif.render,
    "github": github.render,
    "gitlab": gitlab.render,
    "junit": junit.render,
    "rdjson": rdjson.render,
}

FORMATS: tuple[str, ...] = tuple(_RENDERERS)


def render(format: str, report: Report, context: RenderContext) -> str:  # noqa: A002 - the option's name
    """The report as text in one of `FORMATS`, ending in a newline unless there is nothing to say.

    The text can always be encoded as UTF-8: undecodable bytes of file names appear as `\\udcXX`.

    Raises:
        ValueError: unknown format.
    """
    renderer = _RENDERERS.get(format)
    if renderer is None:
        raise ValueError(f"unknown output format {format!r}; use one of {', '.join(FORMATS)}")
    return renderer(report, context).encode("utf-8", "backslashreplace").decode("utf-8")
