"""What `speedup` found, for people: one line that says it all, then edit by edit."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_refactorings.proof.measuring import FunctionMeasure
from hybridize_refactorings.proof.runs import command_words
from hybridize_refactorings.proof.speeding import SpeedUp

from hybridize_cli.edits import count
from hybridize_cli.escaping import printable
from hybridize_cli.measure_text import seconds
from hybridize_cli.proof_text import drifting

_EAGER = 5  # of the functions for which there is nothing to try, that are named


def render(found: SpeedUp, command: Sequence[str]) -> str:
    """The report; ends in a newline."""
    lines = [headline(found, command), *(_kept(each) + _drawing(each, found) for each in found.kept)]
    for each in found.rejected:
        edit = each.edit
        lines.append(f"{edit.path}:{edit.line} `{edit.qualname}` {edit.what}: rejected: {each.reason}")
    lines += [f"{e.path}:{e.line} `{e.qualname}` {e.what}: not tried: no time left" for e in found.untried]
    for still in found.eager[:_EAGER]:
        function = still.function
        rules = ", ".join(sorted({reason.rule for reason in function.reasons})[:3])
        where = f"{function.path}:{function.line} `{function.qualname}`"
        lines.append(f"{where} stays eager: {rules}; {still.share:.0%} of the run")
    tests = f", after the first with the {count(found.tests, 'test')} that call what was tried"
    times = f"the command ran {found.runs + 1} times{tests if found.tests else ''}"
    if found.kept and found.proof is not None and found.proof.drifting:
        compared = f"{count(found.proof.lines, 'line')} of output compared"
        lines.append(f"{compared}{drifting(found.proof)}")
    lines.append(f"{times}; nothing is written to your files without `--apply`")
    return "".join(f"{printable(line)}\n" for line in lines)


def headline(found: SpeedUp, command: Sequence[str]) -> str:
    """`python train.py: 41.2 s → 6.3 s (6.5x), 4 edits proved on this run, 2 tried and rejected`."""
    words = command_words(command)
    rejected = f", {len(found.rejected)} tried and rejected" if found.rejected else ""
    if not found.kept or found.measurement is None:
        return f"{words}: nothing found that makes it faster{rejected}"
    before, after = found.measurement.original.seconds, found.measurement.edited.seconds
    factor = f" ({before / after:.1f}x)" if after else ""
    proved = f"{count(len(found.kept), 'edit')} proved on this run"
    return f"{words}: {before:.1f} s → {after:.1f} s{factor}, {proved}{rejected}"


def _drawing(each: FunctionMeasure, found: SpeedUp) -> str:
    return "; it draws other random numbers in a graph" if each.edit.key in found.draws else ""


def _kept(found: FunctionMeasure) -> str:
    edit = found.edit
    place = f"{edit.path}:{edit.line} `{edit.qualname}` {edit.what}"
    if found.original is None or found.edited is None:
        inside = ", ".join(f"`{name.rpartition(':')[2].partition('#')[0]}`" for name in found.inside)
        return f"{place}: proved inside {inside or 'other functions'}"
    calls = count(found.original.calls, "call")
    times = f"{seconds(found.original.each)} → {seconds(found.edited.each)} a call" if found.speed_up else ""
    total = f"{found.original.total:.2f} s → {found.edited.total:.2f} s in {calls}"
    return f"{place}: {total}{', ' * bool(times)}{times}, {count(found.edited.traces, 'trace')}"
