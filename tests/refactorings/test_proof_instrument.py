"""Watched code does what the code does: the same results, exceptions, line numbers, names, and function objects."""

import ast
import builtins
import contextlib
import copy
import inspect
import io
import pickle
import sys
import traceback
import types

import pytest
from hybridize_refactorings.proof.probe import instrument as instrumenting
from hybridize_refactorings.proof.probe.calls import Watcher
from hybridize_refactorings.proof.probe.instrument import functions_of, instrument
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import size


class Kept:
    """A log that keeps its records."""

    def __init__(self):
        self.records, self.leaves = [], []

    def write(self, kind, **fields):
        self.records.append({"k": kind, **fields})

    def leaf(self, leaf):
        if leaf not in self.leaves:
            self.leaves.append(leaf)
        return self.leaves.index(leaf)

    def of(self, kind):
        return [record for record in self.records if record["k"] == kind]


def keys(text):
    """Every function of a program, as keys of `instrument`."""
    found = {}
    for qualname, _ in functions_of(ast.parse(text), ""):
        number = sum(name.rpartition("#")[0] == qualname for name in found)
        found[f"{qualname}#{number}"] = f"{qualname}#{number}"
    return found


def run(text, *, watched, name="subject"):
    """Runs a program; returns its module, what it printed, its exception with lines, and the log."""
    log = Kept()
    tree = ast.parse(text, filename="<subject>")
    if watched:
        instrument(tree, keys(text))
    module = types.ModuleType(name)
    sys.modules[name] = module
    builtins.__hybridize_probe__ = Watcher(log, timing=False)
    out, error = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "<subject>", "exec"), module.__dict__)
    except Exception as raised:
        frames = traceback.extract_tb(raised.__traceback__)
        lines = [(frame.name, frame.lineno) for frame in frames if frame.filename == "<subject>"]
        error = (type(raised).__name__, str(raised), lines, type(raised.__context__).__name__)
    finally:
        del builtins.__hybridize_probe__
    return module, out.getvalue(), error, log


PIECES = [
    "x = x + 1",
    "x += len(rest)",
    "return x",
    "return",
    "return (yielded := x * 2)",
    "print(x, sorted(locals()))",
    "raise KeyError(x)",
    "seen.append(x)",
    "del x; x = 3",
    "global total; total = x",
    "x = [y for y in range(3) if y != x][0]",
    "x = (lambda z: z + 1)(x)",
    "import math as m; x = m.floor(x)",
    "assert x < 5, x",
    "print(inspect.currentframe().f_back.f_code.co_name)",
    "print(inspect.currentframe().f_lineno, len(inspect.stack()) - depth)",
    "x = f(x - 9) if x > 8 else x",
    "seen.append(sys.exc_info()[0])",
]
HEADERS = [
    "if x > 1:",
    "for i in range(2):",
    "while len(seen) < 4:",
    "try:",
    "with contextlib.suppress(KeyError):",
    "def inner(a, x=x):",
    "class Inner:",
]
PRELUDE = """\
import contextlib, inspect, sys
seen, total, depth = [], 0, len(inspect.stack())
"""
CALLS = """
for argument in (0, 2, 9.5):
    try:
        print("->", f(argument, 1, k=argument))
    except Exception as error:
        print(type(error), error, error.__traceback__.tb_next.tb_lineno, type(error.__context__))
print(seen, total, inspect.signature(f), f.__doc__, f.__code__.co_varnames, f.__code__.co_firstlineno)
"""


@st.composite
def blocks(draw, depth=0):
    """Lines of a block."""
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        if depth < 2 and draw(st.booleans()):
            header = draw(st.sampled_from(HEADERS))
            lines += [header, *("    " + line for line in draw(blocks(depth + 1)))]
            if header == "while len(seen) < 4:":
                lines.append("    seen.append(0)")
            if header == "for i in range(2):":
                lines.append(f"    {draw(st.sampled_from(['pass', 'continue', 'break']))}")
            if header == "try:":
                tail = draw(
                    st.sampled_from(
                        ["finally:", "except KeyError as e:", "except (TypeError, AssertionError):"]
                    )
                )
                lines += [tail, *("    " + line for line in draw(blocks(depth + 1)))]
            if header.startswith("def "):
                lines.append("seen.append(inner(1))")
        else:
            lines.append(draw(st.sampled_from(PIECES)))
    return lines


@st.composite
def programs(draw):
    doc = draw(st.sampled_from(['    "Docs."\n', ""]))
    signature = draw(st.sampled_from(["x, *rest, k=1", "x, /, *rest, **k", "x, y=2, *, k=3"]))
    body = "".join(f"    {line}\n" for line in draw(blocks()))
    return f"{PRELUDE}def f({signature}):\n{doc}{body}{CALLS}"


def is_valid(text):
    try:
        compile(text, "<subject>", "exec")
    except SyntaxError:
        return False
    return True


@pytest.mark.sized
@settings(max_examples=size(15, 60), deadline=None)
@given(programs().filter(is_valid))
def test_a_watched_program_does_the_same(text):
    _, out, error, _ = run(text, watched=False)
    _, watched_out, watched_error, log = run(text, watched=True)
    assert (watched_out, watched_error) == (out, error)
    assert not log.of("fault")


