"""Where a file of the original tree stands in the copy."""

from __future__ import annotations

import os


class Places:
    """original, copy: absolute paths of the two roots, without links."""

    def __init__(self, original: str, copy: str) -> None:
        self._original, self.copy = original, copy

    def moved(self, path: str) -> str:
        """The place in the copy for a path into the original tree; other paths as they are."""
        if not path:
            return path
        real = os.path.realpath(path)
        if self._below(real, self.copy) or not self._below(real, self._original):
            return path
        there = os.path.join(self.copy, os.path.relpath(real, self._original))  # noqa: PTH118
        return there if os.path.exists(there) else path  # noqa: PTH110

    def relative(self, path: str) -> str | None:
        """A path into the copy, relative to its root and with `/`; else None."""
        real = os.path.realpath(path)
        return os.path.relpath(real, self.copy).replace(os.sep, "/") if self._below(real, self.copy) else None

    @staticmethod
    def _below(path: str, root: str) -> bool:
        return path == root or path.startswith(root + os.sep)
