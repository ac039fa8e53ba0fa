"""Lines of JSON, one file per process, each written at once: a process that is killed loses nothing before."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any


class Log:
    """folder: where the files go, one per process; a forked child opens its own."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._process = -1
        self._file = -1
        self._leaves: dict[str, int] = {}
        self._lock = threading.Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def _after_fork(self) -> None:
        self._lock = threading.Lock()  # the one of the parent may be held by a thread that is not here

    def write(self, kind: str, **fields: Any) -> None:
        """One line.  Errors of the file system are raised."""
        with self._lock:
            self._line({"k": kind, **fields})

    def leaf(self, leaf: Any) -> int:
        """The number that stands for a value in this file; new ones are written first."""
        text = json.dumps(leaf)
        with self._lock:
            self._open()
            number = self._leaves.get(text)
            if number is None:
                number = self._leaves[text] = len(self._leaves)
                self._line({"k": "leaf", "i": number, "v": leaf})
            return number

    def _open(self) -> None:
        if self._process == os.getpid():
            return
        self._process = os.getpid()
        self._leaves = {}
        name = f"{self._process}-{os.urandom(4).hex()}.jsonl"
        path = os.path.join(self._folder, name)  # noqa: PTH118
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        argv: Any = getattr(sys, "orig_argv", None) or sys.argv  # 3.9 has no `orig_argv`
        self._line({"k": "process", "pid": self._process, "at": time.time(), "argv": list(argv)})

    def _line(self, record: Any) -> None:
        self._open()
        data = json.dumps(record).encode() + b"\n"
        while data:
            data = data[os.write(self._file, data) :]
