"""Faults stay inside, as they do for users."""

import pytest


@pytest.fixture(autouse=True)
def _as_a_user(monkeypatch):
    monkeypatch.delenv("HYBRIDIZE_DEBUG", raising=False)
