"""The folder that most tests of the server work in."""

from __future__ import annotations

import pytest
from lsp_programs import EVERY_GAIN_HERE, PROGRAM


@pytest.fixture
def project(tmp_path):
    """A folder with a program of one function to convert."""
    (tmp_path / "pyproject.toml").write_text(EVERY_GAIN_HERE)
    (tmp_path / "model.py").write_text(PROGRAM)
    return tmp_path
