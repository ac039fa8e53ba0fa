"""The `hybridize` command as a user runs it, and what its edit changed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

FINDINGS = 1  # `check` and `--diff` exit with 1 when there is something to say


class CommandError(Exception):
    """`hybridize` could not do its work; the text holds the command and what it printed."""


def hybridize(*arguments: str, cwd: Path) -> str:
    """Standard output of `hybridize ARGUMENTS`; raises `CommandError` on exit codes above 1."""
    command = [sys.executable, "-m", "hybridize_cli", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    # A module that cannot be started exits with 1 too, but prints nothing on standard output.
    if done.returncode > FINDINGS or (done.returncode == FINDINGS and not done.stdout):
        shown = " ".join(["hybridize", *arguments])
        raise CommandError(f"`{shown}` exited with {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout


def edited_functions(before: Path, after: Path) -> tuple[str, ...]:
    """The functions, as `file: name`, that have more decorators in `after` than in `before`."""
    names = []
    for file in sorted(after.rglob("*.py")):
        relative = file.relative_to(after)
        gained = Counter(_decorated(file)) - Counter(_decorated(before / relative))
        names += [f"{relative.as_posix()}: {name}" for name in gained]
    return tuple(names)


def _decorated(file: Path) -> Iterator[str]:
    """The qualified name of each function, once per decorator."""
    pending: list[tuple[str, ast.AST]] = [("", ast.parse(file.read_bytes()))]
    while pending:
        prefix, parent = pending.pop()
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef):
                pending.append((f"{prefix}{node.name}.", node))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from [prefix + node.name] * len(node.decorator_list)
                pending.append((f"{prefix}{node.name}.<locals>.", node))
            else:
                pending.append((prefix, node))
