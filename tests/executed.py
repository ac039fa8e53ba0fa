"""Claims about TensorFlow that have been executed, and need not be again before something that they depend on changes.

Whether a program does the same as a graph is a matter of the program, of what runs and compares it, and of the installed
libraries; no change of the analysis can make it another one.  So `executed.json` keeps a digest of these under the name of
each claim that held, and a claim is executed where its digest is another one, is missing, or where HYBRIDIZE_NIGHTLY=1.
UPDATE_CASES=1 writes the file.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
FILE = HERE / "executed.json"
_LIBRARIES = ("tensorflow", "keras", "tf_keras", "numpy", "jax")


def claims(*sources: Path) -> Iterator[Executed]:
    """Those of the tests of one process, for a fixture.  sources: as for `Executed`."""
    executed = Executed([*sources, HERE.parent / "corpus" / "serving.py"])
    yield executed
    if os.environ.get("UPDATE_CASES") == "1":
        executed.save()


class Executed:
    """The claims of one test process.

    sources: the files of what runs programs and compares what they do.
    """

    def __init__(self, sources: Iterable[Path], file: Path = FILE) -> None:
        self._file = file
        self._known: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self._held: dict[str, str] = {}
        self._common = [platform.python_version_tuple()[:2], *map(_version, _LIBRARIES)]
        self._common += [path.read_text("utf-8") for path in sorted(sources)]

    def __call__(self, name: str, content: Callable[[], object], check: Callable[[], None]) -> None:
        """Runs a check, unless it held for the same content before.

        name: the file of the claim, from this folder, and behind `#` which of its claims.  content: what it depends on, as
        it is after the check, too.  check: raises AssertionError where the claim does not hold.
        """
        if os.environ.get("HYBRIDIZE_NIGHTLY") != "1" and self._known.get(name) == self._digest(content()):
            return
        check()
        self._held[name] = self._digest(content())

    def save(self) -> None:
        """Adds the claims that held to the file, and drops those whose file is gone."""
        if not self._held:
            return
        known = json.loads(self._file.read_text("utf-8")) if self._file.exists() else {}
        kept = {name: digest for name, digest in known.items() if (HERE / name.partition("#")[0]).exists()}
        self._file.write_text(json.dumps(kept | self._held, indent=0, sort_keys=True) + "\n", "utf-8")

    def _digest(self, content: object) -> str:
        return sha256(json.dumps([self._common, content]).encode()).hexdigest()[:24]


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None
