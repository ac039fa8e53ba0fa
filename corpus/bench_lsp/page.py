"""The page that shows the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_HEAD = """# How fast the language server answers

`make bench-lsp` measures it (it downloads gpflow): a client plays a recorded editing session, in which every keystroke waits
for its diagnostics, into the function in the middle of a file of the project. Milliseconds, 50th and 95th percentile, and of
diagnostics the longest: that is the first edit after a start from the cache, which has results and no analysis to follow.
Diagnostics are timed from the keystroke to the answer, the {delay} ms for which the server waits for more included; CPU is
that of server and worker together. The client says what it shows, as editors do: where that still holds, the answer is only
that. Repairs are looked for, by analyses of what they would make, when they are chosen. First:
seconds from the start of the process to the first diagnostics, without and with a cache. `long` is one file of 6,750 lines
with a finding in each of its 750 functions; *all* is for all safe edits of the file. Absolute times depend on the
machine, and on what else runs on it: load is how many processes wanted one of its
cores meanwhile, per core.

| project | load | first s | cached s | edits | diagnostics | CPU per edit | hover | actions | resolve | all | repair |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
_MEMORY = """
## Memory

MiB of server and worker together, after so many edits:

"""
_LAG = """
## Thread or process

An analysis in a thread shares the interpreter with the event loop, one in a process does not. While {project} is analysed, a
loop that sleeps for 1 ms at a time comes late by (ms):

| analysis in a | p50 | p95 | most |
|---|---:|---:|---:|
"""


def page(found: Sequence[dict[str, Any]], lags: dict[str, Any], delay: int) -> str:
    """The whole page, as Markdown."""
    rows = [_row(one) for one in found]
    memory = [
        f"- {one['project']}: " + ", ".join(f"{edits}: {mib:.0f}" for edits, mib in one["memory"].items())
        for one in found
    ]
    parts = [_HEAD.replace("{delay}", str(delay)), *rows, _MEMORY, *(f"{line}\n" for line in memory)]
    if lags:
        parts += [_LAG.replace("{project}", lags["project"])]
        parts += [
            f"| {kind} | {1000 * of['p50']:.1f} | {1000 * of['p95']:.1f} | {1000 * of['most']:.1f} |\n"
            for kind, of in lags.items()
            if kind != "project"
        ]
    return "".join(parts)


def _row(one: dict[str, Any]) -> str:
    cells = [_cell(one.get(key), "p50", "p95", *(["most"] if key == "diagnostics" else [])) for key in _TIMED]
    first = f"{one['load']:.1f} | {one['first']:.1f} | {one['cached']:.1f} | {one['edits']}"
    return f"| {one['project']} | {first} | {' | '.join(cells)} |\n"


def _cell(times: dict[str, float] | None, *shown: str) -> str:
    """Milliseconds; a dash where nothing was timed."""
    return " / ".join(f"{1000 * times[key]:.0f}" for key in shown) if times else "–"


_TIMED = ("diagnostics", "cpu", "hover", "actions", "resolve", "all", "repair")
