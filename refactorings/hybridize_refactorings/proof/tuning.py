"""Arguments of `tf.function` that make a graph faster: fewer traces, by open lengths or a signature, and XLA."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest

from hybridize_analyzer.observed.profile import FunctionRun, Kind, Profile, Seen

from hybridize_refactorings.proof.commands import CommandError
from hybridize_refactorings.proof.comparing import Comparison
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement
from hybridize_refactorings.proof.search import refuted
from hybridize_refactorings.proof.subject import Edit, Key, Subject
from hybridize_refactorings.proof.trials import OriginalFails, Trial
from hybridize_refactorings.proof.verifying import own_doing, why

RELAXED = "reduce_retracing=True"
XLA = "jit_compile=True"
_SIGNATURE = "input_signature"
_WORTH = 0.9  # of the time of a function without an argument, that it may take at most with it
_OWNERS = ("self", "cls")

Arguments = Mapping[Key, str]
Timer = Callable[[Subject, Callable[[Measurement], object], Subject | None], Measurement]
"""Times a subject, again where the measurement is doubtful, against the program with the edits of another one."""


class Tuning:
    """The arguments of the edits of a subject, all of which are proved without them.

    trial: that proved them.  arguments: those that were found good.  refused: the others, as edits, with the reason.
    """

    def __init__(self, trial: Trial, subject: Subject, time: Timer) -> None:
        self.subject = subject
        self.arguments: dict[Key, str] = {}
        self.refused: list[tuple[Edit, str]] = []
        self._trial, self._time = trial, time
        self._trials: dict[frozenset[tuple[Key, str]], Trial] = {}

    @property
    def runs(self) -> int:
        """How often the program ran to prove something here."""
        return sum(trial.edited_runs for trial in self._trials.values())

    def try_all(self, wanted: Arguments) -> None:
        """Tries one more argument for each of some functions, together; keeps each that is proved and pays."""
        now = self._with({}).arguments()
        asked = {key: text for key, more in wanted.items() if (text := joined(now[key], more)) != now[key]}
        for key, reason in self._differing(asked).items():
            self._refuse(key, asked.pop(key), reason)
        if not asked:
            return
        try:
            measured = self._time(
                self._with(asked), lambda found: self._useless(found, asked), self._with({})
            )
        except (OriginalFails, CommandError) as failure:
            for key, text in asked.items():
                self._refuse(key, text, f"the command fails when it is timed: {failure}")
            return
        useless = self._useless(measured, asked)
        for key, text in asked.items():
            if key in useless:
                self._refuse(key, text, useless[key])
            else:
                self.arguments[key] = text

    def final(self) -> tuple[Subject, Trial] | None:
        """The subject with all that was found good, and its trial; None where nothing was, or not together."""
        if not self.arguments or self._compared(self.arguments).differs:
            self.arguments.clear()
            return None
        return self._with({}), self._trials[frozenset(self.arguments.items())]

    def _with(self, more: Arguments) -> Subject:
        return self.subject.with_arguments({**self.arguments, **more})

    def _compared(self, arguments: Arguments) -> Comparison:
        which = frozenset(arguments.items())
        if which not in self._trials:
            self._trials[which] = self._trial.other(self.subject.with_arguments(arguments))
        trial = self._trials[which]
        return trial.settled(self.subject.keys)

    def _differing(self, asked: Arguments) -> dict[Key, str]:
        """Those with which the program does something else, or does not run."""
        left, bad = dict(asked), {}
        while left:
            comparison = self._compared({**self.arguments, **left})
            if not comparison.differs:
                break
            keys = frozenset(left)
            found = own_doing(self.subject, keys, comparison) or refuted(
                keys, lambda some: self._compared({**self.arguments, **_only(asked, some)}).differs,
                comparison.suspects,
            )  # fmt: skip
            for key in found:
                bad[key] = why(comparison, key)
                del left[key]
        return bad

    @staticmethod
    def _useless(measured: Measurement, asked: Arguments) -> dict[Key, str]:
        found = {}
        for each in measured.functions:
            if each.edit.key not in asked:
                continue
            if each.original is None or each.edited is None:
                found[each.edit.key] = "it was not measured"
            elif each.edited.total > _WORTH * each.original.total:
                times = f"{each.original.total:.2f} s without, {each.edited.total:.2f} s with it"
                found[each.edit.key] = f"it does not pay: {times}, tracing included"
        return found

    def _refuse(self, key: Key, text: str, reason: str) -> None:
        edit = next(edit for edit in self.subject.edits if edit.key == key)
        self.refused.append((replace(edit, what=f"adds `@tf.function({text})`"), reason))


def wishes(
    subject: Subject, profile: Profile, measured: Iterable[FunctionMeasure]
) -> Iterator[dict[Key, str]]:
    """What to try, by key, one round after the other.

    What saves traces is tried for functions that were traced more than once.  Nothing is tried for a function that ran
    inside other graphs only, and for one whose decorator a repair writes.
    """
    given = subject.arguments()
    alone = [f for f in measured if f.original and f.edited and f.edit.key in given]
    runs = {(run.path, run.qualname, run.line): run for run in profile.functions}
    relaxed, signed = {}, {}
    for found in alone:
        key, run = found.edit.key, runs.get((found.edit.path, found.edit.qualname, found.edit.line))
        if found.edited is None or found.edited.traces < 2 or _SIGNATURE in given[key]:
            continue
        if RELAXED not in given[key]:
            relaxed[key] = RELAXED
        if run is not None and (signature := observed_signature(run)) is not None:
            signed[key] = f"{_SIGNATURE}={signature}"
    xla = {found.edit.key: XLA for found in alone}
    yield from filter(None, (relaxed, signed, xla))


def joined(given: str, more: str) -> str:
    """The text of arguments with one more; a signature takes the place of the other way to save traces."""
    if more.startswith(_SIGNATURE):
        given = "" if given == RELAXED else given
    return ", ".join(filter(None, (given, more)))


def observed_signature(run: FunctionRun) -> str | None:
    """A signature that all recorded calls fit, written with the prefix `tf.`; None where not only tensors are passed."""
    specs = [_spec(seen) for name, seen in run.parameters.items() if name not in _OWNERS]
    known = [spec for spec in specs if spec is not None]
    return f"[{', '.join(known)}]" if known and len(known) == len(specs) else None


def _spec(seen: Seen) -> str | None:
    kinds = [kind for kind, _ in seen.kinds]
    dtypes = {kind.dtype for kind in kinds}
    if seen.others or any(kind.kind not in ("tensor", "array") for kind in kinds) or len(dtypes) != 1:
        return None
    dtype = dtypes.pop()
    return None if dtype is None else f"tf.TensorSpec({_shape(kinds)}, tf.{dtype})"


def _shape(kinds: Iterable[Kind]) -> str:
    shapes = {kind.shape for kind in kinds}
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or len({len(shape) for shape in known}) > 1:
        return "None"
    lengths = (set(each) for each in zip_longest(*known))
    return f"[{', '.join(str(each.pop()) if len(each) == 1 else 'None' for each in lengths)}]"


def _only(asked: Arguments, keys: Iterable[Key]) -> dict[Key, str]:
    return {key: asked[key] for key in keys}
