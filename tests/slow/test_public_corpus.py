"""`hybridize check` over the pinned public projects: it ends, every function has a verdict, and always the same."""

import ast
import json
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from corpus.public.__main__ import BUILD
from corpus.public.fetch import FetchError, fetch
from corpus.public.manifest import PROJECTS
from corpus.public.run import VERDICTS, check

pytestmark = pytest.mark.slow
SCHEMA = json.loads(
    (resources.files("hybridize_cli.schemas") / "check.schema.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module", params=[p for p in PROJECTS if not p.large], ids=lambda project: project.name)
def root(request):
    """The unpacked sources of one project."""
    try:
        return fetch(request.param, BUILD)
    except FetchError as error:
        pytest.fail(str(error))


@pytest.fixture(scope="module")
def document(root):
    """What a plain run prints; `check` has seen to the exit code and to an empty standard error."""
    return check(root, environment={"HYBRIDIZE_DEBUG": "1", "PYTHONHASHSEED": "1"})


def definitions(root):
    """Every `def` of the project as (path, line), by Python's own parser."""
    for file in root.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield file.relative_to(root).as_posix(), node.lineno


@pytest.mark.filterwarnings(
    "ignore::SyntaxWarning", "ignore::DeprecationWarning"
)  # the projects' own escapes
def test_every_function_has_one_verdict(root, document):
    functions = json.loads(document)["functions"]
    assert {function["verdict"] for function in functions} <= {*VERDICTS}
    assert sorted((f["path"], f["line"]) for f in functions) == sorted(definitions(root))


def test_nothing_failed(document):
    assert json.loads(document)["errors"] == []


def test_keeps_to_the_schema(document):
    Draft202012Validator(SCHEMA).validate(json.loads(document))


def test_neither_hash_seed_nor_processes_change_the_result(root, document):
    other = check(root, jobs=2, environment={"PYTHONHASHSEED": "2"})
    assert other == document