CLASSES = '''
import enum, functools
class Base:
    def __init__(self, v): self.v = v
    def method(self, a, *, b=2):
        """Docs."""
        return self.v + a + b
    @property
    def prop(self): return self.v
    @prop.setter
    def prop(self, value): self.v = value
    @staticmethod
    def static(a): return a
    @classmethod
    def make(cls, a): return cls(a)
    def __eq__(self, other): return self.v == other.v
    def __hash__(self): return hash(self.v)
    def __private(self, __a=1): return __a
    def calls_private(self): return self.__private()
class Child(Base):
    def method(self, a): return super().method(a) * __class__.__name__.count("C")
@functools.lru_cache
def cached(a): return a * 2
def generator(n):
    for i in range(n): yield i
async def coroutine(): return 1
def outer(n):
    def inner():
        nonlocal n
        n += 1
        return n
    return inner
'''


@pytest.fixture
def both():
    plain, watched = (run(CLASSES, watched=watch)[0] for watch in (False, True))
    builtins.__hybridize_probe__ = Watcher(Kept(), timing=False)
    yield plain, watched
    del builtins.__hybridize_probe__


def test_functions_stay_what_they_are(both):
    for module in both:
        sys.modules["subject"] = module
        child = module.Child(3)
        child.prop = 4
        assert (child.method(1), child.static(5), module.Child.make(6).prop, child.calls_private()) == (
            7,
            5,
            6,
            1,
        )
        assert pickle.loads(pickle.dumps(child)) == child == copy.deepcopy(child)
        assert pickle.loads(pickle.dumps(module.outer)) is module.outer
        assert module.outer(2)() == 3
        assert list(module.generator(2)) == [0, 1]
        assert module.cached(2) == 4
    for name in ("Base.method", "Child.method", "cached", "outer", "coroutine", "generator"):
        pair = []
        for module in both:
            found = module
            for part in name.split("."):
                found = getattr(found, part)
            pair.append((type(found), inspect.signature(found), found.__doc__, hasattr(found, "__wrapped__")))
        assert pair[0] == pair[1]


def test_generators_and_coroutines_are_left_alone():
    tree = ast.parse(CLASSES)
    names = {name for _, name in instrument(tree, keys(CLASSES))}
    assert {"generator", "coroutine"}.isdisjoint(names)
    assert {"method", "static", "inner", "cached", "prop"} <= names


def test_lines_of_code_objects_include_decorators():
    tree = ast.parse("@a\n@b\ndef f(): pass\n")
    assert instrument(tree, {"f#0": "key"}) == {(1, "f"): "key"}


def test_functions_of_one_name_are_counted():
    text = "if 1:\n    def f(): return 1\nelse:\n    def f(): return 2\n"
    tree = ast.parse(text)
    assert instrument(tree, {"f#1": "key"}) == {(4, "f"): "key"}


@pytest.mark.parametrize(
    ("text", "at"),
    [("x = 1", 0), ('"doc"\nx = 1', 1), ('"doc"\nfrom __future__ import annotations\nx = 1', 2), ("", 0)],
)
def test_the_prologue_stands_where_it_may(text, at):
    tree = ast.parse(text)
    instrumenting.add_prologue(tree)
    assert ast.unparse(tree.body[at]) == "__hybridize_script__()"
    compile(tree, "<subject>", "exec")


RECORDED = """
state = {"n": 0}
class Box: pass
def f(a, *rest, k=None):
    global count
    if a == 2: raise ValueError("two")
    if a == 3: print("three")
    state["n"] += 1
    k.v = a
    return a + 0.5
box = Box()
for a in (1, 2, 3):
    try: f(a, "r", k=box)
    except ValueError: pass
"""


def test_what_is_recorded_of_a_call():
    log = run(RECORDED, watched=True)[3]
    first, second, third = log.of("call")
    named = {path: log.leaves[number] for path, number in first["before"]}
    assert named["a"] == ["value", "int", "1"]
    assert named["rest[0]"] == ["value", "str", "'r'"]
    assert named["global state['n']"] == ["value", "int", "0"]
    changed = {path: log.leaves[number] for path, number in first["after"]}
    assert changed == {"k.v": ["value", "int", "1"], "global state['n']": ["value", "int", "1"]}
    assert [log.leaves[number] for _, number in first["result"]] == [["float", "1.5"]]
    assert (second["error"][:2], second["result"]) == (["ValueError", "two"], None)
    assert (first["said"], third["said"]) == ("", "three\n")


def test_a_call_inside_another_says_so():
    log = run("def g(): return 1\ndef f(): return g() + g()\nf()\n", watched=True)[3]
    assert [(call["f"], call["up"], call["n"]) for call in log.of("call")] == [
        ("g#0", ("f#0",), 0),
        ("g#0", ("f#0",), 1),
        ("f#0", (), 0),
    ]


def test_many_calls_are_recorded_less_and_less_often_and_all_counted():
    module, _, _, log = run("def f(a): return a\n", watched=True)
    watcher = Watcher(log, timing=False)
    builtins.__hybridize_probe__ = watcher
    for number in range(5000):
        module.f(number)
    del builtins.__hybridize_probe__
    watcher.finish()
    numbers = [call["n"] for call in log.of("call")]
    assert numbers[:48] == list(range(48))
    assert len(numbers) < 120
    assert numbers[-1] > 4000
    assert [(count["f"], count["n"]) for count in log.of("count")] == [("f#0", 5000)]


def test_a_fault_of_the_probe_reaches_nobody():
    class Broken(Kept):
        def leaf(self, leaf):
            raise OSError("disk full")

    module, _, _, _ = run("def f(a): return a * 2\n", watched=True)
    log = Broken()
    builtins.__hybridize_probe__ = Watcher(log, timing=False)
    assert module.f(4) == 8
    del builtins.__hybridize_probe__
    assert "disk full" in log.of("fault")[0]["text"]
