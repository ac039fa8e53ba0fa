"""What edits of decorators ask of a file is the same without the bodies that they do not look into."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hybridize_refactorings.bindings import import_to_add, spelling
from hybridize_refactorings.decorators import objection
from hybridize_refactorings.lines import split_lines
from hybridize_refactorings.skeleton import skeleton
from hybridize_refactorings.syntax import Syntax, parse

MODELS = sorted((Path(__file__).resolve().parents[2] / "corpus/models").rglob("*.py"))

REMOVED = """def f(x):
    # first
    y = x + tf.ones([2])
    return '''
def not_one(): pass
''', y
"""
KEPT = [
    pytest.param("def f():\n    global tf\n    tf = 1\n", id="global"),
    pytest.param("def f():\n    import tensorflow as tf\n    return tf\n", id="import"),
    pytest.param("def f():\n    tf = 1\n    return tf\n", id="local name"),
    pytest.param("def f():\n    del tf\n", id="deletion"),
    pytest.param("def f(x):\n    return [tf for tf in x]\n", id="comprehension"),
    pytest.param("def f():\n    try:\n        g()\n    except E as tf:\n        pass\n", id="handler"),
    pytest.param("def f(x):\n    match x:\n        case tf: pass\n", id="pattern"),
    pytest.param("def f(): return 1\n", id="one line"),
    pytest.param('"""What it is for."""\n', id="docstring"),
    pytest.param("for function in found:\n    call(function)\n", id="loop that binds"),
    pytest.param("while True:\n    import tensorflow as tf\n", id="import in a loop"),
    pytest.param("f(); g()\n", id="one line with two statements"),
    pytest.param("(f := tf.function)(g)\n", id="assignment in an expression"),
    pytest.param("for tf in found: pass\n", id="loop over modules"),
]


def told(syntax: Syntax) -> list[object]:
    """All that plans of edits ask."""
    sites = [
        (s.qualname, syntax.line(s.node), syntax.start(s.node), spelling(syntax, s, "function"), objection(s))
        for s in syntax.functions
    ]
    imports = [(syntax.line(each.node), dict(each.bound)) for each in syntax.imports]
    return [sites, imports, syntax.tainted, str(import_to_add(syntax)), len(syntax.head)]


@pytest.mark.parametrize("path", MODELS, ids=lambda path: "/".join(path.parts[-2:]))
def test_nothing_that_edits_ask_differs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert told(parse(text, ast.parse(text))) == told(parse(text))


def test_a_body_leaves_the_names_that_it_reads_and_its_lines() -> None:
    left = 'def f(x):\n    # first\n    tf; """\n\n\n"""\n'
    assert skeleton(split_lines(REMOVED), ast.parse(REMOVED)) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("for _ in range(9): f(tf.ones([2]))\n", "tf\n"),
        ("while f():\n    g()\n\n# more\nh(\n    1)\n", 'pass; """\n"""\n\n# more\npass; """\n"""\n'),
    ],
)
def test_a_statement_that_binds_nothing_leaves_the_names_that_it_reads(text: str, left: str) -> None:
    assert skeleton(split_lines(text), ast.parse(text)) == left


@pytest.mark.parametrize("text", KEPT)
def test_a_body_that_may_matter_stays(text: str) -> None:
    assert skeleton(split_lines(text), ast.parse(text)) == text


def test_functions_in_bodies_are_found() -> None:
    text = "def f():\n    def g(x):\n        return tf.exp(x)\n    return g\n"
    assert [s.qualname for s in parse(text, ast.parse(text)).functions] == ["f", "f.<locals>.g"]
