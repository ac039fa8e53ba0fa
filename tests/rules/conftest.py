"""The oracle process: started with the first test that asks it, one per test process."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from executed import Executed, claims
from oracles import Oracle, served


@pytest.fixture(scope="session")
def executed() -> Iterator[Executed]:
    """Which claims of cases have been executed."""
    here = Path(__file__).parent
    yield from claims(*(here / f"{name}.py" for name in ("oracle", "recording", "streams")))


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    """Asks TensorFlow about a case file: qualified name -> outcome, for functions with a `# tf:` comment."""
    yield from served({})


@pytest.fixture(scope="session")
def keras2_oracle() -> Iterator[Oracle]:
    """The same with tf_keras for `tf.keras`, for functions with a `# tf_keras:` comment."""
    if find_spec("tf_keras") is None:
        pytest.skip("tf_keras is not installed")
    yield from served({"TF_USE_LEGACY_KERAS": "1"})
