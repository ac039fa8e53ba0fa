"""Programs that are unusual and right, or awkward together: analysed, and quickly."""

import json
import os
import subprocess
import sys
import time

import pytest
from awkward import check, defined, plant, verdict
from sizes import size


def nested(depth, opening, inner, closing=""):
    return f"def f(x):\n    return {opening * depth}{inner}{closing * depth}\n"


def levels(count, line, last):
    body = "".join("    " * (i + 1) + line.format(i=i) + "\n" for i in range(count))
    return f"def f(x):\n{body}{'    ' * (count + 1)}{last}\n    return x\n"


# Programs that are unusual and right: name -> content; each defines `f`.
PECULIAR = {
    "deep calls": nested(150, "abs(", "x", ")"),
    "deep parentheses": nested(150, "(", "x", ")"),
    "deep lists": nested(90, "[", "x", "]"),
    "chained conditions": nested(400, "1 if x else ", "2"),
    "chained negations": nested(400, "not ", "x"),
    "curried lambdas": nested(400, "lambda: ", "x"),
    "nested loops": levels(15, "for i{i} in range(3):", "x = x + 1"),
    "nested while loops": levels(15, "while x > {i}:", "x = (x, 1)"),
    "nested branches": levels(40, "if x > {i}:", "x = (x, 1)"),
    "nested functions": "def f(x):\n"
    + "".join("    " * i + f"def f{i}(x):\n" for i in range(1, 80))
    + "    " * 80
    + "return x\n",
    "a thousand ways": "def f(x):\n    if x == 0:\n        y = 0\n"
    + "".join(f"    elif x == {i}:\n        y = {i}\n" for i in range(1, 1000))
    + "    return y\n",
    "a thousand branches": "def f(x):\n    y = 0\n"
    + "".join(f"    if x == {i}:\n        y = {i}\n" for i in range(1000))
    + "    return y\n",
    "a large table": "T = ["
    + ", ".join(f"({i}, 'n{i}', [{i}.5])" for i in range(2000))
    + "]\ndef f(x):\n    return T[x]\n",
    "a large dict": "T = {"
    + ", ".join(f"'k{i}': {i}" for i in range(5000))
    + "}\ndef f(x):\n    return T[x]\n",
    "huge constants": "x = 10 ** 10 ** 8\ny = 'a' * 1000000000\nz = b'a' * 10 ** 10\nt = '%1000000000d' % 3\n"
    "w = 1 << 10 ** 9\nv = [0] * 10 ** 9\nu = tuple(range(10 ** 9))\ns = 9 ** 9 ** 9\ndef f(x): return x\n",
    "doubling": "n = 99\nm = 2.5\ns = 'ab'\nb = b'ab'\nl = [1]\nt = (1,)\n"
    + "n = n * n\nm = m ** 2\ns = s + s\nb = b + b\nl = l + l\nt = t + t\n" * 60
    + "def f(x): return x\nf(n); f(s); f(l); f(t)\n",
    "doubling by nesting": "import functools\nt = l = d = g = h = 1\n"
    + "t = (t, t)\nl = [l, l]\nd = {'a': d, 'b': d}\ng = functools.partial(g, g)\n"
    "h = (lambda k: lambda: (k(), k()))(h)\n"
    * 60
    + "def f(x): return x\nf(t); f(l); f(d); f(g); f(h)\nprint(t, l, d)\ng(); h()\n",
    "impossible arithmetic": "x = 1 / 0\ny = 1 % 0\nz = 'a' % 1\nw = 'a' + 1\nv = -'a'\nu = ~1.5\nt = 1 < 'a'\n"
    "s = 0.0 * 1e999\ndef f(x): return x // 0\nf(s)\n",
    "mutual recursion": "def f(n):\n    return n == 0 or g(n - 1)\ndef g(n):\n    return n != 0 and f(n - 1)\nf(4)\n",
    "recursion in all directions": "".join(
        f"def f{i}(x, y):\n    return {' + '.join(f'f{j}((x, {j}), y)' for j in range(10))}\n"
        for i in range(10)
    )
    + "def f(x): return f0(x, x)\nf(1)\n",
    "recursion through itself": "def f(g=None):\n    return f(f)\nf()\n(lambda x: x(x))(lambda x: x(x))\n"
    "Y = lambda h: (lambda x: x(x))(lambda x: h(lambda *a: x(x)(*a)))\nY(lambda s: lambda n: s(n - 1))(5)\n",
    "a chain of calls": "".join(f"def f{i}(x):\n    return f{i + 1}(x) + f{i + 1}(x)\n" for i in range(300))
    + "def f300(x): return x\ndef f(x): return f0(x)\nf(1)\n",
    "many kinds of calls": "def f(x): return x\n" + "".join(f"f({i})\nf('{i}')\n" for i in range(2000)),
    "classes that inherit from themselves": "class A(A):\n    def f(self): return 1\nA().f()\nclass B(C): pass\n"
    "class C(B):\n    def g(self): return self.h()\nclass B(C): pass\nC().g()\ndef f(x): return B().g()\n",
    "a lattice of classes": "class B0: pass\nclass C0: pass\n"
    + "".join(
        f"class B{i}(B{i - 1}, C{i - 1}): pass\nclass C{i}(B{i - 1}, C{i - 1}): pass\n" for i in range(1, 30)
    )
    + "class Z(B29, C29): pass\ndef f(x): return Z().x\nf(1)\n",
    "a line of classes": "class A0:\n    def m(self): return self\n"
    + "".join(f"class A{i}(A{i - 1}):\n    def m(self): return super().m()\n" for i in range(1, 150))
    + "def f(x): return A149().m()\nf(1)\n",
    "objects that hold themselves": "class A: pass\na = A()\na.a = a\nl = []\nl.append(l)\nd = {}\nd['d'] = d\n"
    "for q in l: print(q[0])\nprint(l, d)\ndef f(x): return x\nf(a.a.a); f(l); f(d); f((l, d))\n",
    "objects that are everything": "class A:\n    def __init__(self): self.c = A()\n"
    "    def __call__(self, *a): return A()(self, *a)\n    def __getattr__(self, n): return getattr(A(), n)\n"
    "    def __iter__(self): return iter(self)\n    def __add__(self, o): return self + o\n"
    "    def __getitem__(self, i): return self[i]\n    def __enter__(self): return self\n"
    "    @property\n    def p(self): return self.p\n"
    "def f(x):\n    a = A()\n    for i in a: a(i)\n    with a as b: return a + b.p[0].q()\nf(1)\n",
    "metaclass, exec, eval, stars": "class M(type):\n    def __call__(cls, *a): return 1\n"
    "class A(*[object], metaclass=M, **{}): pass\nA(1, 2)\nexec('x = 1')\neval('x')\n"
    "def f(*a, **k): return a, k\nf(*[1], **{'a': 1})\nf(*f, **f)\nprint(*f(*f()), **{})\n"
    "a, *b = 1, 2, 3\n*a, b = ()\n(a, b), c = 1\nfor (a, *b), c in [[1]]: pass\n"
    "def g(a, /, b, *, c=1, **k): return a\ng(); g(1, 2, 3); g(x=1); g(*(), **{'c': 2})\n"
    "del a, b, c, undefined\nwith open('x') as (a, b), g() as c[0], c as d.e: pass\n",
    "statements out of place": "return 1\nyield 2\nbreak\ncontinue\n*a = 1\nnonlocal q\nawait x\n"
    "def f(x):\n    nonlocal z\n    z = 1\n    def g(a, a): pass\n",
    "walrus, match, async": "import asyncio\nasync def f(x):\n    async with x as y, x:\n        async for z in y:\n"
    "            await z\n    return [i async for i in x if await i]\nasyncio.run(f(1))\nwhile (n := 0): pass\n"
    "match n:\n    case {'a': [1, *rest], **kw} if (y := rest): pass\n    case str() | int(real=0) | None: pass\n"
    "    case [a, (b, c)] as d: pass\n    case _: pass\nprint(f'{n!r:>{n}} {n=}')\n",
    "invalid escapes": "x = '\\d'\ny = 1if x else 2\ndef f(x): return x is 1\n",
    "lone surrogates": "x = '\\ud800'\ndef f(x): return '\\udcff'\n",
    "carriage returns": "def f(x):\r    return x\r",
    "form feeds": "\x0c\ndef f(x): return x\n\x0c\n",
    "byte order mark": "\ufeffdef f(x): return x\n",
    "declared encoding": b"# -*- coding: latin-1 -*-\ndef f(x): return '\xe9'\n",
    "missing modules": "from . import *\nfrom .... import q\nimport no.such.module, no\nfrom no import f as g\n"
    "def f(x): return g(x)\n",
}
RECENT = [
    pytest.param(
        "def f():\n    try:\n        pass\n    except* ValueError as e:\n        raise\n",
        (3, 11),
        id="except*",
    ),
    pytest.param(
        "type A[T] = list[T]\ndef f[T: int](x: T) -> T:\n    return x\n"
        "class C[T]:\n    def g[*Ts, **P](self, x: A[T]): return x\nC().g(f(1))\n",
        (3, 12),
        id="type parameters",
    ),
    pytest.param("def f[T = int](x: T) -> T:\n    return x\nf(1)\n", (3, 13), id="type parameter defaults"),
    pytest.param(
        "def f():\n    try:\n        pass\n    except ValueError, TypeError:\n        pass\n",
        (3, 14),
        id="except without parentheses",
    ),
    pytest.param("def f(x):\n    return t'{x}'\n", (3, 14), id="template strings"),
]


