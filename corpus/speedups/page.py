"""The page about speed-ups, and its drawing, from the results of `hybridize speedup`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

Results = Mapping[str, Any]
_GOAL = 0.9  # of the speed of the authors' graphs
_SLOWER = 1.05  # times the time before


@dataclass(frozen=True, slots=True)
class Gain:
    """What became of one program in which an edit is kept.

    functions: how many times faster the edited functions are in all their calls.  before, after: seconds of a whole run;
    authors: the same with the `tf.function`s of its authors, None where they wrote none or they were not run.
    """

    name: str
    functions: float
    before: float
    after: float
    authors: float | None

    @property
    def whole(self) -> float:
        """How many times faster a whole run is."""
        return self.before / self.after


def gains(results: Results) -> list[Gain]:
    """Of the programs in which an edit is kept, the one that gained most first."""
    rows = []
    for name, found in results.items():
        if found and found["kept"]:
            timed = [edit for edit in found["kept"] if edit["original"] and edit["edited"]]
            # Of a function that now mostly runs inside other graphs, only the calls that are left count.
            before = sum(
                edit["original"]["total"] * min(1.0, edit["edited"]["calls"] / edit["original"]["calls"])
                for edit in timed
            )
            after = sum(edit["edited"]["total"] for edit in timed)
            runs = _runs(found)
            rows.append(
                Gain(
                    name,
                    before / after if after else 1.0,
                    runs.get("before", found["before"]),
                    runs.get("after", found["after"]),
                    runs.get("authors"),
                )
            )
    return sorted(rows, key=lambda row: -row.functions)


def is_slower(gain: Gain, found: Any) -> bool:
    """Whether whole runs take longer with the edits, also of the processor's time where that is known.

    As for `speedup` itself, which turns such edits down, a twentieth more is no difference.
    """
    busy = _runs(found, "processor")
    longer = gain.after > _SLOWER * gain.before
    return longer and ("after" not in busy or busy["after"] > _SLOWER * busy["before"])


def _runs(found: Any, what: str = "whole") -> dict[str, float]:
    """Seconds, or processor seconds, of the quickest whole run of each version, if such runs were made."""
    return {version: min(seconds) for version, seconds in (found.get(what) or {}).items()}


def mean(factors: list[float]) -> float:
    """The geometric mean; 1 of none."""
    return math.exp(sum(map(math.log, factors)) / len(factors)) if factors else 1.0


def page(results: Results, settings: str, kinds: Mapping[str, str]) -> str:
    """docs/measured/speedups.md.  kinds: of each program, such as "bundled model"."""
    done = {name: found for name, found in results.items() if found}
    rows = gains(done)
    lines = [
        "# Speed-ups",
        "",
        "Written by `python -m corpus.speedups --write`: `hybridize speedup` on each program, with nothing chosen by hand.",
        "Public programs run on small made-up data, for a few steps, without the `tf.function`s of their authors; of a test "
        "suite a few files are run. Bundled models that treat one example after the other train on batches of 16.",
        f"{settings}.",
        "",
        f"{_counted(done, kinds)} {_summary(results, done, rows)}",
        "",
        "![Speed-up of the edited functions of each program](speedups.svg)",
        "",
        "| program | edited functions | whole run | | authors' graphs | kept | turned down | no time left | on |",
        "|---|---|---|---|---|---|---|---|---|",
        *(_row(name, done[name], rows) for name in _ordered(done, rows)),
        "",
        "*edited functions*: all their calls together, tracing included. *whole run*: the program without edits and with "
        "them, the start of TensorFlow included, in turns. *authors' graphs*: a whole "
        "run as the authors wrote it, and the speed of the edited program as a share of that, by the clock "
        "and by the processor's time, which other work of the machine does not touch. "
        "*on*: the commit that was measured, where that has been kept.",
    ]
    turned_down = list(_turned_down(done))
    return "\n".join([*lines, *(["", "## Turned down", "", *turned_down] if turned_down else [])]) + "\n"


def _summary(results: Results, done: Results, rows: list[Gain]) -> str:
    kept = sum(len(found["kept"]) for found in done.values())
    rejected = sum(len(found["rejected"]) for found in done.values())
    slower = [row.name for row in rows if is_slower(row, done[row.name])]
    missing = ", ".join(name for name, found in results.items() if not found)
    hot = sum(map(has_hot_spots, done.values()))
    functions, whole = [row.functions for row in rows], [row.whole for row in rows]
    rest = [1.0] * (hot - len(rows))
    return (
        f"In {len(rows)} of them edits are kept, {kept} in all, and {rejected} were tried and turned down. Where edits are "
        f"kept, the geometric mean is {mean(functions):.2f}x over the edited functions and {mean(whole):.2f}x over whole "
        f"runs, in which TensorFlow takes several seconds to start. Over the {hot} programs that have eager hot spots, "
        "functions that take a hundredth of the run or more, with 1x where nothing is kept, it is "
        f"{mean([*functions, *rest]):.2f}x and {mean([*whole, *rest]):.2f}x. {_shares(done, rows)}"
        f"Slower as a whole: {', '.join(slower) if slower else 'none'}."
        + (f" Not run, or without a result: {missing}." if missing else "")
    )


def has_hot_spots(found: Any) -> bool:
    """Whether functions of a program take time eagerly, whether or not anything can be tried for them."""
    return any(found.get(what) for what in ("kept", "rejected", "untried", "eager"))


def _shares(done: Results, rows: list[Gain]) -> str:
    """The speed of what is found beside that of the authors' graphs."""
    gained = {row.name: row for row in rows}
    share = {name: one for name, found in done.items() if (one := _share(found, gained.get(name)))}
    if not share:
        return ""
    busy = {name: _share(done[name], gained.get(name), "processor") or 0.0 for name in share}
    below = [f"{name} ({one:.0%})" for name, one in share.items() if max(one, busy[name]) < _GOAL]
    return (
        f"Beside what the authors' own graphs reach in whole runs: {mean(list(share.values())):.0%} of their speed, the "
        f"geometric mean over {len(share)}; below {_GOAL:.0%}, also of the processor's time: "
        f"{', '.join(below) if below else 'none'}. "
    )


