"""Which part may use what: the invariants of docs/ARCHITECTURE.md that a test can hold."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
MODEL = REPOSITORY / "corpus" / "models" / "mlp"

PARTS = {
    "hybridize_analyzer": REPOSITORY / "analyzer",
    "hybridize_refactorings": REPOSITORY / "refactorings",
    "hybridize_lsp": REPOSITORY / "lsp_server",
    "hybridize_cli": REPOSITORY / "cli",
    "hybridize_runtime": REPOSITORY / "runtime",
}
# What each part may import besides itself and the standard library.
ALLOWED = {
    "hybridize_analyzer": {"msgspec", "pathspec", "tomli"},
    "hybridize_refactorings": {"hybridize_analyzer", "libcst"},
    "hybridize_lsp": {"hybridize_analyzer", "hybridize_refactorings", "pygls", "lsprotocol"},
    # The command line starts the server and runs exported models, and uses nothing else of both.
    "hybridize_cli": {
        "hybridize_runtime",
        "hybridize_analyzer",
        "hybridize_refactorings",
        "hybridize_lsp",
        "click",
        "rich",
        "watchfiles",
        "pygls",
    },
    "hybridize_runtime": {"tensorflow", "keras", "numpy", "jaxlib", "ml_dtypes", "safetensors"},
}
# Facts and rules are computed from what was read before.  `knowledge` reads its own data file.
PURE = ("program", "domain", "shapes", "interpreter", "library", "solver", "facts", "rules", "verdict")
IMPURE_MODULES = {
    "ctypes", "fileinput", "glob", "io", "multiprocessing", "os", "pathlib", "random", "runpy", "shutil",
    "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
IMPURE_CALLS = {"__import__", "compile", "eval", "exec", "input", "open", "print"}


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and top-level name of every absolute import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.partition(".")[0]


def offences(files: list[Path], forbidden: Callable[[str], bool]) -> list[str]:
    return [
        f"{path.relative_to(REPOSITORY)}:{line} imports {name}"
        for path in files
        for line, name in imports(ast.parse(path.read_bytes()))
        if forbidden(name)
    ]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_imports_what_it_may(part: str) -> None:
    files = sources(PARTS[part] / part)
    assert files
    may = {part, *ALLOWED[part], *sys.stdlib_module_names}
    assert offences(files, lambda name: name not in may) == []


def test_every_package_is_a_part() -> None:
    packages = {path.parent.name for path in REPOSITORY.glob("*/hybridize_*/__init__.py")}
    assert packages == set(PARTS)


def pure_files() -> list[Path]:
    root = PARTS["hybridize_analyzer"] / "hybridize_analyzer"
    named = [root / name for name in PURE]
    files = [file for path in named for file in (sources(path) if path.is_dir() else [path])]
    return [file for file in files if file.name != "failures.py"]  # asks the environment for HYBRIDIZE_DEBUG


def test_the_analysis_touch_nothing_outside() -> None:
    assert offences(pure_files(), lambda name: name in IMPURE_MODULES) == []


def test_the_analysis_run_no_code_and_print_nothing() -> None:
    called = [
        f"{path.relative_to(REPOSITORY)}:{node.lineno} calls {node.func.id}"
        for path in pure_files()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    assert called == []


BARE = """
import sys
for name in {absent}:
    sys.modules[name] = None  # importing it raises
from hybridize_cli.main import run
sys.argv[0] = "hybridize"
run()
"""


def run_without(absent: set[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process where some modules cannot be imported."""
    command = [sys.executable, "-c", BARE.format(absent=sorted(absent)), *arguments]
    return subprocess.run(command, cwd=MODEL, capture_output=True, encoding="utf-8", check=False)


HEAVY = {"tensorflow", "keras", "numpy", "pygls", "lsprotocol", "matplotlib", "pytest"}


def test_check_needs_neither_tensorflow_nor_an_editor_nor_libcst() -> None:
    done = run_without({*HEAVY, "libcst"}, "check", "--isolated", "--all", "--format", "json", ".")
    assert (done.returncode, done.stderr) == (1, "")
    assert {entry["verdict"] for entry in json.loads(done.stdout)["functions"]} >= {"convert", "keep"}


def test_fix_needs_neither_tensorflow_nor_an_editor() -> None:
    done = run_without(HEAVY, "fix", "--isolated", "--diff", ".")
    assert (done.returncode, done.stderr) == (1, "")
    assert "+    @tf.function" in done.stdout
