"""Why misses of the open half are misses, as far as somebody has judged: `causes.json`, kept by hand.

Each entry names a subject, a path, a qualified name, a `cause` (`hazard`: executed, and the graph differs or fails;
`imprecision`: the function could be a graph) and a `note` in one clause.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.recovery.scoring import Score

CAUSES = Path(__file__).with_name("causes.json")
_TEXTS = {"hazard": "hazard shown by execution", "imprecision": "imprecision still open"}
NOT_JUDGED = "not judged yet"
_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Cause:
    """cause: `hazard` or `imprecision`.  note: what it is."""

    cause: str
    note: str

    @property
    def text(self) -> str:
        """For the page."""
        return f"{_TEXTS[self.cause]}: {self.note}"


def read_causes() -> dict[_Key, Cause]:
    """The causes that are known, by subject, path and qualified name."""
    entries = json.loads(CAUSES.read_text(encoding="utf-8"))
    return {(e["subject"], e["path"], e["qualname"]): Cause(e["cause"], e["note"]) for e in entries}


def obsolete(causes: Mapping[_Key, Cause], scores: Sequence[Score]) -> list[_Key]:
    """Entries about functions that are no misses any more, of the subjects that were measured."""
    missed = {(s.name, miss.path, miss.qualname) for s in scores for miss in s.misses}
    return sorted(key for key in causes if key not in missed and key[0] in {s.name for s in scores})
