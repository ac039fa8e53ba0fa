"""Properties of source edits over generated modules with every whitespace style that Python accepts."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

import pytest
from edit_cases import plan_text, verdict
from hybridize_refactorings import FileEdit
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import size

SIGNATURES = (None, "[tf.TensorSpec([None, 2], tf.float32)]", "[tf.TensorSpec(shape=[], dtype=tf.int64,)]")
HEADERS = ("", "#!/usr/bin/env python\n", "# -*- coding: utf-8 -*-\n", "# ¬ header\n\n", "\n\n")
DOCSTRINGS = ("", '"""Doc."""\n', "'''Long\n\ndoc.'''  # c\n\n", '"""Doc."""; A = 1\n')
FUTURE = ("", "from __future__ import annotations\n")
TENSORFLOW = (
    "import tensorflow as tf\n",
    "import tensorflow\n",
    "import os, tensorflow as T; import sys\n",
    "import tensorflow.keras\n",
    "import tensorflow.compat.v2 as tf\n",
    "from tensorflow import *\n",
    "import tensorflow as tf\nfrom tensorflow import function\n",
    "from tensorflow import (\n  function as F, float32,\n\n TensorSpec, int64, # x\n)\n",
    "try:\n  import tensorflow as tf\nexcept ImportError:\n  raise\n",
)
OTHER = (
    "",
    "import numpy as np\n",
    "import os  # c\n\nos.environ['A'] = ''\nimport sys;\n",
    "X = 1; Y = 2\n",
)
ABOVE = ("", "\n", "# comment\n", "\f\n", "  # indented\n", "VALUE = '''\ndef f0(x):\n'''\n")
DECORATORS = ("@staticmethod", "@ print  # c", "@print(\n   1,\n)", "@(lambda f: f)")
BODIES = (
    " return x",
    " return x; pass",
    "\n{i}return x  # ¬\n{i}\n",
    "\n\n{i}# c\n{i}'''doc'''\n{i}return x",
)
INDENTS = ("    ", "  ", "\t", " \t")


@dataclass(frozen=True)
class Module:
    """A generated module and its functions, `f0`, `f1`, …, by qualified name."""

    text: str
    qualnames: tuple[str, ...]
    has_import: bool


@st.composite
def functions(
    draw: st.DrawFn, prefix: str, indent: str, counter: list[int], depth: int
) -> list[tuple[str, str]]:
    """(qualname or "", source) of definitions at one level; names are unique in the module."""
    pieces = []
    for _ in range(draw(st.integers(1, 2))):
        pieces.append(("", draw(st.sampled_from(ABOVE)) if not indent else ""))
        kind = draw(st.sampled_from(("def", "def", "class", "if", "outer"))) if depth else "def"
        inner = indent + draw(st.sampled_from(INDENTS))
        name = f"f{counter[0]}"
        counter[0] += 1
        if kind == "def":
            decorators = draw(st.lists(st.sampled_from(DECORATORS), max_size=2))
            lines = "".join(
                f"{indent}{each}\n{draw(st.sampled_from(('', '# between', '')))}\n" for each in decorators
            )
            body = draw(st.sampled_from(BODIES)).format(i=inner)
            page = draw(st.sampled_from(("", "", "\f")))
            pieces.append((prefix + name, f"{lines}{page}{indent}def {name}(x, *, é=(1,\n2)):{body}\n"))
        else:
            opening = {"class": f"class {name}:", "if": "if True:  # c", "outer": f"def {name}(x):"}[kind]
            nested = {"class": f"{prefix}{name}.", "if": prefix, "outer": f"{prefix}{name}.<locals>."}[kind]
            pieces.append((prefix + name if kind == "outer" else "", f"{indent}{opening}\n"))
            pieces += draw(functions(nested, inner, counter, depth - 1))
    return pieces


@st.composite
def modules(draw: st.DrawFn, with_import: bool | None = None) -> Module:
    """Modules with one line ending or several, with or without a final one."""
    has_import = draw(st.booleans()) if with_import is None else with_import
    tensorflow = draw(st.sampled_from(TENSORFLOW)) if has_import else ""
    docstring = draw(st.sampled_from(DOCSTRINGS))
    future = draw(st.sampled_from(FUTURE)) if "A = 1" not in docstring else ""
    head = draw(st.sampled_from(HEADERS)) + docstring + future
    head += "".join(draw(st.permutations((tensorflow, draw(st.sampled_from(OTHER))))))
    pieces = draw(functions("", "", [0], 2))
    text = head + "".join(source for _, source in pieces)
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    ending = draw(st.sampled_from(("\n", "\r\n", "\r", None)))
    endings = ("\n", "\r\n", "\r") if ending is None else (ending,)
    mixed = "".join(
        part if part != "\n" else draw(st.sampled_from(endings)) for part in re.split("(\n)", text)
    )
    return Module(mixed, tuple(qualname for qualname, _ in pieces if qualname), has_import)


def line_of(text: str, qualname: str) -> int:
    """Line of `def`; names are unique."""
    name = qualname.rpartition(".")[2]
    return next(
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name == name
    )


def convert(text: str, wanted: list[tuple[str, str | None]]) -> FileEdit:
    """The edit that converts these functions, each with its input signature."""
    asked = [verdict("m.py", name, line_of(text, name), input_signature=text_of) for name, text_of in wanted]
    return plan_text(text, *asked)


def remove(text: str, qualnames: list[str]) -> FileEdit:
    """The edit that makes these functions eager again."""
    return plan_text(text, *(verdict("m.py", name, line_of(text, name), "remove") for name in qualnames))


@st.composite
def conversions(
    draw: st.DrawFn, with_import: bool | None = None
) -> tuple[Module, list[tuple[str, str | None]]]:
    """A module and some of its functions, in any order, with their signatures."""
    module = draw(modules(with_import))
    names = draw(st.lists(st.sampled_from(module.qualnames), min_size=1, unique=True))
    return module, [(name, draw(st.sampled_from(SIGNATURES))) for name in names]


def program(text: str) -> str:
    """The syntax tree without decorators of TensorFlow and without added imports."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [each for each in node.decorator_list if "print" in ast.dump(each)]
    tree.body = [each for each in tree.body if not ast.unparse(each).startswith("import tensorflow")]
    return ast.dump(tree)


