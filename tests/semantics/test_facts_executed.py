"""What the fact cases say is so in TensorFlow: what reaches parameters, and that safe functions are the same as graphs."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from corpus.serving import started
from executed import Executed, claims
from hybridize_analyzer.analyze import analyze
from oracles import Oracle, served

from fact_comments import root_of, sources_of, stated_in
from test_facts import CASES, _name

pytestmark = pytest.mark.tf
_KINDS = {"tensor": {"tensor", "variable"}, "variable": {"variable"}, "array": {"array"}, "none": {"none"}}
_KINDS["primitive"] = {"primitive", "none"}
TESTS = Path(__file__).parents[1]
_NO_PROGRAMS = frozenset(
    """roots metaclasses registration nested_gain nested_gain_of_methods gain_of_episodes gain_of_evaluations
    gain_of_few_calls gain_of_lists gain_of_sentences gain_of_unseen shape_checks composite_receivers
    keras_datasets prepared_datasets""".split()
)
"""Libraries, whose functions nobody calls, and what needs packages or data that are not here."""
PROGRAMS = [
    path
    for case in CASES
    for path in [case if case.is_file() else case / "main.py"]
    if path.exists() and not _NO_PROGRAMS & {case.parent.name, case.stem}
]


@pytest.fixture(scope="module")
def executed() -> Iterator[Executed]:
    """Which programs have been run."""
    yield from claims(Path(__file__), Path(__file__).with_name("arriving.py"))


@pytest.fixture(scope="module")
def arriving() -> Iterator[Callable[[Path], dict[str, Any]]]:
    """Runs a program; what reached the parameters of its functions."""
    if find_spec("tensorflow") is None or not hasattr(os, "fork"):
        pytest.skip("TensorFlow is not installed, or the platform cannot fork")
    with started([str(Path(__file__).with_name("arriving.py"))]) as ask:
        yield lambda path: ask([str(path), str(path.parent)])


def _firsts(path: Path) -> dict[int, int]:
    """Line of every `def` -> line where its decorators begin, which code objects know."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    functions = [n for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return {n.lineno: min([n.lineno, *(d.lineno for d in n.decorator_list)]) for n in functions}


def _holds(fact: str, held: list[Any]) -> bool:
    """Whether `kind:dtype:shape` is true of one value."""
    kind, dtype, shape = (*fact.split(":"), "?", "?")[:3]
    real_kind, real_dtype, real_shape = held
    if kind in _KINDS and real_kind not in _KINDS[kind]:
        return False
    if kind not in ("tensor", "variable", "array"):
        return True
    known = None if shape == "?" else [None if n == "?" else int(n) for n in shape[1:-1].split(",") if n]
    if known is not None and real_shape is not None:
        alike = len(known) == len(real_shape)
        if not alike or any(None not in (k, r) and k != r for k, r in zip(known, real_shape, strict=True)):
            return False
    return dtype in ("?", real_dtype)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: _name(p))
def test_parameters_hold_what_the_facts_say(
    path: Path, arriving: Callable[[Path], dict[str, Any]], executed: Executed
) -> None:
    sources = sources_of(path if path in CASES else path.parent)

    def hold() -> None:
        answer = arriving(path)
        assert answer["error"] is None
        wrong = []
        for source in sources:
            firsts = _firsts(source.path)
            for stated in stated_in(source):
                seen = answer["seen"].get(f"{source.path}:{firsts[stated.line]}", {})
                for word in stated.facts:
                    name, _, fact = word.partition(":")
                    wrong += [
                        (stated, word, held) for held in seen.get(name, []) if fact and not _holds(fact, held)
                    ]
        assert wrong == []

    executed(path.relative_to(TESTS).as_posix(), lambda: [source.text for source in sources], hold)


@pytest.fixture(scope="module")
def graphs() -> Iterator[Oracle]:
    """Runs every function of a case that has a `# tf:` comment eagerly and as a graph."""
    yield from served({})


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in CASES if c.is_file() and c in PROGRAMS], ids=_name)
def test_safe_functions_are_the_same_as_graphs(case: Path, graphs: Oracle, tmp_path: Path) -> None:
    report = analyze(root_of(case), sources_of(case))
    safe = {f.line for f in report.functions if f.verdict == "convert" and f.safe and f.called}
    lines = case.read_text(encoding="utf-8").replace("# tf:", "# claimed:").splitlines()
    for line, first in sorted(_firsts(case).items(), reverse=True):
        if line in safe:
            indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
            lines.insert(first - 1, " " * indent + "# tf: same")
    copy = tmp_path / case.name
    copy.write_text("\n".join(lines) + "\n", encoding="utf-8")
    outcomes = graphs(copy)
    different = {name: o for name, o in outcomes.items() if name == "error" or o["outcome"] != "same"}
    assert different == {}
