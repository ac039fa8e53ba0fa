"""What was drawn, from where, and how it was judged: the data of the page.  No code of the repositories is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

STORE = Path(__file__).with_name("judgements.json")
VERDICTS = ("useful", "pointless", "wrong")
DRAWN = 15
"""Findings of one repository; all where there are fewer."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One finding.  verdict: of `VERDICTS`; cause: the class of what is behind it where it is not useful, else empty.

    still: whether the analysis of today reports it; None where it has not been asked again.
    """

    path: str
    line: int
    function: str
    rule: str
    verdict: str
    cause: str
    reason: str
    still: bool | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays when lines of a report move."""
        return self.path, self.function, self.rule


@dataclass(frozen=True, slots=True)
class Repository:
    """One repository of a draw.  analysis: the commit of this project that made the findings; findings: how many."""

    name: str
    commit: str
    analysis: str
    findings: int
    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Repositories that were drawn together, by one seed.

    note: whether the analysis has been changed for them since.  most: how many findings of one repository were read.
    """

    seed: int
    note: str
    repositories: tuple[Repository, ...]
    most: int = DRAWN


def read() -> list[Draw]:
    """All draws, the first one first."""
    return [
        Draw(
            draw["seed"],
            draw["note"],
            tuple(_repository(each) for each in draw["repositories"]),
            draw.get("most", DRAWN),
        )
        for draw in json.loads(STORE.read_text(encoding="utf-8"))
    ]


def _repository(raw: dict[str, object]) -> Repository:
    judged = raw.pop("judged")
    assert isinstance(judged, list)
    return Repository(**raw, judged=tuple(Judged(**each) for each in judged))  # type: ignore[arg-type]


def write(draws: Iterable[Draw]) -> None:
    """Replaces the data."""
    text = json.dumps([asdict(draw) for draw in draws], indent=1, ensure_ascii=False)
    STORE.write_text(text + "\n", encoding="utf-8")
