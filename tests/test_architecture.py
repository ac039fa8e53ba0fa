"""Which part may use what: the invariants of docs/ARCHITECTURE.md that a test can hold."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from graphlib import CycleError, TopologicalSorter
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
    "hybridize_analyzer": {"astroid", "msgspec", "pathspec", "platformdirs", "tomli"},
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


# The layers of a part, lowest first: what a module imports stands in its own layer or in one before it.
ANALYZER_LAYERS = (
    "report",
    "version",
    "workspace",
    "program",
    "observed",
    "domain",
    "knowledge",
    "packages",
    "shapes",
    "interpreter.tracing",
    "interpreter.dispatch",
    "interpreter.values",
    "interpreter.syntax",
    "library",
    "solver",
    "facts",
    "rules",
    "verdict",
    "project",
    "group",
    "model",
    "session",
    "analyze",
)
RUNTIME_LAYERS = (
    "errors",
    "graph",
    "vm",
    "compile",
    "execute",
    "record",
    "models",
    "portable",
    "layers",
)
LAYERS = {"hybridize_analyzer": ANALYZER_LAYERS, "hybridize_runtime": RUNTIME_LAYERS}
# The interpreter takes longer to import than the cache takes to answer, and most runs read no packages.
LATE = {
    ("analyze", "group"),
    ("analyze", "session.resuming"),
    ("group", "packages.reading"),
    ("session.shelf", "packages.reading"),
}


def modules_of(part: str) -> dict[str, ast.Module]:
    """The modules of a part by dotted name, the part's own left out."""
    root = PARTS[part] / part
    found = {}
    for path in sources(root):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix("__init__").strip(".")
        found[name] = ast.parse(path.read_bytes())
    return found


def imported_modules(tree: ast.AST, part: str, known: Collection[str]) -> Iterator[tuple[ast.stmt, str]]:
    """The modules of a part that code imports, by dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == part:
            above = node.module[len(part) + 1 :]
            for alias in node.names:
                below = f"{above}.{alias.name}".strip(".")
                yield node, below if below in known else above
        elif isinstance(node, ast.Import):
            yield from (
                (node, a.name[len(part) + 1 :]) for a in node.names if a.name.partition(".")[0] == part
            )


def layer_of(module: str, part: str) -> int:
    places = [i for i, layer in enumerate(LAYERS[part]) if f"{module}.".startswith(f"{layer}.")]
    assert len(places) == 1, f"{module or 'the package itself'} belongs to no layer, or to several"
    return places[0]


def upward(modules: dict[str, ast.Module], part: str) -> list[str]:
    return [
        f"{name}:{node.lineno} imports {other}, which is above it"
        for name, tree in modules.items()
        if name
        for node, other in imported_modules(tree, part, modules)
        if layer_of(other, part) > layer_of(name, part)
    ]


def late(modules: dict[str, ast.Module], part: str) -> list[str]:
    """Imports of the part's own modules inside functions."""
    return [
        f"{name}:{node.lineno} imports {other} inside a function"
        for name, tree in modules.items()
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node, other in imported_modules(function, part, modules)
        if (name, other) not in LATE
    ]


def circles(modules: dict[str, ast.Module], part: str) -> list[list[str]]:
    """Modules that import each other; what only a type checker imports does not count."""
    graph: dict[str, set[str]] = {}
    for name, tree in modules.items():
        typed = {
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        found = imported_modules(tree, part, modules)
        graph[name] = {other for node, other in found if node not in typed and other != name}
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return [error.args[1]]
    return []


@pytest.mark.parametrize("part", LAYERS)
def test_layers_import_downwards_only(part: str) -> None:
    assert upward(modules_of(part), part) == []


def test_rules_of_shapes_see_values_and_no_state() -> None:
    modules = modules_of("hybridize_analyzer")
    seen = {
        other
        for name, tree in modules.items()
        if name.partition(".")[0] == "shapes"
        for _, other in imported_modules(tree, "hybridize_analyzer", modules)
        if other.partition(".")[0] not in ("shapes", "knowledge")
    }
    assert seen == {"domain.values", "domain.truth"}


SENTENCES = ("message", "reason")
LOOKING_INTO = ("startswith", "endswith", "find", "index", "count", "partition", "rpartition", "split")


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression is what people read: `event.message`, `reason`."""
    return getattr(node, "attr", getattr(node, "id", None)) in SENTENCES


def told_apart_by_text(tree: ast.AST) -> list[int]:
    """The lines that look for something in a sentence, or compare it with anything but another sentence or None."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of_pattern = node.func.attr in ("match", "search", "fullmatch") and any(
                map(is_sentence, node.args)
            )
            if of_pattern or (node.args and node.func.attr in LOOKING_INTO and is_sentence(node.func.value)):
                found.append(node.lineno)
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            alike = all(is_sentence(side) or ast.unparse(side) == "None" for side in sides)
            inside = isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_sentence(sides[1])
            if inside or (any(map(is_sentence, sides)) and not alike):
                found.append(node.lineno)
    return found


