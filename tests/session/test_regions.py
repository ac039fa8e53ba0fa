"""What is read again of an edited file is what a reading of the whole file says, whatever the edit breaks."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
from hybridize_analyzer.program.code import ModuleCode, found_once, index_module
from hybridize_analyzer.program.parse import read_tree
from hybridize_analyzer.solver.incremental.edits import merge
from hybridize_analyzer.solver.incremental.lines import label_tree, read_lines
from hybridize_analyzer.solver.incremental.regions import reread

MODELS = sorted((Path(__file__).resolve().parents[2] / "corpus/models").rglob("*.py"))
PIECES = (
    "x = 1\n",
    "else:\n",
    "    y = 2\n",
    "@d\n",
    "def f():\n    pass\n",
    '"""\n',
    "(\n",
    ")\n",
    "a; b = 1\n",
    "\\\n",
    "é = f(\n 1)\n",
    "\n",
)


def module(text: str) -> ModuleCode | None:
    tree = read_tree(text, "m.py")
    return None if tree is None else index_module("m", "m.py", tree, is_package=False)


def told(tree: ast.Module) -> str:
    return ast.dump(tree, include_attributes=True)


def names(root: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(root) if isinstance(node, ast.Name)]


@pytest.mark.parametrize("path", MODELS[::3], ids=lambda path: path.parent.name)
def test_a_region_reads_as_the_whole_does(path: Path) -> None:
    chance = random.Random(path.parent.name)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    followed = 0
    for _ in range(40):
        now, before = module("".join(lines)), read_lines("".join(lines))
        assert now is not None
        for _ in range(3):  # edits upon edits
            at = chance.randrange(len(lines))
            edited = list(lines)
            edited[at : at + chance.randrange(3)] = [chance.choice(PIECES)] if chance.random() < 0.8 else []
            text = "".join(edited)
            region, anew = reread(now, before, text), module(text)
            if region is None or anew is None:
                assert region is None, "a text that does not parse has no parts that do"
                break
            found_once(now.tree, names)
            if merge(now, region) is None:
                break
            assert found_once(now.tree, names) == names(now.tree), (
                "what was found in the text before is forgotten"
            )
            label_tree(anew.tree, region.lines)
            assert told(now.tree) == told(anew.tree)
            assert [f.qualname for f in now.functions] == [f.qualname for f in anew.functions]
            assert {c.qualname for c in now.by_node.values()} == {c.qualname for c in anew.by_node.values()}
            assert sorted(map(ast.dump, now.imports)) == sorted(map(ast.dump, anew.imports))
            followed += len(region.read.tree.body) < len(now.tree.body)
            lines, before = edited, region.lines
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert followed > 10