@pytest.mark.parametrize("content", PECULIAR.values(), ids=PECULIAR)
def test_a_peculiar_program_is_analysed(tmp_path, capsys, content):
    plant(tmp_path, {"odd.py": content})
    started = time.process_time()
    code, document, err = check(tmp_path, capsys)
    assert document["errors"] == []
    assert "f" in defined(document, "odd.py")
    assert verdict(document, "good.py", "affine") == "convert"
    assert code == 1
    assert err == ""
    assert time.process_time() - started < 20


@pytest.mark.parametrize(("content", "version"), RECENT)
def test_recent_syntax_is_read_where_python_reads_it(tmp_path, capsys, content, version):
    plant(tmp_path, {"odd.py": content})
    _, document, _ = check(tmp_path, capsys)
    if sys.version_info >= version:
        assert document["errors"] == []
        assert "f" in defined(document, "odd.py")
    else:
        assert [error["path"] for error in document["errors"]] == ["odd.py"]
    assert verdict(document, "good.py", "affine") == "convert"


def test_a_sum_of_five_thousand_terms_is_analysed_or_named(tmp_path, capsys):
    plant(tmp_path, {"odd.py": "def f(x):\n    return " + " + ".join(f"x * {i}" for i in range(5000))})
    code, document, _ = check(tmp_path, capsys)
    named = [error["path"] for error in document["errors"]] == ["odd.py"]
    assert named != ("f" in defined(document, "odd.py"))  # how deep a program may nest depends on the Python
    assert verdict(document, "good.py", "affine") == "convert"
    assert code == 1


