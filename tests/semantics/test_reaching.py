"""What a function of a script may see of its global variables: at least what it sees when the script runs."""

from __future__ import annotations

import ast
import random
import sys

import pytest
from hybridize_analyzer.program.reaching import reaching
from hybridize_analyzer.report import Location
from sizes import size

_READ = "see(a=a, b=b)"
_FORMS = (
    "def {name}():\n    {first}\n    {read}",
    "def {name}():\n    {read}\n    {first}",
    "def {name}():\n    return lambda: {read}",
    "def {name}():\n    yield {read}",
    "class {name}:\n    def __init__(self):\n        {first}\n    def __call__(self):\n        {read}",
    "{name} = lambda: {read}",
    "@at_once\ndef {name}():\n    {read}",
)
_ASSIGNMENTS = (
    "{0} = value()",
    "{0}, _ = value(), drop({2})",
    "if flip(): {0} = value()",
    "{0} = [value() for {1} in '.'][0]",
)
_USES = (
    "drop({0}())",
    "keep({0})",
    "keep({0}())",
    "keep(lambda: {0}())",
    "kept = {0}; keep(kept)",
    "use_kept()",
)


def _at(line: int) -> Location:
    return Location("script.py", line, 99, line, 99)


def _script(seed: int) -> str:
    """Assignments, functions that read the variables, and ways to run these sooner or later."""
    draw = random.Random(seed)
    lines, functions = ["a = value()", "b = value()"], list[str]()

    def statement() -> str:
        if draw.random() < 0.4 or not functions:
            called = f"{draw.choice(functions)}()" if functions else "0"
            return draw.choice(_ASSIGNMENTS).format(*draw.sample("ab", 2), called)
        return draw.choice(_USES).format(draw.choice(functions))

    for _ in range(draw.randint(4, 12)):
        if draw.random() < 0.3:
            name = draw.choice([f"f{len(functions)}", *functions[-1:]])
            others = [*functions[-2:], f"f{len(functions) + 1}"]
            first = draw.choice(("pass", "pass", *(use.format(f) for f in others for use in _USES[:3])))
            lines.append(draw.choice(_FORMS).format(name=name, first=first, read=_READ))
            functions.append(name)
        else:
            lines.append(statement())
    if draw.random() < 0.3:
        lines += ['if __name__ == "__main__":', *(f"    {statement()}" for _ in range(3)), statement()]
    return "\n".join(lines) + "\n"


def _run(text: str, name: str) -> list[tuple[int, dict[str, int]]]:
    """What happens, in order: a line of each function that runs, with the lines of the assignments that its variables come
    from; and the line of each assignment, with none.
    """
    seen, kept, flips = list[tuple[int, dict[str, int]]](), list[object](), random.Random(text)

    def value() -> int:
        line = sys._getframe(1).f_lineno
        seen.append((line, {}))
        return line

    def use(thing: object) -> None:
        if hasattr(thing, "__next__"):
            list(thing)  # type: ignore[call-overload]
        elif callable(thing):
            use(thing())

    def use_kept() -> None:
        for thing in kept[:20]:
            kept.remove(thing)
            use(thing)

    def at_once(function: object) -> object:
        use(function)
        return function

    given = {
        "value": value,
        "see": lambda **variables: seen.append((sys._getframe(1).f_lineno, variables)),
        "keep": kept.append,
        "drop": lambda thing: None,
        "use_kept": use_kept,
        "flip": lambda: flips.random() < 0.5,
        "at_once": at_once,
        "__name__": name,
    }
    try:
        exec(compile(text, "script.py", "exec"), given)
        use_kept()
    except (NameError, RecursionError):
        pass
    return seen


@pytest.mark.sized
def test_all_that_a_run_sees_reaches() -> None:
    kept_away = 0
    for seed in range(size(1500, 50_000)):
        text = _script(seed)
        found = reaching(ast.parse(text))
        sites = {node.lineno for node in ast.parse(text).body if "value()" in ast.unparse(node)}
        for name in ("__main__", "script"):
            happened = _run(text, name)
            runs = {}
            for number, (reader, variables) in enumerate(happened):
                for variable, line in variables.items():
                    where = f"seed {seed}: `{variable}` of line {line}, read in line {reader}:\n{text}"
                    assert found.reaches(variable, _at(line), _at(reader)), where
                    kept_away += any(not found.reaches(variable, _at(site), _at(reader)) for site in sites)
                if variables:
                    runs.setdefault(reader, number)
            for number, (line, variables) in enumerate(happened):
                for reader, first in () if variables else runs.items():
                    if first < number:
                        where = f"seed {seed}: line {line} after a run of line {reader}:\n{text}"
                        assert found.may_run_before(_at(line), _at(reader)), where
    assert kept_away > 1000


def test_a_script_that_looks_names_up_hides_what_it_sees() -> None:
    text = "a = 1\na = 2\ndef f():\n    return a\nglobals()['f']()\n"
    assert reaching(ast.parse(text)).reaches("a", _at(1), _at(3))
    assert not reaching(ast.parse(text.replace("globals()['f']()", "f()"))).reaches("a", _at(1), _at(3))


def test_statements_of_one_line_are_told_apart() -> None:
    found = reaching(ast.parse("def f(): return a\na = 1; a = 2; f(); a = 3\n"))
    sites = [Location("script.py", 2, column, 2, column) for column in (1, 8, 20)]
    assert [found.reaches("a", site, _at(1)) for site in sites] == [False, True, False]
