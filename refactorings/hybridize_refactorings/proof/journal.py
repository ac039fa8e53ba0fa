"""The runs of a command that are done, kept in a folder, so that what was interrupted can be taken up where it was.

A search decides by what its runs gave and by nothing else: where it is begun anew and asks for a run that is kept, it is
given that one, and comes to where it was without running anything.  Of a run all is kept that is known of it: how the
command ended, and what the probe wrote.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from hybridize_refactorings.proof.commands import Ended

_ENDED = "ended.json"
_FROM_OUTSIDE = (-1, -2, -9, -15)
"""SIGHUP, SIGINT, SIGKILL, SIGTERM: who ends a search from outside may have ended its command so, a moment before."""


class Journal:
    """Runs by what was run, in a folder that exists.

    home: the folder that compared runs work in.  Programs print where they are: it has to be the same in all of them.
    found: how many runs were there when it was opened.
    """

    def __init__(self, folder: Path, home: Path) -> None:
        self.home = home
        self._folder = folder
        self._asked: Counter[str] = Counter()
        self._together: list[tuple[Path, Path]] | None = None
        self.found = sum(1 for _ in folder.glob("*.zip"))

    def taken(self, what: str, logs: Path) -> Ended | None:
        """How the next kept run of that kind ended, with what the probe wrote put into `logs`; None where there is none."""
        file = self._next(what)
        try:
            with zipfile.ZipFile(file) as kept:
                ended = Ended(**json.loads(kept.read(_ENDED)))
                texts = {name: kept.read(name) for name in kept.namelist() if name != _ENDED}
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            with suppress(OSError):  # damaged: as if it had not been there
                file.unlink()
            return None
        for name, text in texts.items():
            (logs / Path(name).name).write_bytes(text)
        self._asked[what] += 1
        return ended

    def keep(self, what: str, ended: Ended, logs: Path) -> None:
        """Keeps a run, as a whole or not at all; one that cannot be kept is made again when it is asked for."""
        if ended.code in _FROM_OUTSIDE:
            return
        file = self._next(what)
        self._asked[what] += 1
        with suppress(OSError):
            temporary = self._written(ended, logs)
            if self._together is None:
                temporary.replace(file)
            else:
                self._together.append((temporary, file))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keeps the runs of a block only if it comes to its end: times are compared with those of the same hour."""
        self._together = []
        try:
            yield
            for temporary, file in self._together:
                with suppress(OSError):
                    temporary.replace(file)
        finally:
            for temporary, _ in self._together:
                temporary.unlink(missing_ok=True)
            self._together = None

    def _next(self, what: str) -> Path:
        return self._folder / f"{what}-{self._asked[what]}.zip"

    def _written(self, ended: Ended, logs: Path) -> Path:
        descriptor, name = tempfile.mkstemp(suffix=".part", dir=self._folder)
        try:
            with (
                os.fdopen(descriptor, "wb") as stream,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as kept,
            ):
                kept.writestr(_ENDED, json.dumps(asdict(ended)))
                for log in sorted(logs.glob("*.jsonl")):
                    kept.write(log, log.name)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return Path(name)


def digest_of_run(description: object, files: dict[str, bytes]) -> str:
    """Stands for all that is told to a run beside its job.  description: JSON.  files: replaced ones."""
    found = hashlib.sha256(json.dumps(description, sort_keys=True).encode())
    for path, data in sorted(files.items()):
        found.update(f"\0{path}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()
