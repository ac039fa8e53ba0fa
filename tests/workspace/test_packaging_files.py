"""What packaging files say: whether the project is a library, and the functions that its commands call."""

from __future__ import annotations

from pathlib import Path

import pytest
from hybridize_analyzer.workspace.packaging import EntryPoint, Packaging, read_packaging

CLI = EntryPoint("tool.cli", "main")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("pyproject.toml", '[project]\nscripts = { tool = "tool.cli:main" }\n', Packaging(True, (CLI,))),
        ("pyproject.toml", '[project.gui-scripts]\ntool = "tool.cli:main [x]"\n', Packaging(False, (CLI,))),
        ("pyproject.toml", '[tool.poetry.scripts]\ntool = "tool.cli:main"\n', Packaging(False, (CLI,))),
        ("pyproject.toml", '[tool.flit.scripts]\ntool = "tool.cli:main"\n', Packaging(False, (CLI,))),
        ("pyproject.toml", '[tool.poetry.scripts]\ntool = { callable = "tool.cli:main" }\n', Packaging()),
        ("pyproject.toml", '[project]\nscripts = ["tool.cli:main"]\n', Packaging(True)),
        ("pyproject.toml", "[project\n", Packaging()),
        ("pyproject.toml", "tool = 3\n", Packaging()),
        (
            "setup.cfg",
            "[options.entry_points]\nconsole_scripts = tool = tool.cli:main\n",
            Packaging(True, (CLI,)),
        ),
        ("setup.cfg", "no section\n", Packaging(True)),
        (
            "setup.py",
            'setup(entry_points={"console_scripts": ["t=tool.cli:main"]})\n',
            Packaging(True, (CLI,)),
        ),
        (
            "setup.py",
            'setup(entry_points="""\n  [console_scripts]\n  t = tool.cli:main\n""")',
            Packaging(True, (CLI,)),
        ),
        ("setup.py", 'setup(entry_points={"console_scripts": read()})\n', Packaging(True)),
        ("setup.py", 'setup(entry_points={"console_scripts": 3})\n', Packaging(True)),
        ("setup.py", "setup(entry_points=3)\n", Packaging(True)),
        ("setup.py", "print 'Python 2'\n", Packaging(True)),
        ("other.toml", '[project]\nscripts = { tool = "tool.cli:main" }\n', Packaging()),
    ],
)
def test_packaging_files_are_read(tmp_path: Path, name: str, text: str, expected: Packaging) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_packaging(tmp_path) == expected


def test_a_folder_of_that_name_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "setup.py").mkdir()
    assert read_packaging(tmp_path / "pyproject.toml") == Packaging()
    assert read_packaging(tmp_path) == Packaging()


def test_the_same_command_in_two_files_is_one(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project.scripts]\na = "tool.cli:main"\n', encoding="utf-8")
    (tmp_path / "setup.py").write_text('setup(entry_points={"console_scripts": ["a=tool.cli:main"]})\n')
    assert read_packaging(tmp_path) == Packaging(True, (CLI,))