def _share(found: Any, gain: Gain | None, what: str = "whole") -> float | None:
    """The speed of a program with what is kept, as a share of that with its authors' graphs; None where it is not known."""
    runs = _runs(found, what)
    ours = runs.get("before" if gain is None else "after")
    return runs["authors"] / ours if "authors" in runs and ours else None


def _counted(done: Results, kinds: Mapping[str, str]) -> str:
    """Such as "20 programs: 17 bundled models, 2 public programs and 1 test suite"."""
    counts = Counter(kinds[name] for name in done)
    parts = [f"{count} {kind}{'s' * (count != 1)}" for kind, count in counts.items()]
    return f"{len(done)} programs: {', '.join(parts)}."


def _ordered(done: Results, rows: list[Gain]) -> list[str]:
    gained = [row.name for row in rows]
    return [*gained, *(name for name in done if name not in gained)]


def _row(name: str, found: Any, rows: list[Gain]) -> str:
    gain = next((row for row in rows if row.name == name), None)
    functions = "–" if gain is None else f"{gain.functions:.2f}x"
    whole = "– | –" if gain is None else f"{gain.before:.1f} s → {gain.after:.1f} s | {gain.whole:.2f}x"
    told = ", ".join(f"`{edit['qualname']}`" for edit in found["kept"]) or "nothing"
    counts = " | ".join(str(len(found[what]) or "") for what in ("rejected", "untried"))
    state = found.get("state", "earlier")
    return f"| {name} | {functions} | {whole} | {_beside(found, gain)} | {told} | {counts} | {state} |"


def _beside(found: Any, gain: Gain | None) -> str:
    share, busy = _share(found, gain), _share(found, gain, "processor")
    if share is None:
        return ""
    processor = "" if busy is None else f"; {busy:.0%}"
    return f"{_runs(found)['authors']:.1f} s ({share:.0%}{processor})"


def _turned_down(done: Results) -> Iterator[str]:
    for name, found in done.items():
        for edit in found["rejected"]:
            yield f"- {name}, `{edit['qualname']}` ({edit['edit']}): {edit['reason']}"


def plot(results: Results) -> str:
    """A bar per program, the one that gained most on top, as SVG."""
    rows = gains(results)
    labels, width, bar = 230, 420, 18
    scale = width / max((row.functions for row in rows), default=1.0)
    height = len(rows) * (bar + 4) + 30
    shapes = [
        f'<text x="{labels - 6}" y="{n * (bar + 4) + 14}" text-anchor="end">{escape(row.name)}</text>'
        f'<rect x="{labels}" y="{n * (bar + 4)}" width="{row.functions * scale:.1f}" height="{bar}" fill="#2a6f97"/>'
        f'<text x="{labels + row.functions * scale + 5:.1f}" y="{n * (bar + 4) + 14}">{row.functions:.1f}x</text>'
        for n, row in enumerate(rows)
    ]
    middle = mean([row.functions for row in rows])
    for value, text, colour in ((1.0, "1x", "#888"), (middle, f"mean {middle:.2f}x", "#c2571a")):
        x = labels + value * scale
        shapes.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - 22}" stroke="{colour}" stroke-dasharray="4"/>'
            f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{text}</text>'
        )
    style = (
        "<style>text{font:12px sans-serif;fill:#333}</style><rect width='100%' height='100%' fill='#fff'/>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {labels + width + 70} {height}">{style}'
        f"{''.join(shapes)}</svg>\n"
    )
