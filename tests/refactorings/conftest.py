"""The process that runs programs and their edited forms: started with the first test that asks it."""

import os
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from executed import Executed, claims

from corpus.serving import started

HERE = Path(__file__).parent

Ask = Callable[..., list[dict[str, Any]]]
Claim = Callable[..., None]


@pytest.fixture(scope="session")
def executed() -> Iterator[Executed]:
    """Which edits have been executed."""
    rules = HERE.parent / "rules"
    yield from claims(HERE / "repair_oracle.py", rules / "recording.py", rules / "streams.py")


@pytest.fixture(scope="session")
def tensorflow_runs() -> Iterator[Ask]:
    """Runs a program and edited forms of it, and says where each of these differs."""
    if not hasattr(os, "fork") or find_spec("tensorflow") is None:
        pytest.skip("needs TensorFlow, and a platform that forks")
    with started([str(HERE / "repair_oracle.py")], paths=[HERE.parent / "rules"]) as ask:
        yield lambda before, *after: ask({"before": before, "after": after})


@pytest.fixture(scope="session")
def same_after_edits(tensorflow_runs: Ask, executed: Executed) -> Claim:
    """Claims that edited forms of a program, which ends without an error, do what it does.

    path: names the claim.  differs: where each form does something else, as the edit says itself.
    """

    def claim(path: Path, before: str, *after: str, differs: Sequence[str] = ()) -> None:
        def does() -> None:
            answers = tensorflow_runs(before, *after)
            assert len(answers) == len(after) > 0
            for answer in answers:
                assert answer["error"] is None, answer["error"]
                assert answer["where"] == list(differs), answer["text"]

        executed(path.relative_to(HERE.parent).as_posix(), lambda: [before, *after], does)

    return claim
