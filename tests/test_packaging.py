"""What is shipped: one wheel with five packages, their data and a command."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPOSITORY = Path(__file__).resolve().parents[1]
PACKAGES = (
    "analyzer/hybridize_analyzer",
    "refactorings/hybridize_refactorings",
    "lsp_server/hybridize_lsp",
    "cli/hybridize_cli",
    "runtime/hybridize_runtime",
)
BASE = {"astroid", "click", "libcst", "msgspec", "pathspec", "platformdirs", "rich", "tomli", "watchfiles"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the backend itself: no network, no environment of its own."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = target.glob("*.whl")
    return built


def shipped() -> set[str]:
    """Every file of the five packages, by its name in the wheel."""
    return {
        path.relative_to((REPOSITORY / package).parent).as_posix()
        for package in PACKAGES
        for path in (REPOSITORY / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def member(wheel: Path, suffix: str) -> bytes:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(suffix)]
        return archive.read(name)


def metadata(wheel: Path) -> Message:
    return message_from_bytes(member(wheel, ".dist-info/METADATA"))


def test_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == shipped()


@pytest.mark.parametrize(
    "name",
    [
        "hybridize_analyzer/knowledge/data/tensorflow.json",
        "hybridize_analyzer/py.typed",
        "hybridize_cli/py.typed",
        "hybridize_cli/report/page.css",
        "hybridize_cli/report/page.js",
        "hybridize_cli/schemas/check.schema.json",
        "hybridize_cli/schemas/check-line.schema.json",
        "hybridize_cli/schemas/measure.schema.json",
        "hybridize_cli/schemas/profile.schema.json",
        "hybridize_cli/schemas/speedup.schema.json",
        "hybridize_cli/schemas/verify.schema.json",
        "hybridize_cli/schemas/why.schema.json",
        "hybridize_refactorings/proof/probe/instrument.py",
        "hybridize_refactorings/py.typed",
    ],
)
def test_wheel_holds_data(wheel: Path, name: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert name in archive.namelist()


def test_license_travels_along(wheel: Path) -> None:
    assert member(wheel, ".dist-info/licenses/LICENSE") == (REPOSITORY / "LICENSE").read_bytes()


def test_the_base_install_is_light(wheel: Path) -> None:
    required = metadata(wheel).get_all("Requires-Dist", [])
    base = {re.split(r"[<>=;, ]", entry)[0] for entry in required if "extra ==" not in entry}
    assert base == BASE
    assert set(metadata(wheel).get_all("Provides-Extra", [])) == {"dev", "lsp", "portable", "runtime"}


def test_the_extension_carries_what_its_commands_import() -> None:
    """All but what only `--watch` needs; pinned, and with nothing that pip would have to look for."""
    pinned = (REPOSITORY / "vscode-extension/bundled/requirements.txt").read_text(encoding="utf-8")
    carried = {line.partition("==")[0] for line in pinned.splitlines() if not line.startswith("#")}
    assert carried >= BASE - {"watchfiles"} | {"pygls"}


def test_nothing_is_said_to_be_on_an_index_or_to_have_a_tag() -> None:
    places = ("*.md", "docs", "cli", "lsp_server")
    listed = subprocess.run(
        ["git", "ls-files", *places], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    texts = [path for path in listed.stdout.splitlines() if path.endswith((".md", ".py"))]
    assert {"README.md", "docs/ci.md", "cli/hybridize_cli/commands/lsp.py"} <= set(texts)
    for path in texts:
        text = (REPOSITORY / path).read_text(encoding="utf-8")
        assert not re.search(r"""(?:pip|pipx|uv tool) install ["'`]?hybridize|rev: ["']?v\d""", text), path


def test_no_list_of_the_project_file_repeats_an_entry() -> None:
    def lists(value: object) -> Iterator[list[object]]:
        if isinstance(value, list):
            yield value
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for part in inside:
            yield from lists(part)

    found = list(lists(tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))))
    assert len(found) > 10
    for entries in found:
        assert len(entries) == len({repr(entry) for entry in entries}), entries


def test_the_command_exists(wheel: Path) -> None:
    lines = member(wheel, ".dist-info/entry_points.txt").decode().split()
    assert lines == ["[console_scripts]", "hybridize", "=", "hybridize_cli.main:run"]
    assert callable(importlib.import_module("hybridize_cli.main").run)


MODEL = "import tensorflow as tf\n\n\ndef f(x):\n    return tf.exp(x)\n\n\nf(tf.ones([2]))\n"


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command from the unpacked wheel, in a project of one file."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").touch()  # the root of a project of its own, whatever stands above
    (project / "model.py").write_text(MODEL)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r}); "
        "import hybridize_analyzer, hybridize_cli.main as main, hybridize_refactorings as edits; "
        "print(hybridize_analyzer.__file__, edits.__file__, sep='\\n', flush=True); main.run()"
    )

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code, *words]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        where = done.stdout.splitlines()[:2]
        assert all(Path(file).is_relative_to(tmp_path) for file in where), done.stderr
        return done

    return run


Installed = Callable[..., subprocess.CompletedProcess[str]]


def test_the_wheel_works_without_the_checkout(installed: Installed) -> None:
    done = installed("check", "--isolated", "--all", "--format", "concise", "model.py")
    assert "model.py:4" in done.stdout, done.stderr


NO_TENSORFLOW = """\
import time


def function(given):
    return given


def ones(shape):
    time.sleep(0.05)
    return 1.0


exp = ones
"""
RUNNING = [
    ("profile", "model.py:4 f"),
    (
        "verify --min-gain none --unsafe",
        "model.py:4 `f` adds `@tf.function`: not exercised: it did not run as a graph",
    ),
    ("speedup", "nothing found that makes it faster"),
]


@pytest.mark.parametrize(("words", "said"), RUNNING)
def test_commands_that_run_a_program_work_without_the_checkout(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    project, packages = tmp_path / "project", tmp_path / "packages"
    packages.mkdir()
    (packages / "tensorflow.py").write_text(NO_TENSORFLOW)
    monkeypatch.setenv("PYTHONPATH", str(packages), prepend=os.pathsep)
    before = {path.name: path.read_bytes() for path in project.iterdir()}
    done = installed(*words.split(), "--isolated", "model.py", "--", sys.executable, "model.py")
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    (project / ".hybridize" / "profile.json").unlink(missing_ok=True)
    assert {path.name: path.read_bytes() for path in project.iterdir() if path.is_file()} == before
