"""One run of the command on a fresh copy of the tree, with the probe in it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from hybridize_refactorings.proof import probe, strays
from hybridize_refactorings.proof.commands import Ended, run_command
from hybridize_refactorings.proof.copying import CopyError, TreeCopy, copy_tree, remove_tree
from hybridize_refactorings.proof.journal import Journal, digest_of_run
from hybridize_refactorings.proof.records import Process, Profiled, read_processes, read_profiles

_SITE = """\
# Written by hybridize: starts its probe, then whatever sitecustomize the environment has of its own.
import sys

def _start():
    folder = __file__.rpartition({separator!r})[0]
    try:
        import _hybridize_probe
        _hybridize_probe.start()
    except Exception as error:
        sys.stderr.write(f"hybridize: the probe did not start: {{type(error).__name__}}: {{error}}\\n")
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    from importlib import machinery, util
    spec = machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        sys.modules["sitecustomize"] = module = util.module_from_spec(spec)
        spec.loader.exec_module(module)

_start()
"""


Mode = Literal["values", "timing", "profile"]
_PATIENCE = 10.0  # seconds in which the guard of a killed process tidies up
_KERNELS = "TF_ENABLE_ONEDNN_OPTS"  # read once, at import; on unless it is 0


@dataclass(frozen=True, slots=True)
class Job:
    """What is run, where, and how.

    command: as the user wrote it.  folder: the working directory, below the tree.  limit: seconds for one run.
    base: the folder that paths of reports are relative to, below the tree or its root.
    seed: for Python's, NumPy's and TensorFlow's random numbers, None to leave them alone.
    draws: whether TensorFlow's random numbers are the same eagerly and in a graph, in runs that are compared; needs a seed.
    tests: of a command that runs pytest, the only ones to run, as pytest names them; all if there are none.
    journal: where runs are kept, and taken from instead of being made again; None for nowhere.
    """

    tree: TreeCopy
    command: tuple[str, ...]
    folder: Path
    base: Path
    limit: float
    seed: int | None = None
    draws: bool = False
    tests: frozenset[str] = frozenset()
    journal: Journal | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One run: how the command ended, and what the probe saw: calls and times, or a profile."""

    ended: Ended
    processes: tuple[Process, ...]
    profiled: tuple[Profiled, ...] = ()


