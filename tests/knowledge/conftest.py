"""Which claims about functions of TensorFlow have been executed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from executed import Executed, claims


@pytest.fixture(scope="session")
def executed() -> Iterator[Executed]:
    """Those of the tests that name what they call; what calls it stands in their own files."""
    here = Path(__file__).parent
    yield from claims(*(here / f"test_{name}.py" for name in ("agreement", "unknown_lengths")))
