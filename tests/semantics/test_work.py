"""How much work an analysis is: in proportion to the program, whatever the program contains.

Work is counted (bodies that are evaluated, statements in them, functions that walks over the call graph visit), not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from corpus.bench_analysis.hostile import (
    chain_of_calls,
    chain_of_elif,
    classes_in_a_line,
    containers_in_containers,
    containers_in_modules,
    crossing_calls,
    gradients_of_gradients,
    models_in_models,
    nested_comprehensions,
    nested_in_sources,
    nested_loops,
    shared_parts,
    states_in_states,
)
from hybridize_analyzer.domain.heap import Heap, Object
from hybridize_analyzer.facts.collect import function_facts, functions
from hybridize_analyzer.group import judge
from hybridize_analyzer.program.code import ModuleCode
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.program.parse import parse
from hybridize_analyzer.solver.roots import explore
from hybridize_analyzer.workspace.sources import SourceFile


@dataclass(frozen=True)
class Work:
    """evaluations: of bodies.  steps: statements and turns of comprehensions.  walked: functions on walks of the graph."""

    evaluations: int
    steps: int
    walked: int


def work_of(text: str) -> Work:
    source = SourceFile(Path("main.py"), "main.py", text, "utf-8", text.encode())
    module = parse(source, name_modules(["main.py"]))
    assert isinstance(module, ModuleCode)
    state = explore({"main.py": module}, name_modules(["main.py"]))
    for code in functions(state):
        judge(state, code, function_facts(state, code), library=False)
    return Work(state.evaluations, state.steps, state.call_graph().walked)


GROWING = [
    chain_of_elif,
    crossing_calls,
    chain_of_calls,
    classes_in_a_line,
    gradients_of_gradients,
    states_in_states,
]
NESTED = [nested_comprehensions, nested_in_sources, nested_loops]


@pytest.mark.parametrize("program", GROWING, ids=lambda p: p.__name__)
def test_twice_the_program_is_twice_the_work(program: Callable[[int], str]) -> None:
    small, large = work_of(program(80)), work_of(program(160))
    assert large.evaluations <= 2.5 * small.evaluations
    assert large.steps <= 2.5 * small.steps
    assert large.walked <= 2.5 * small.walked


@pytest.mark.parametrize("program", NESTED, ids=lambda p: p.__name__)
def test_nesting_adds_work_and_does_not_multiply_it(program: Callable[[int], str]) -> None:
    shallow, deep = work_of(program(9)), work_of(program(18))
    assert deep.evaluations <= shallow.evaluations + 4
    assert deep.steps <= 3 * shallow.steps


def test_a_graph_is_walked_once_for_all_that_ask() -> None:
    size = 100
    work = work_of(chain_of_calls(size))
    assert work.walked <= 4 * (2 * size + 1)


def test_what_share_a_function_has_of_a_loop_is_found_by_looking_at_each_caller_once() -> None:
    """From the loop down, each function calls three others: there are more ways than could ever be followed."""

    def program(size: int) -> str:
        computing = "    x = tf.tanh(x)\n" * 62
        calls = ["".join(f"    x = f{i + k}(x)\n" for k in (1, 2, 3) if i + k < size) for i in range(size)]
        bodies = "".join(f"def f{i}(x):\n{computing}{call}    return x\n" for i, call in enumerate(calls))
        return f"import tensorflow as tf\n{bodies}for _ in range(9):\n    f0(tf.ones([2]))\n"

    assert work_of(program(60)).walked <= 5 * work_of(program(30)).walked


def test_setting_one_name_of_a_library_concerns_those_that_read_it() -> None:
    """Every function reads names of TensorFlow; one of them reads what the last function sets."""
    size = 40
    uses = "".join(
        f"def use_{i}(x):\n    return tf.abs(x) + {i}\n\nuse_{i}(tf.ones(3))\n" for i in range(size)
    )
    patched = f"import tensorflow as tf\n{uses}def patch(f):\n    tf.{{}} = f\n\npatch(use_0)\n"
    assert work_of(patched.format("exp")).evaluations <= size + 10
    assert work_of(patched.format("abs")).evaluations > 2 * size


@pytest.fixture
def looked_into(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The objects that an analysis has looked into, each as often as it has."""
    found: list[str] = []
    read = Heap.__getitem__

    def counted(heap: Heap, key: str) -> Object:
        found.append(key)
        return read(heap, key)

    monkeypatch.setattr(Heap, "__getitem__", counted)
    return found


# The number of entries grows with the square of the size, that of the ways to them with its fourth power.
@pytest.mark.parametrize(
    ("program", "times"),
    [(containers_in_containers, 5), (containers_in_modules, 5), (shared_parts, 2.5), (models_in_models, 5)],
)
def test_what_containers_share_is_looked_into_once(
    program: Callable[[int], str], times: float, looked_into: list[str]
) -> None:
    work_of(program(12))
    small = len(looked_into)
    looked_into.clear()
    work_of(program(24))
    assert len(looked_into) <= times * small