class Workspace:
    """A temporary folder with an untouched copy of the tree; every run works on a copy of that one.

    compared: whether what its runs print is compared, so that they have to be where those in the job's journal were.

    Raises:
        CopyError: the tree cannot be copied.
    """

    def __init__(self, job: Job, *, compared: bool = False) -> None:
        self._job, self._compared = job, compared

    def __enter__(self) -> Workspace:
        journal = self._job.journal
        self._home = _same_home(journal.home) if journal is not None and self._compared else new_home()
        self._guard = _guard(self._home)
        try:
            self._pristine = self._home / "pristine"
            self._copy = self._home / "tree" / self._job.tree.root.name
            self._site = self._home / "site"
            copy_tree(self._job.tree, self._pristine)
            shutil.copytree(
                Path(probe.__file__).parent,
                self._site / "_hybridize_probe",
                ignore=shutil.ignore_patterns("__pycache__"),
            )
            (self._site / "sitecustomize.py").write_text(_SITE.format(separator=os.sep), encoding="utf-8")
        except OSError as error:
            self._leave()
            raise CopyError(
                f"{self._home}: cannot be written: {error.strerror}; free space, or set TMPDIR"
            ) from error
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        remove_tree(self._home)
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._guard.communicate(b"done", timeout=10)

    def run(
        self,
        files: Mapping[str, bytes],
        watched: Mapping[str, Mapping[str, str]],
        names: Mapping[str, list[str]] | None = None,
        *,
        mode: Mode = "values",
        limit: float | None = None,
        rounding: int | None = None,
    ) -> Run:
        """Runs the command on the tree with some files replaced.

        files: new bytes by path relative to the base.  watched: for files, keys by `QUALNAME#N` (see
        probe/instrument.py).  names: by key, the variables from around the function that are looked at.
        mode: what the probe keeps: what calls receive and give, their times, or the sums of a profile.
        rounding: a way to round otherwise: 0 computes with other kernels of TensorFlow than it would, any other number
            moves what watched calls find and give by a unit in the last place, at random.

        Raises:
            CopyError, CommandError: the run cannot be made.
        """
        journal, what = self._job.journal, ""
        if journal is not None:
            told = [watched, names or {}, mode, rounding, sorted(self._job.tests)]
            what = digest_of_run(told, dict(files))
            logs = self._empty_logs()
            if (before := journal.taken(what, logs)) is not None:
                return _read(before, logs, mode)
        logs = self._fresh()
        try:
            for path, data in files.items():
                (self._copy / self._in_tree(path)).write_bytes(data)
            config = self._home / "probe.json"
            config.write_text(
                json.dumps(
                    {
                        **self._config(watched, logs, mode=mode),
                        "names": names or {},
                        "rounding": rounding or None,
                    }
                ),
                encoding="utf-8",
            )
        except OSError as error:
            raise CopyError(
                f"{self._copy}: cannot be written: {error.strerror}; free space, or set TMPDIR"
            ) from error
        folder = self._copy / self._job.folder.relative_to(self._job.tree.root)
        environment = self._environment(folder)
        if rounding == 0:
            environment[_KERNELS] = "1" if environment.get(_KERNELS) == "0" else "0"
        ended = run_command(self._command(), folder, environment, limit or self._job.limit, self._home)
        if journal is not None:
            journal.keep(what, ended, logs)
        return _read(ended, logs, mode)

    def _fresh(self) -> Path:
        if self._copy.parent.exists():
            remove_tree(self._copy.parent)
        self._copy.parent.mkdir()
        copy_tree(TreeCopy(self._pristine, largest=sys.maxsize), self._copy)
        return self._empty_logs()

    def _empty_logs(self) -> Path:
        logs = self._home / "logs"
        if logs.exists():
            remove_tree(logs)
        logs.mkdir()
        return logs

    def _config(
        self, watched: Mapping[str, Mapping[str, str]], logs: Path, *, mode: Mode
    ) -> dict[str, object]:
        return {
            "original": os.path.realpath(self._job.tree.root),
            "copy": str(self._copy),
            "watched": {self._in_tree(path): keys for path, keys in watched.items()},
            "modules": sorted(_top_level_names(self._pristine)),
            "output": str(logs),
            "mode": mode,
            "seed": self._job.seed,
            "draws": self._job.draws and mode == "values",
            "tests": sorted(self._job.tests),
        }

    def _in_tree(self, path: str) -> str:
        return (self._job.base.relative_to(self._job.tree.root) / path).as_posix()

    def _command(self) -> list[str]:
        return [self._moved(word) for word in self._job.command]

    def _moved(self, word: str) -> str:
        """An absolute path into the tree leads into the copy; the interpreter of an environment in it does not."""
        path = Path(word)
        root = self._job.tree.root
        if not path.is_absolute() or not path.is_relative_to(root) or not path.exists():
            return word
        return str(self._copy / path.relative_to(root))

    def _environment(self, folder: Path) -> dict[str, str]:
        environment = dict(os.environ)
        entries = [entry for entry in environment.get("PYTHONPATH", "").split(os.pathsep) if entry]
        environment["PYTHONPATH"] = os.pathsep.join([str(self._site), *map(self._moved, entries)])
        environment[strays.MARK] = str(self._home / "probe.json")
        environment["PWD"] = str(folder)
        if self._job.tests:
            given = environment.get("PYTEST_ADDOPTS", "")
            environment["PYTEST_ADDOPTS"] = f"{given} -p _hybridize_probe.selecting".strip()
        # The order of sets of strings is the program's business only if it has chosen it.
        environment.setdefault("PYTHONHASHSEED", "0")
        return environment


def _read(ended: Ended, logs: Path, mode: Mode) -> Run:
    if mode == "profile":
        return Run(ended, (), read_profiles(logs))
    return Run(ended, read_processes(logs))


def new_home() -> Path:
    """A folder for runs that did not exist."""
    return Path(os.path.realpath(tempfile.mkdtemp(prefix="hybridize-")))


def _same_home(home: Path) -> Path:
    """The folder made again; where it was left, or a guard is about to remove it, that is waited for and done first."""
    until = time.monotonic() + _PATIENCE
    while home.exists() and time.monotonic() < until:
        time.sleep(0.1)
    try:
        if home.exists():
            strays.end_strays(str(home))
            remove_tree(home)
        home.mkdir(mode=0o700)
    except OSError as error:
        raise CopyError(
            f"{home}: cannot be made: {error.strerror}; remove what stands there, or add --fresh"
        ) from error
    return home


def _guard(home: Path) -> subprocess.Popen[bytes]:
    """A process that tidies up where this one is killed: the end of its input tells it."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", strays.__file__, str(home)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def _top_level_names(root: Path) -> set[str]:
    """What an import statement may begin with to reach a file of the tree: every folder may be on the path."""
    names = set()
    for folder, folders, files in os.walk(root, followlinks=False):
        names |= {name for name in folders if name.isidentifier()}
        stems = {name[:-3] for name in files if name.endswith(".py")}
        names |= {stem for stem in stems if stem.isidentifier()}
        folders[:] = [name for name in folders if not (Path(folder) / name / "pyvenv.cfg").exists()]
    return names


def command_words(command: Sequence[str]) -> str:
    """The command as one would type it."""
    import shlex

    return shlex.join(command)
