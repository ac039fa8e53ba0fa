"""Why an edit is not made: the other outcome of everything that plans one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    """No edit, and one sentence why."""

    reason: str

    def at(self, line: int) -> Refused:
        """The same, with the line of the text that it is about."""
        return Refused(f"{self.reason} (line {line})")