@pytest.mark.sized
@settings(max_examples=size(30, 80), deadline=None)
@given(conversions())
def test_only_decorators_and_the_import_change(conversion) -> None:
    module, wanted = conversion
    edit = convert(module.text, wanted)
    assert not edit.withheld
    assert len(edit.applied) == len(wanted)
    assert program(edit.after) == program(module.text)
    for name, signature in wanted:
        decorator = innermost(edit.after, name)
        assert ast.unparse(decorator).partition("(")[0] in {"function", "F", "tf.function", "T.function"} | {
            "tensorflow.function"
        }
        assert isinstance(decorator, ast.Call) == (signature is not None)


def innermost(text: str, qualname: str) -> ast.expr:
    """The decorator directly above `def`."""
    line = line_of(text, qualname)
    node = next(
        each
        for each in ast.walk(ast.parse(text))
        if isinstance(each, ast.FunctionDef) and each.lineno == line
    )
    return node.decorator_list[-1]


@pytest.mark.sized
@settings(max_examples=size(30, 80), deadline=None)
@given(conversions())
def test_converting_again_changes_nothing(conversion) -> None:
    module, wanted = conversion
    once = convert(module.text, wanted)
    twice = convert(once.after, wanted)
    assert twice.after == once.after
    assert len(twice.withheld) == len(wanted)


@pytest.mark.sized
@settings(max_examples=size(20, 50), deadline=None)
@given(conversions())
def test_all_at_once_equals_one_by_one(conversion) -> None:
    module, wanted = conversion
    text = module.text
    for one in wanted:
        text = convert(text, [one]).after
    assert text == convert(module.text, wanted).after


@pytest.mark.sized
@settings(max_examples=size(30, 80), deadline=None)
@given(conversions(with_import=True))
def test_removing_gives_the_original_characters_back(conversion) -> None:
    module, wanted = conversion
    converted = convert(module.text, wanted).after
    assert remove(converted, [name for name, _ in wanted]).after == module.text


@pytest.mark.sized
@settings(max_examples=size(30, 80), deadline=None)
@given(conversions(with_import=False))
def test_an_added_import_leaves_every_other_line(conversion) -> None:
    module, wanted = conversion
    converted = convert(module.text, wanted).after
    after = physical_lines(remove(converted, [name for name, _ in wanted]).after)
    before = physical_lines(module.text)
    extra = len(after) - len(before)
    at = next(i for i in range(len(after)) if after[:i] + after[i + extra :] == before)
    assert "".join(after[at : at + extra]).strip() == "import tensorflow as tf"


def physical_lines(text: str) -> list[str]:
    """Lines with their terminators."""
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", text)
