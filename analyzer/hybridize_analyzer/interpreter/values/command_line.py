"""What a command line sets: `absl.flags` and `argparse` convert it to the types that programs declare."""

from __future__ import annotations

from hybridize_analyzer.domain.bindings import ANY_OBJECT, SETTINGS
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    UNKNOWN,
    Const,
    External,
    Value,
    const,
    union,
)

FLAGS = "absl.flags.FLAGS"
"""Set while the command line is read, before anything is traced; what the program itself sets is a change of an object."""
HOLDER = "absl.flags.FlagHolder."
"""What a declaration gives: its `value` is that of the flag."""
_FLAG, _ARGUMENT, _ANY = "flag ", "argument ", "[any]"
DECLARING: dict[str, Value] = {
    "absl.flags.DEFINE_bool": BOOL,
    "absl.flags.DEFINE_boolean": BOOL,
    "absl.flags.DEFINE_enum": STR,
    "absl.flags.DEFINE_float": FLOAT,
    "absl.flags.DEFINE_integer": INT,
    "absl.flags.DEFINE_string": STR,
}
_TYPES = {"builtins.int": INT, "builtins.float": FLOAT, "builtins.str": STR}
_SWITCHES = ("store_true", "store_false")


def declare_flag(call: Call, declared: Value) -> str | None:
    """Notes the type of a flag; its name, None where that cannot be told."""
    (name,) = _texts(call.argument(0, "name")) or (None,)
    default = call.argument(1, "default")
    value = (
        union(declared, NONE) if default is None or not default.isdisjoint({*NONE, *UNKNOWN}) else declared
    )
    call.state.bind_cell(SETTINGS, _FLAG + (name or _ANY), value, call.where, again=False)
    return name


def setting(state: State, name: str) -> Value | None:
    """What an attribute of `absl.flags.FLAGS` may hold, by its dotted name; None where the program does not declare it."""
    flag = name.removeprefix(FLAGS + ".")
    return None if flag == name or "." in flag else _declared(state, _FLAG, flag)


def flag_held(name: str) -> str:
    """The name of the flag behind `holder.value`; any other attribute of a holder stays what it is."""
    flag, _, member = name.removeprefix(HOLDER).rpartition(".")
    return f"{FLAGS}.{flag}" if flag and member == "value" else name


def declare_argument(call: Call) -> None:
    """`parser.add_argument("--rate", type=float, default=0.1)`."""
    name = _destination(call)
    call.state.bind_cell(SETTINGS, _ARGUMENT + (name or _ANY), _argument(call), call.where, again=False)


def declare_defaults(call: Call) -> None:
    """`parser.set_defaults(rate=0.1)`."""
    for name, value in call.keywords.items():
        declared = value if name not in ("*", "**") else UNKNOWN
        where = _ARGUMENT + (name if name not in ("*", "**") else _ANY)
        call.state.bind_cell(SETTINGS, where, declared, call.where, again=False)


def argument(state: State, name: str) -> Value | None:
    """What an attribute of parsed arguments may hold; None where that is not known, or where the program sets it anew."""
    if state.changed_at(ANY_OBJECT, name) is not None:
        return None
    return _declared(state, _ARGUMENT, name)


def _declared(state: State, kind: str, name: str) -> Value | None:
    if state.cell(SETTINGS, kind + _ANY) is not None:
        return None
    found = state.cell(SETTINGS, kind + name)
    return None if found is None or not found.value.isdisjoint(UNKNOWN) else found.value


def _destination(call: Call) -> str | None:
    """The name of the attribute, as `argparse` makes it of the options; None where that cannot be told."""
    given = call.keywords.get("dest")
    if given is not None:
        (name,) = _texts(given) or (None,)
        return name
    options = [name for value in call.args for name in _texts(value)]
    if not options or len(options) < len(call.args) or "*" in call.keywords:
        return None
    long = [name for name in options if name.startswith("--")]
    return (long or options)[0].lstrip("-").replace("-", "_")


def _argument(call: Call) -> Value:
    """What an argument holds; unknown for all but the plainest declarations."""
    if not {"**", "nargs", "const", "version"}.isdisjoint(call.keywords):
        return UNKNOWN
    default = call.keywords.get("default")
    if "action" in call.keywords:
        (action,) = _texts(call.keywords["action"]) or ("",)
        return union(BOOL, default or BOOL) if action in _SWITCHES else UNKNOWN
    given = call.keywords.get("type")
    if given is None:
        converted: Value | None = STR
    else:
        found = {_TYPES.get(a.name) if isinstance(a, External) else None for a in given}
        converted = found.pop() if len(found) == 1 else None
    if converted is None:
        return UNKNOWN
    positional = default is None and not any(name.startswith("-") for v in call.args for name in _texts(v))
    if positional or call.keywords.get("required") == const(True):
        return converted
    return union(converted, NONE if default is None else _parsed(default, converted))


def _parsed(default: Value, converted: Value) -> Value:
    """A default: texts are converted as if they stood on the command line."""
    return union(
        *(converted if isinstance(a, Const) and isinstance(a.value, str) else frozenset({a}) for a in default)
    )


def _texts(value: Value | None) -> tuple[str, ...]:
    """The text that a value is; nothing where it is not one."""
    if value is None or len(value) != 1:
        return ()
    (atom,) = value
    return (atom.value,) if isinstance(atom, Const) and isinstance(atom.value, str) else ()
