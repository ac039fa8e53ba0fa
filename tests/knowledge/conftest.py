"""Which claims about functions of TensorFlow have been executed."""

from collections.abc import Callable, Iterator

import pytest
from executed import Executed, claims


@pytest.fixture(scope="session")
def all_executed() -> Iterator[Executed]:
    """Those of all tests here."""
    yield from claims()


@pytest.fixture
def executed(request: pytest.FixtureRequest, all_executed: Executed) -> Callable[..., None]:
    """Those of the file of a test, which says what is called and how that is compared."""
    path = request.path

    def claim(name: object, content: object, check: Callable[[], None]) -> None:
        text = path.read_text("utf-8")
        all_executed(f"knowledge/{path.name}#{name}", lambda: [text, content], check)

    return claim
