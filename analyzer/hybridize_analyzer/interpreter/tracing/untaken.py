"""What fails in a branch on a tensor: eager execution may never take the branch, and a graph traces it all the same."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Atom, Bound, External, Function

_ENDING = frozenset({"sys.exit", "builtins.exit", "builtins.quit", "os._exit", "os.abort"})


def is_possible(frame: Frame) -> bool:
    """Whether what is evaluated stands in or behind a branch on a tensor, or in a function that TensorFlow runs."""
    return bool(frame.symbolic) or frame.symbolic_return is not None or frame.mapped > 0


def note(state: State, frame: Frame, node: ast.AST, failure: str) -> None:
    """Notes what fails there for the shapes that are known."""
    message = f"{failure}, which a graph finds while it traces a branch that is not taken"
    state.emit(frame, node, Kind.CONTROL, message)


def never_returns(atom: Atom) -> bool:
    """Whether a call of it that has no result, once all values are known, is one that does not return."""
    if isinstance(atom, External):
        return atom.name in _ENDING
    function = atom.function if isinstance(atom, Bound) else atom
    if not isinstance(function, Function) or function.code.is_generator:
        return False
    return isinstance(function.code.node, ast.FunctionDef)  # a lambda may give what nothing has set


def note_end(state: State, frame: Frame, node: ast.AST) -> None:
    """Notes an exception, or the end of the program, where a tensor decides whether it comes to that."""
    if frame.symbolic or frame.symbolic_return is not None:
        message = "an exception is raised depending on the value of a tensor"
        state.emit(frame, node, Kind.CONTROL, message)
