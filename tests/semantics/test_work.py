"""How much work an analysis is: in proportion to the program, whatever the program contains.

Work is counted (bodies that are evaluated, statements in them, functions that walks over the call graph visit), not timed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hybridize_analyzer.group import judge
from hybridize_analyzer.project.modules import name_modules
from hybridize_analyzer.project.parse import parse
from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.semantics.collect import function_facts, functions
from hybridize_analyzer.semantics.program import ModuleCode
from hybridize_analyzer.semantics.roots import explore

HEAD = "import tensorflow as tf\n"


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


def nested_comprehensions(size: int) -> str:
    return f"x = {'[' * size}1{' for i in range(3)]' * size}\n"


def nested_in_sources(size: int) -> str:
    return f"x = {'[y for y in ' * size}range(3){']' * size}\n"


def nested_loops(size: int) -> str:
    loops = "".join(f"{'    ' * (i + 1)}for i{i} in range(3):\n" for i in range(size))
    return f"def f(x):\n{loops}{'    ' * (size + 1)}x = (x, i0)\n    return x\nf(1)\n"


def chain_of_elif(size: int) -> str:
    rest = "".join(f"    elif x == {i}:\n        y = x + {i}.0\n" for i in range(size))
    return f"{HEAD}def f(x):\n    if x < 0:\n        y = x\n{rest}    return y\nf(tf.ones([]))\n"


def crossing_calls(size: int) -> str:
    drawn = random.Random(0)
    calls = (" + ".join(f"f{drawn.randrange(size)}(x)" for _ in range(3)) for _ in range(size))
    bodies = "".join(f"def f{i}(x):\n    return {call}\n" for i, call in enumerate(calls))
    return f"{HEAD}{bodies}f0(tf.ones([2]))\n"


def chain_of_calls(size: int) -> str:
    """Each function reads state that each of the others may have changed before."""
    bodies = "".join(
        f"def set_{i}(v):\n    S.a{i} = v\ndef f{i}(x):\n    set_{i}(2.0)\n    return f{i + 1}(x) * S.a{i}\n"
        for i in range(size)
    )
    return f"{HEAD}class S: pass\n{bodies}def f{size}(x):\n    return x\nf0(tf.ones([2]))\n"


def classes_in_a_line(size: int) -> str:
    """Lines of forty classes, where a method of each calls that of its base."""
    return "".join(
        f"class A{i}{f'(A{i - 1})' if i % 40 else ''}:\n"
        f"    def m{i}(self):\n        return self.m{i - 1 if i % 40 else i}()\n"
        for i in range(size)
    )


GROWING = [chain_of_elif, crossing_calls, chain_of_calls, classes_in_a_line]
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
