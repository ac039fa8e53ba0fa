"""What `speedup` found, for people: one line that says it all, then edit by edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hybridize_refactorings.proof.measuring import FunctionMeasure
from hybridize_refactorings.proof.runs import command_words
from hybridize_refactorings.proof.speeding import Rejected, SpeedUp
from hybridize_refactorings.proof.subject import Edit

from hybridize_cli.edits import count
from hybridize_cli.escaping import printable
from hybridize_cli.measure_text import seconds
from hybridize_cli.proof_text import drifting

_EAGER = 5  # of the functions for which there is nothing to try, that are named


def render(found: SpeedUp, command: Sequence[str]) -> str:
    """The report; ends in a newline."""
    scopes = {each.edit.group: each.edit.qualname for each in found.kept if each.edit.verdict == "repair"}
    lines = [headline(found, command), *(_kept(each, scopes) + _drawing(each, found) for each in found.kept)]
    lines += [f"{told}: rejected: {reason}" for told, reason in _rejected(found.rejected)]
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
    if needs := needed(found):
        lines.append(needs)
    lines.append(f"{times}; nothing is written to your files without `--apply`")
    return "".join(f"{printable(line)}\n" for line in lines)


def needed(found: SpeedUp) -> str:
    """What the edited program needs and the original did not, as a sentence; "" where that is nothing."""
    packages = sorted({f"`{each.edit.needs}`" for each in found.kept if each.edit.needs})
    return f"with these edits the program needs {' and '.join(packages)}" if packages else ""


def _rejected(found: Iterable[Rejected]) -> Iterator[tuple[str, str]]:
    """Edits with the reason; of a group that is turned down as a whole, the scopes speak for all."""
    units: dict[tuple[str, str], list[Edit]] = {}
    for each in found:
        edit = each.edit
        units.setdefault((edit.group or f"{edit.key} {edit.what}", each.reason), []).append(edit)
    for (_, reason), edits in units.items():
        first = next((edit for edit in edits if edit.verdict == "repair"), edits[0])
        others = ", ".join(f"`{edit.qualname}`" for edit in edits if edit is not first)
        beside = f", with edits of {others}" if others else ""
        yield f"{first.path}:{first.line} `{first.qualname}` {first.what}{beside}", reason


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


def _kept(found: FunctionMeasure, scopes: Mapping[str, str]) -> str:
    edit = found.edit
    place = f"{edit.path}:{edit.line} `{edit.qualname}` {edit.what}"
    if edit.verdict == "cell" and edit.group in scopes:
        return f"{place}: its calls run together in `{scopes[edit.group]}`"
    if found.original is None or found.edited is None:
        inside = ", ".join(f"`{name.rpartition(':')[2].partition('#')[0]}`" for name in found.inside)
        return f"{place}: proved inside {inside or 'other functions'}"
    calls = count(found.original.calls, "call")
    times = f"{seconds(found.original.each)} → {seconds(found.edited.each)} a call" if found.speed_up else ""
    total = f"{found.original.total:.2f} s → {found.edited.total:.2f} s in {calls}"
    return f"{place}: {total}{', ' * bool(times)}{times}, {count(found.edited.traces, 'trace')}"
