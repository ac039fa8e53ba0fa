"""A profile as one HTML file: a flame view of the calls, and the table; nothing to load, light or dark as the system is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from hybridize_analyzer.observed.profile import FunctionRun, Node, Profile
from hybridize_analyzer.report import FunctionReport, Report

from hybridize_cli.measure_text import seconds
from hybridize_cli.profile_text import HEADINGS, table, verdict_words

_STYLE = """
:root { color-scheme: light dark; --eager: #e08a4e; --graph: #5a9fd4; --may: #d9c04a; --line: #8886 }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: right; padding: .25rem .5rem }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left } tr { border-bottom: 1px solid var(--line) }
svg { width: 100%; height: auto }
svg text { font: 11px system-ui, sans-serif; fill: #111; pointer-events: none }
.eager { fill: var(--eager) } .graph { fill: var(--graph) } .may { fill: var(--may) }
rect { stroke: #fff8; stroke-width: .5 }
code { font-size: .95em }
"""
_WIDTH, _ROW, _LEAST = 1100, 19, 0.7  # of the drawing; narrower than the last, a call is left out
_LETTER = 6.1  # width of one letter


def render(profile: Profile, report: Report) -> str:
    """The page."""
    words = {run.name: verdict_words(verdict, run) for run, verdict in _judged(profile, report)}
    head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table(profile, report)
    )
    commands = ", ".join(f"<code>{escape(' '.join(run.command))}</code>" for run in profile.runs)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Where the time goes</title>"
        f"<style>{_STYLE}</style></head><body><h1>Where the time goes</h1>\n"
        f"<p>{commands}: {seconds(profile.seconds)} with the probe. Blue functions are graphs, yellow ones can be; hold the "
        f"pointer over one for its numbers.</p>\n{_flames(profile.tree, words)}\n"
        f"<table><tr>{head}</tr>{rows}</table></body></html>\n"
    )


def _judged(profile: Profile, report: Report) -> Iterator[tuple[FunctionRun, FunctionReport | None]]:
    verdicts = {(f.path, f.qualname, f.line): f for f in report.functions}
    for run in profile.functions:
        yield run, verdicts.get((run.path, run.qualname, run.line))


def _flames(nodes: Sequence[Node], words: dict[str, str]) -> str:
    """Callers above, what they call below, as wide as it takes time."""
    total = sum(node.seconds for node in nodes)
    if not total:
        return ""
    shapes = list(_bars(nodes, 0.0, 0, _WIDTH / total, words))
    height = _ROW * (1 + max((depth for depth, _ in shapes), default=0))
    drawn = "".join(shape for _, shape in shapes)
    return f"<svg viewBox='0 0 {_WIDTH} {height}' role='img' aria-label='time by calls'>{drawn}</svg>"


def _bars(
    nodes: Sequence[Node], left: float, depth: int, scale: float, words: dict[str, str]
) -> Iterator[tuple[int, str]]:
    for node in nodes:
        width = node.seconds * scale
        if width < _LEAST:
            continue
        name = node.function.rpartition(":")[2]
        told = words.get(node.function, "")
        tip = f"{node.function}: {node.calls} calls, {seconds(node.seconds)}, own {seconds(node.own)}, {told}"
        kind = "may" if "be a graph" in told else "graph" if "graph" in told else "eager"
        text = name if len(name) * _LETTER < width - 6 else ""
        yield (
            depth,
            f"<g><title>{escape(tip)}</title><rect class='{kind}' x='{left:.1f}' y='{depth * _ROW}' width='{width:.1f}' "
            f"height='{_ROW - 1}'/><text x='{left + 3:.1f}' y='{depth * _ROW + 13}'>{escape(text)}</text></g>",
        )
        yield from _bars(node.nodes, left, depth + 1, scale, words)
        left += width
