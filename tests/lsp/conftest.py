"""The folder that most tests of the server work in."""

from __future__ import annotations

import pytest
from lsp_programs import PROGRAM


@pytest.fixture
def project(tmp_path):
    """A folder with a program of one function to convert."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "model.py").write_text(PROGRAM)
    return tmp_path
