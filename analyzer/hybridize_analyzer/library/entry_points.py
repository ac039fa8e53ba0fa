"""Libraries that start a program: they read the command line, call what they are given once, and end the process."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.values import NONE, NOTHING, STR, UNKNOWN, Function, Module, Value, one, union
from hybridize_analyzer.interpreter.dispatch import call_atom, call_value, read_attribute
from hybridize_analyzer.interpreter.values.allocation import new_list

_WITH_REST = frozenset({"absl.app.run", "tensorflow.compat.v1.app.run", "tensorflow.app.run"})
"""They pass the arguments that no flag took, as one list: `app.run(main, argv=None, flags_parser=None)`."""
_WITH_OPTIONS = {"fire.Fire": "component", "typer.run": "function"}
"""They make options of the parameters of a function.  Name: of the parameter that takes it."""


def knows(call: Call, name: str) -> bool:
    """Whether a call starts the program at a function that can be seen."""
    if name not in _WITH_REST and name not in _WITH_OPTIONS:
        return False
    main = _main(call, name)
    return bool(main) and all(isinstance(atom, Function) for atom in main)


def run(call: Call, name: str) -> Value:
    """Calls the function as the program itself would; nothing follows."""
    state, frame, node = call.state, call.frame, call.node
    rest: tuple[Value, ...] = ()
    if name in _WITH_REST:
        rest = (new_list(state, frame, node, STR),)
        parser = (call.argument(2, "flags_parser") or NOTHING) - NONE
        if parser:
            rest = (union(*rest, call_value(state, frame, node, parser, rest, {})),)
    for atom in _main(call, name):
        call_atom(state, frame, node, atom, rest, {} if rest else {"*": UNKNOWN})
    return NOTHING


def _main(call: Call, name: str) -> Value:
    """The function that is started: what is given, or `main` of the module, which TensorFlow looks up itself."""
    given = call.argument(0, _WITH_OPTIONS.get(name, "main"))
    if given is not None or name in _WITH_OPTIONS or not isinstance(call.node, ast.expr):
        return given or NOTHING
    return read_attribute(call.state, call.frame, call.node, one(Module(call.frame.module.path)), "main")