def test_no_module_tells_cases_apart_by_the_text_of_a_message() -> None:
    offending = [
        f"{path.relative_to(REPOSITORY)}:{line}"
        for part in ("hybridize_analyzer", "hybridize_refactorings", "hybridize_lsp", "hybridize_cli")
        for path in sources(PARTS[part] / part)
        for line in told_apart_by_text(ast.parse(path.read_bytes()))
    ]
    assert offending == []


@pytest.mark.parametrize(
    "line",
    [
        'event.message.startswith("`tf.")',
        'refusal.message.endswith(("cannot be seen", "a tensor"))',
        '"is set" not in event.message',
        "any(name in refusal.message for name in NAMES)",
        "refusal.message == OF_TRACING",
        "reason in REASONS",
        "re.search(PATTERN, event.message)",
    ],
)
def test_cases_told_apart_by_the_text_of_a_message_are_found(line: str) -> None:
    assert told_apart_by_text(ast.parse(line)) == [1]
    assert told_apart_by_text(ast.parse("f.message != first.message or edit.reason is None")) == []


def results_or_texts(tree: ast.AST) -> list[int]:
    """The lines of functions that give something or, in its place, a text."""
    functions = (
        f for f in ast.walk(tree) if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef)) and f.returns
    )
    return [f.lineno for f in functions if {*ast.unparse(f.returns).split(" | ")} - {"None"} > {"str"}]


def test_no_refusal_of_an_edit_is_a_text() -> None:
    root = PARTS["hybridize_refactorings"] / "hybridize_refactorings"
    assert [f"{p.name}:{n}" for p in sources(root) for n in results_or_texts(ast.parse(p.read_bytes()))] == []
    found = ast.parse(
        "def f() -> Mend | str: ...\ndef g() -> str | None: ...\ndef h() -> A | str | None: ..."
    )
    assert results_or_texts(found) == [1, 3]


@pytest.mark.parametrize("part", LAYERS)
def test_modules_import_each_other_at_their_top_and_in_no_circle(part: str) -> None:
    modules = modules_of(part)
    assert circles(modules, part) == []
    assert late(modules, part) == []


def test_an_import_upwards_a_late_one_and_a_circle_are_found() -> None:
    part, up = "hybridize_analyzer", "from hybridize_analyzer.library import common"
    modules = modules_of(part)
    modules["shapes.spec"] = ast.parse(up)
    assert upward(modules, part) == ["shapes.spec:1 imports library.common, which is above it"]
    assert any("shapes.spec" in circle and "library.common" in circle for circle in circles(modules, part))
    modules["shapes.spec"] = ast.parse(f"def f():\n    {up}")
    assert late(modules, part) == ["shapes.spec:2 imports library.common inside a function"]


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


def functions_of(path: Path) -> list[ast.FunctionDef]:
    return [f for f in ast.walk(ast.parse(path.read_bytes())) if isinstance(f, ast.FunctionDef)]


def parameters_of(function: ast.FunctionDef) -> set[str]:
    arguments = function.args
    return {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def test_a_call_is_handed_on_as_one_record() -> None:
    """Only the operations that make a `Call` are given its parts."""
    root = PARTS["hybridize_analyzer"] / "hybridize_analyzer"
    found = {
        f"{path.relative_to(root)}: {function.name}"
        for path in sources(root)
        for function in functions_of(path)
        if parameters_of(function) >= {"state", "frame", "args", "keywords"}
    }
    assert found == {
        f"interpreter/dispatch.py: {name}" for name in ("call_value", "call_atom", "call_method")
    }


KINDS_OF_VALUES = {
    "Tensor", "Array", "Const", "Scalar", "Tuple", "Iterator", "Ref", "Function", "Bound", "Partial", "Hybrid",
    "Class", "Module", "External", "Opaque",
}  # fmt: skip
MOST_CHAINS = 77  # functions outside `interpreter/values` that tell kinds apart themselves: may only fall


def kinds_asked_for(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The kinds of values that a function tells apart by `isinstance`, for each expression that it asks about."""
    asked: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance" and len(node.args) == 2:
            names = {n.id for n in ast.walk(node.args[1]) if isinstance(n, ast.Name)}
            asked.setdefault(ast.unparse(node.args[0]), set()).update(names & KINDS_OF_VALUES)
    return asked


def test_kinds_of_values_are_told_apart_in_fewer_and_fewer_places() -> None:
    """What depends on the kind of a value is an operation of the kind (docs/developer/values.md)."""
    root = PARTS["hybridize_analyzer"] / "hybridize_analyzer"
    chains = [
        f"{path.relative_to(root)}: {function.name}"
        for path in sources(root)
        if root / "interpreter" / "values" not in path.parents
        for function in functions_of(path)
        if any(len(kinds) >= 3 for kinds in kinds_asked_for(function).values())
    ]
    assert len(chains) <= MOST_CHAINS, "make an operation of the kind of what was added"


def test_kinds_that_are_told_apart_are_found() -> None:
    (function,) = ast.parse(
        "def f(a, b):\n    isinstance(a, (Tensor, Array)) or isinstance(a, Const) or isinstance(b, Ref)"
    ).body
    assert isinstance(function, ast.FunctionDef)
    assert kinds_asked_for(function) == {"a": {"Tensor", "Array", "Const"}, "b": {"Ref"}}
