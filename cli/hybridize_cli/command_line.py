"""The part of a command line behind `--`: a command of the user, and the options that say how to run it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.exclusion import closest_marker
from hybridize_analyzer.workspace.files import PROJECT_MARKERS
from hybridize_refactorings.proof.commands import CommandError, Ended
from hybridize_refactorings.proof.copying import LARGEST, CopyError, TreeCopy, linked_folders
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.trials import OriginalFails

from hybridize_cli.options import Command, CommonOptions
from hybridize_cli.output import say
from hybridize_cli.project import Project

_Found = TypeVar("_Found")
_MIB = 1 << 20
_SHOWN = 30  # lines of what a failing command said


class WithCommand(click.Command):
    """Takes everything behind the first `--` for the command to run.

    `always`: also without `--verify`, which is what makes `--` mean that in `fix`.
    """

    always = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        before, command = args, None
        if "--" in args and (self.always or "--verify" in args[: args.index("--")]):
            at = args.index("--")
            before, command = args[:at], args[at + 1 :]
        rest = super().parse_args(ctx, before)
        ctx.params["command"] = None if command is None else tuple(command)
        return rest


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to run the user's command.  command: None where there is no `--`."""

    command: tuple[str, ...] | None
    timeout: float
    seed: int | None
    link: tuple[Path, ...]
    max_copy: int
    accept_failure: bool


_OPTIONS = (
    click.option(
        "--timeout",
        type=click.FloatRange(min=1.0),
        default=1800.0,
        show_default=True,
        metavar="SECONDS",
        help="Longest time for one run of the command.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(min=0),
        metavar="N",
        help="Seed Python's, NumPy's and TensorFlow's random numbers, the same in every run.",
    ),
    click.option(
        "--link",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="A folder that the command only reads: link it instead of copying it.",
    ),
    click.option(
        "--max-copy",
        type=click.IntRange(min=1),
        default=LARGEST // _MIB,
        show_default=True,
        metavar="MIB",
        help="Copy no larger tree than this.",
    ),
    click.option(
        "--accept-failure", is_flag=True, help="Compare even if the command fails on the original program."
    ),
)

_NAMES = frozenset(RunOptions.__dataclass_fields__)


def run_options(command: Command) -> Command:
    """Adds the options about the user's command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def report_options(formats: Sequence[str], says: str) -> Callable[[Command], Command]:
    """Adds the options about the report of a run: its format (the first is the default), and the file it goes to."""

    def add(command: Command) -> Command:
        form = click.option(
            "--output-format",
            "--format",
            "-f",
            type=click.Choice(formats),
            default=formats[0],
            show_default=True,
            help=says,
        )
        file = click.option(
            "--output-file",
            "-o",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write the report to a file.",
        )
        return form(file(command))

    return add


def split_run_options(options: dict[str, Any]) -> tuple[RunOptions, dict[str, Any]]:
    """The options about the user's command, and the others."""
    own = RunOptions(**{name: options[name] for name in _NAMES})
    return own, {name: value for name, value in options.items() if name not in _NAMES}


def job_of(project: Project, options: RunOptions) -> Job:
    """What to run and on which tree: the project, or the working directory if that is above it.

    Raises:
        InputError: no command, or a tree that cannot be copied.
    """
    if not options.command:
        raise InputError(
            "no command to run; write it behind `--`, as in `-- python train.py` or `-- pytest -q`"
        )
    folder = Path.cwd()
    root = tree_root(project.files.root, folder)
    try:
        linked = linked_folders(root, options.link)
    except CopyError as error:
        raise InputError(str(error)) from None
    tree = TreeCopy(root, linked, options.max_copy * _MIB)
    return Job(tree, options.command, folder, project.files.root, options.timeout, options.seed)


def tree_root(analysed: Path, folder: Path) -> Path:
    """The folder to copy: what holds both the analysed files and the working directory, up to the project's root."""
    common = Path(os.path.commonpath([analysed, folder]))
    root = closest_marker(common, PROJECT_MARKERS) or common
    if root in (Path(root.anchor), Path.home()):
        raise InputError(
            f"{root} would have to be copied, since it is what {analysed} and the working directory have in common; "
            "run in the folder of the project"
        )
    return root


def guarded(action: Callable[[], int]) -> int:
    """Runs `action`; what keeps a command from being run becomes an InputError."""
    try:
        return action()
    except (CopyError, CommandError) as error:
        raise InputError(str(error)) from None


def progress(options: CommonOptions) -> Callable[[str], None]:
    """Says how far a run has come, unless nothing is to be said."""
    return (lambda _text: None) if options.quiet or options.silent else say


def unless_it_fails(run: Callable[[], _Found]) -> _Found | None:
    """What a run of the command gives; None where it fails on the original program, which is then told."""
    with ended_by_signals():
        try:
            return run()
        except OriginalFails as failure:
            _tell_failure(failure)
            return None


def _tell_failure(failure: OriginalFails) -> None:
    """Says that the command failed, and the last of what it printed."""
    say(f"error: {failure}")
    tell_output(failure.ended)


def tell_output(ended: Ended) -> None:
    """Says the last of what a command printed."""
    for line in (ended.stdout + ended.stderr).splitlines()[-_SHOWN:]:
        say(f"  | {line}")


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A request to end (SIGTERM, SIGHUP) is taken like Ctrl-C, so that nothing is left behind."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = [(number, signal.signal(number, interrupt)) for number in numbers]
    except ValueError:  # not the main thread: whoever runs us there looks after its signals
        before = []
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
