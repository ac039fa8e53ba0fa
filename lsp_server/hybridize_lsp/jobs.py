"""What the server asks its worker process for, and what it gets: immutable, and pickled on the way."""

from __future__ import annotations

from dataclasses import dataclass

from hybridize_lsp.facts import FileFacts


@dataclass(frozen=True, slots=True)
class Root:
    """One project: a workspace folder, or (`lone`) the project around one file outside all folders."""

    folder: str
    lone: str | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the editor's settings ask of an analysis; None or empty where the project's settings decide.

    configuration: a settings file instead of the closest.  most_files: a larger project is looked at around the
    open files only.  everything: report on files that are not open, too.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    configuration: str | None = None
    most_files: int = 10_000
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Buffer:
    """An open file as the editor has it: its absolute path and text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Job:
    """One analysis.

    look: whether files on disk may have changed since the last one.
    settle: nothing has changed; there is time to analyse anew what has only followed edits.
    """

    number: int
    root: Root
    buffers: tuple[Buffer, ...]
    wishes: Wishes
    look: bool
    settle: bool = False


@dataclass(frozen=True, slots=True)
class RepairJob:
    """Looks for repairs of one function after which it can be converted.  path: absolute.  line: of `def`."""

    number: int
    root: Root
    buffers: tuple[Buffer, ...]
    wishes: Wishes
    path: str
    qualname: str
    line: int


@dataclass(frozen=True, slots=True)
class WhyJob:
    """Asks from where a verdict, or what an expression holds, comes.

    path: absolute.  line, column: from 1.  text: that of an expression which begins at the line; empty for what stands at
    the column.
    """

    number: int
    root: Root
    buffers: tuple[Buffer, ...]
    wishes: Wishes
    path: str
    line: int
    column: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A job that settles has to make way for another.  number: of the job."""

    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What an analysis found.

    files: by absolute path.  broken: open files that do not parse as they are; what is known of them stays.
    settings_files: what was read to know how to judge.  notices: what the user should be told, once.
    seconds: how long it took.  unsettled: whether a job that settles has something to do.
    """

    number: int
    files: dict[str, FileFacts]
    broken: frozenset[str]
    settings_files: tuple[str, ...]
    notices: tuple[str, ...]
    seconds: float
    unsettled: bool = True


@dataclass(frozen=True, slots=True)
class Repair:
    """One edit that repairs and converts.  after: the text of the file.  difference: what is another, or empty."""

    title: str
    after: str
    difference: str


@dataclass(frozen=True, slots=True)
class Repairs:
    """What was found, best first."""

    number: int
    found: tuple[Repair, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """text: an explanation as lines of a tree; empty where there is none, and `problem` says why."""

    number: int
    text: str = ""
    problem: str = ""
