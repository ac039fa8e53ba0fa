"""A measurement as a table."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Whole
from hybridize_refactorings.proof.runs import command_words

_HEADINGS = ("function", "calls", "eager", "graph", "speed-up", "traces", "tracing", "pays from", "memory")


def render(measurement: Measurement, command: Sequence[str]) -> str:
    """The report; ends in a newline."""
    rows = [_HEADINGS, *map(_row, measurement.functions)]
    lines = aligned_rows(rows)
    if not measurement.functions:
        lines = ["nothing to measure: there is no edit to make"]
    lines += [remark for found in measurement.functions if (remark := _remark(found)) is not None]
    lines.append(_total(measurement.original, measurement.edited))
    lines.append(
        f"`{command_words(command)}`, each version run {measurement.runs} times, the quickest counts"
    )
    return "".join(f"{line}\n" for line in lines)


def aligned_rows(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """The lines of a table.  left: columns of words; the others are numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number in left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(found: FunctionMeasure) -> tuple[str, ...]:
    original, edited = found.original, found.edited
    even = found.break_even
    return (
        f"{found.edit.path}:{found.edit.line} {found.edit.qualname}",
        str(original.calls) if original else "0",
        seconds(original.each if original else None),
        seconds(edited.each if edited else None),
        "–" if found.speed_up is None else f"{found.speed_up:.1f}x",
        str(edited.traces) if edited else "–",
        seconds(edited.tracing if edited else None),
        f"call {even}" if even is not None else "never" if found.speed_up is not None else "–",
        f"{_mebibytes(original.memory if original else 0)} → {_mebibytes(edited.memory if edited else 0)}",
    )


def _remark(found: FunctionMeasure) -> str | None:
    name = found.edit.qualname
    if found.original is None:
        return f"`{name}` is never called as a function of its own"
    if found.edited is None:
        outer = ", ".join(f"`{key.rpartition(':')[2].partition('#')[0]}`" for key in found.inside)
        return f"`{name}` runs inside the graph of {outer or 'other functions'}, whose time counts"
    return None


def _total(before: Whole, after: Whole) -> str:
    quotient = f" ({before.seconds / after.seconds:.1f}x)" if after.seconds else ""
    memory = f", at most {_mebibytes(before.memory)} → {_mebibytes(after.memory)} of memory"
    return f"whole run: {before.seconds:.1f} s → {after.seconds:.1f} s{quotient}{memory}"


def seconds(value: float | None) -> str:
    """A time in a unit that suits it."""
    if value is None:
        return "–"
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if value * factor >= 1.0:
            return f"{value * factor:.2f} {unit}"
    return f"{value * 1e6:.0f} µs"


def _mebibytes(value: int) -> str:
    return f"{value >> 20} MiB" if value else "?"