@pytest.mark.sized
def test_tens_of_thousands_of_lines_take_seconds(tmp_path, capsys):
    count = size(2_000, 10_000)
    function = (
        "def f{i}(x):\n    y = tf.nn.relu(x)\n    for _ in range(3):\n        y = y * {i}.0\n    return y\n"
    )
    text = "import tensorflow as tf\n" + "".join(function.format(i=i) for i in range(count))
    plant(tmp_path, {"long.py": text})
    started = time.process_time()
    _, document, _ = check(tmp_path, capsys)
    assert len(defined(document, "long.py")) == count
    assert document["errors"] == []
    assert time.process_time() - started < 0.006 * count


# Several files that are awkward together; the key `odd.py` is the one that ties them.
TANGLES = [
    pytest.param(
        {"odd.py": "import b\ndef f(x): return b.g(x)\n", "b.py": "import odd\ndef g(x): return odd.f(x)\n"},
        id="circle",
    ),
    pytest.param(
        {
            "odd.py": "from b import *\nfrom odd import *\ndef f(x): return g(x)\n",
            "b.py": "from odd import *\nfrom b import *\ndef g(x): return f(x)\n",
        },
        id="circle of star imports",
    ),
    pytest.param(
        {
            "odd.py": "from module import f as g\ndef f(x): return g(x)\nf(1)\n",
            "module.py": "def f(x): return 1\n",
            "module/__init__.py": "def f(x): return 2\n",
        },
        id="a module and a package of one name",
    ),
    pytest.param(
        {
            "odd.py": "import tensorflow\ndef f(x): return tensorflow.g(x)\n",
            "tensorflow.py": "import tensorflow\ng = abs\n",
        },
        id="the name of a library",
    ),
    pytest.param(
        {"odd.py": "def f(x): return x\n", "a-b.c.py": "x = 1\n", ".py": "x = 1\n", "é.py": "x = 1\n"},
        id="file names",
    ),
    pytest.param(
        {"odd.py": "def f(x): return x\n", "empty.py": "", "comment.py": "# only", "lines.py": "\n\n"},
        id="empty files",
    ),
]


@pytest.mark.parametrize("files", TANGLES)
def test_tangled_files_are_analysed(tmp_path, capsys, files):
    plant(tmp_path, files)
    code, document, err = check(tmp_path, capsys)
    assert document["errors"] == []
    assert defined(document, "odd.py") == ["f"]
    assert code in (0, 1)
    assert err == ""


def test_neither_hash_seed_nor_processes_change_the_document(tmp_path):
    plant(tmp_path, {f"m{i}.py": text for i, text in enumerate(PECULIAR.values())})

    def run(seed, jobs):
        command = [
            sys.executable,
            "-m",
            "hybridize_cli",
            "check",
            "--format",
            "json",
            "--all",
            "--jobs",
            jobs,
            ".",
        ]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False).stdout

    first = run("1", "1")
    assert json.loads(first)["functions"]
    assert run("2", "2") == first
