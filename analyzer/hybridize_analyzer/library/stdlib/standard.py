"""The standard library and other installed packages."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import nullcontext

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import DEFAULT_FACTORY
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    INT,
    NONE,
    NOTHING,
    STR,
    UNKNOWN,
    Class,
    Const,
    External,
    Function,
    Iterator,
    Module,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tuple,
    Value,
    const,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value, elements_of
from hybridize_analyzer.interpreter.tracing import function_objects
from hybridize_analyzer.interpreter.values import command_line, inside, installed, modules, rounding
from hybridize_analyzer.interpreter.values.allocation import allocate, new_dict, new_list
from hybridize_analyzer.interpreter.values.namespaces import ANY_MODULE, set_any_of
from hybridize_analyzer.interpreter.values.objects import PROXIED, VIEWED
from hybridize_analyzer.interpreter.values.special_methods import invoke
from hybridize_analyzer.interpreter.values.unseen import give_away, hand_over, package_call
from hybridize_analyzer.interpreter.values.writes import change_object
from hybridize_analyzer.library.common import (
    call_callback,
    callables,
    contains_tensor,
    everything,
    invoke_callbacks,
)
from hybridize_analyzer.library.numpy import generators
from hybridize_analyzer.library.numpy.sharing import write_to
from hybridize_analyzer.library.stdlib import (
    containers,
    context_variables,
    copying,
    dispatch,
    iteration,
    operator_module,
    patching,
)
from hybridize_analyzer.library.stdlib.printing import of_output
from hybridize_analyzer.program.modules import is_test

Args = tuple[Value, ...]
_AMBIENT = (
    "inspect.currentframe",
    "inspect.stack",
    "inspect.trace",
    "sys._getframe",
    "traceback.extract_stack",
    "traceback.format_stack",
    "os.path.exists",
    "os.path.is",
    "os.path.get",
    "os.path.samefile",
    "os.path.realpath",
    "os.path.abspath",
    "os.path.expand",
    "time.",
    "random.",
    "uuid.",
    "secrets.",
    "datetime.",
    "os.environ",
    "os.getenv",
    "os.getpid",
    "socket.",
    "platform.",
    "getpass.",
    "psutil.",
)
_OUTPUT = (
    "logging.", "warnings.", "sys.", "os.", "shutil.", "subprocess.", "pathlib.", "tempfile.", "pickle.",
    "csv.", "json.dump",
    "absl.", "tqdm.", "matplotlib.", "wandb.", "atexit.", "threading.", "io.", "glob.", "h5py.", "PIL.",
    "cv2.", "requests.", "pprint.",
)  # fmt: skip
_MESSAGES = ("logging.", "warnings.", "absl.", "pprint.")
_OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_"))
_DRAWING = ("cv2.",)
"""Those of them that write in arrays which they are given."""
_CALLING = ("atexit.register", "threading.Thread", "threading.Timer")
"""Those of them that call what they are given, later."""
_PURE = (
    "math.", "operator.", "itertools.", "string.", "re.", "typing.", "enum.", "abc.", "fractions.",
    "decimal.", "statistics.",
    "heapq.nlargest", "heapq.nsmallest", "heapq.merge", "bisect.bisect", "copy.", "json.dumps",
    "json.loads", "os.path.", "textwrap.",
    "hashlib.", "struct.", "base64.", "dataclasses.", "types.", "inspect.", "argparse.", "contextlib.",
    "numbers.", "cmath.",
    "collections.abc.", "typing_extensions.", "exception", "zlib.", "difflib.", "unittest.", "pytest.",
    "__future__.",
)  # fmt: skip
_COLLECTIONS = (
    "collections.deque",
    "collections.Counter",
    "collections.defaultdict",
    "collections.OrderedDict",
    "collections.UserDict",
    "collections.UserList",
)
_OTHER_COLLECTIONS = {
    "array.array": "collections.array",
    "queue.Queue": "collections.queue",
    "queue.LifoQueue": "collections.queue",
    "queue.PriorityQueue": "collections.queue",
    "queue.SimpleQueue": "collections.queue",
}


def _weak_set(call: Call) -> Value:
    """A set that loses its elements when nothing else holds them: at any time."""
    ref = allocate(call.state, call.frame, call.node, "builtins.set")
    containers.fill(call, "builtins.set", ref)
    call.state.heap.change(ref.key, ELEMENTS, call.where)
    return one(ref)


def run(call: Call, name: str) -> Value:
    if name in _SPECIAL:
        return _SPECIAL[name](call)
    if patching.is_patch(name):
        return patching.run(call, name)
    if name in _COLLECTIONS:
        return _collection(call, name)
    if name in _OTHER_COLLECTIONS:
        ref = allocate(call.state, call.frame, call.node, _OTHER_COLLECTIONS[name])
        content = call.args[1:2] if name == "array.array" else ()
        call.state.heap.write(
            ref.key,
            ELEMENTS,
            union(NOTHING, *(elements_of(call.state, call.frame, a, call.node) for a in content)),
        )
        return one(ref)
    if name == "weakref.WeakSet":
        return _weak_set(call)
    if name in _CHANGES_FIRST and call.args:
        return _change_first(call.state, call.frame, call.node, name, call.args)
    if name.startswith(_AMBIENT):
        call.emit(Kind.AMBIENT, f"`{name}` is read", member=name)
        return _ambient_result(call.state, call.frame, call.node, name, call.args)
    if name.startswith(_PURE):
        return _pure(call, name)
    if name.startswith(command_line.FLAGS) and name.rpartition(".")[2] in _OF_TEXTS:
        return UNKNOWN
    if name.startswith(_OUTPUT):
        return _output(call, name)
    found = installed.run(call, name)
    return found if found is not None else package_call(call, name)


def _output(call: Call, name: str) -> Value:
    """What is written outside of the program, or shown."""
    if any(contains_tensor(call.state, v) for v in call.values):
        call.emit(Kind.PYTHON_VALUE, f"`{name}` gets a tensor")
    call.emit(
        Kind.OUTPUT,
        f"`{name}` is called",
        member=name,
        aspect=of_output(call) if name.startswith(_MESSAGES) else None,
    )
    if name.startswith(_CALLING):
        hand_over(call)
    if name.startswith(_DRAWING):
        give_away(call)
    return (
        one(allocate(call.state, call.frame, call.node, "io.File"))
        if name.startswith(("io.", "logging.getLogger"))
        else UNKNOWN
    )


_FILTERED = "warnings that are shown or recorded every time"


def _filter(name: str) -> Callable[[Call], Value]:
    """A program may ask for warnings every time, and record or raise them; those of tests say nothing of programs."""

    def model(call: Call) -> Value:
        _note_filter(call)
        return _output(call, name)

    return model


def _note_filter(call: Call) -> None:
    if not call.values:
        return  # `with warnings.catch_warnings():`, which puts the filters back that are set inside
    action = call.argument(0, "action") or UNKNOWN
    seldom = all(isinstance(a, Const) and a.value in ("ignore", "default", "module", "once") for a in action)
    if not seldom and not is_test(call.frame.module.path):
        call.state.note(_FILTERED, _FILTERED, call.where)


def _warn(call: Call) -> Value:
    if not _is_shown_once(call):
        return _output(call, "warnings.warn")
    call.emit(Kind.VALUE, "`warnings.warn` is called, whose text Python shows once for each place")
    return NONE


def _is_shown_once(call: Call) -> bool:
    """Whether a warning has one text and one place, and the program leaves it to Python how often it is shown."""
    if (call.argument(2, "stacklevel") or const(1)) != const(1):
        return False  # its place is where the function is called
    text = call.argument(0, "message") or UNKNOWN
    fixed = all(isinstance(a, (Const, Scalar)) and a.type == "str" for a in text)
    varying = any(isinstance(a, Scalar) and a.varying for a in text)
    return fixed and not varying and call.state.noted(_FILTERED, _FILTERED) is None


_CHANGES_FIRST = frozenset(
    """heapq.heappush heapq.heappop heapq.heapify heapq.heapreplace heapq.heappushpop bisect.insort
    bisect.insort_left bisect.insort_right random.shuffle""".split()
)


def _change_first(state: State, frame: Frame, node: ast.AST, name: str, args: Args) -> Value:
    """Functions that change the list that is their first argument."""
    if name == "random.shuffle":
        state.emit(frame, node, Kind.AMBIENT, "`random.shuffle` draws random numbers")
    content = elements_of(state, frame, args[0], node)
    if any(contains_tensor(state, v) for v in (content, *args[1:])) and not name.startswith("random."):
        state.emit(frame, node, Kind.PYTHON_VALUE, f"`{name}` compares tensors in Python")
    added = union(NOTHING, *args[1:2])
    for atom in args[0]:
        if isinstance(atom, Ref):
            change_object(state, frame, node, atom.key, ELEMENTS, added, f"changed by `{name}`")
        else:
            state.emit(frame, node, Kind.WRITE, f"`{name}` changes what it is given")
    return union(content, added) if name in _TAKING else NONE


_TAKING = ("heapq.heappop", "heapq.heapreplace", "heapq.heappushpop")


def _ambient_result(state: State, frame: Frame, node: ast.AST, name: str, args: Args) -> Value:
    if name == "random.Random":
        return one(allocate(state, frame, node, "random.Random"))
    if name.startswith("time."):
        return one(Scalar("float", varying=True))
    if name.startswith("random."):
        return generators.python_draw(state, frame, node, name.removeprefix("random."), args)
    return UNKNOWN


_KEEP_CALLABLES = ("copy.", "typing.", "inspect.", "types.", "abc.", "enum.", "heapq.", "dataclasses.")


_ROUNDING = ("math.floor", "math.ceil", "math.trunc", "math.modf", "math.fmod")


def _pure(call: Call, name: str) -> Value:
    """Functions without effects; what they compute from tensors they compute from values."""
    given = call.values
    if any(_may_call(v) for v in given) and not name.startswith(_KEEP_CALLABLES):
        call.emit(Kind.UNKNOWN, f"`{name}` gets a function, and how it calls it cannot be seen")
    if name.startswith(("operator.", "itertools.")):
        return _lazy(call, name)
    if any(contains_tensor(call.state, v) for v in given) and not name.startswith(
        ("copy.", "typing.", "contextlib.", "dataclasses.", "types.")
    ):
        call.emit(Kind.PYTHON_VALUE, f"`{name}` needs the value of a tensor")
    if name in _ROUNDING and isinstance(call.node, ast.expr):
        rounding.note_taken(call.state, call.frame, call.node, union(*given))
    if name.startswith("math."):
        varying = any(isinstance(a, Scalar) and a.varying for v in given for a in v)
        return one(
            Scalar(
                "int" if name in ("math.floor", "math.ceil", "math.factorial", "math.comb") else "float",
                varying,
            )
        )
    if name in ("contextlib.suppress", "contextlib.ExitStack", "contextlib.AsyncExitStack"):
        return one(allocate(call.state, call.frame, call.node, name))
    if name == "contextlib.nullcontext":
        ref = allocate(call.state, call.frame, call.node, name)
        call.state.heap.write(ref.key, "enter_result", call.args[0] if call.args else NONE)
        return one(ref)
    if name.startswith(("json.dumps", "os.path.", "textwrap.", "string.")):
        return STR
    if name.startswith("heapq."):
        return _largest(call)
    return UNKNOWN


def _may_call(value: Value) -> bool:
    """Whether a value has a function that is not one of `operator`."""
    functions = (a.function if isinstance(a, Partial) else a for a in callables(value))
    return any(not (isinstance(f, External) and f.name.startswith("operator.")) for f in functions)


def _starmap(call: Call) -> Value:
    """`itertools.starmap(f, pairs)`."""
    if len(call.args) < 2:
        return UNKNOWN
    element = elements_of(call.state, call.frame, call.args[1], call.node)
    results: list[Value] = []
    call.frame.loop += 1
    with call.frame.indirectly():
        for atom in element:
            items = items_of(call.state, one(atom))
            given = (items, {}) if items is not None else ((), {"*": UNKNOWN})
            results.append(call_callback(call, call.args[0], given[0], traced=False, keywords=given[1]))
    call.frame.loop -= 1
    return one(Iterator(union(NOTHING, *results), source="itertools"))


def _tee(call: Call) -> Value:
    """`itertools.tee(items)`: iterators of their own."""
    element = elements_of(call.state, call.frame, call.args[0], call.node) if call.args else UNKNOWN
    made = one(Iterator(element, source="itertools"))
    return one(Tuple((made, made))) if len(call.args) == 1 and not call.keywords else UNKNOWN


def _reload(call: Call) -> Value:
    """`importlib.reload(module)` sets its variables anew."""
    for atom in call.args[0] if call.args else ():
        if isinstance(atom, Module):
            set_any_of(call.state, atom.path, call.where)
    call.emit(Kind.UNKNOWN, "a module is run again")
    return call.args[0] if call.args else UNKNOWN


def _largest(call: Call) -> Value:
    element = elements_of(call.state, call.frame, call.args[1], call.node) if len(call.args) > 1 else UNKNOWN
    if contains_tensor(call.state, iteration.sort_key(call, element)):
        call.emit(Kind.PYTHON_VALUE, "`heapq` compares tensors in Python")
    return new_list(call.state, call.frame, call.node, element)


def _lazy(call: Call, name: str) -> Value:
    if name.startswith("operator."):
        return operator_module.run(call, name.removeprefix("operator."))
    if name == "itertools.repeat" and call.args:
        return one(Iterator(call.args[0], source="itertools"))
    elements = [elements_of(call.state, call.frame, a, call.node) for a in call.args]
    if name == "itertools.chain.from_iterable":
        elements = [elements_of(call.state, call.frame, a, call.node) for a in elements]
    if any(contains_tensor(call.state, a) and not items_of(call.state, a) for a in call.args):
        call.emit(Kind.PYTHON_VALUE, f"`{name}` iterates over tensors")
    short = name.removeprefix("itertools.")
    if short == "zip_longest":
        elements.append(call.keywords.get("fillvalue", NONE))
    if short in ("product", "zip_longest", "combinations", "permutations", "pairwise"):
        return one(Iterator(one(Iterator(union(NOTHING, *elements), source="tuple")), source="itertools"))
    if short == "count":
        return one(Iterator(one(Scalar("int", varying=True)), source="itertools"))
    return one(Iterator(union(NOTHING, *elements), source="itertools"))


def _collection(call: Call, name: str) -> Value:
    ref = allocate(call.state, call.frame, call.node, name)
    containers.fill(call, name, ref)
    return one(ref)


def _chain(call: Call) -> Value:
    """`ChainMap(a, b)` and `MappingProxyType(a)` look entries up in the dicts themselves."""
    for atom in union(NOTHING, *call.args):
        if isinstance(atom, Ref):
            call.state.note(VIEWED, atom.key, call.where)
    return union(NOTHING, *call.args) if call.args else new_dict(call.state, call.frame, call.node, [])


def _proxy(call: Call) -> Value:
    """`MappingProxyType(a)` is such a view, which a graph does not return."""
    for atom in union(NOTHING, *call.args):
        if isinstance(atom, Ref):
            call.state.note(PROXIED, atom.key, call.where)
    return _chain(call)


def _namespace(name: str) -> Callable[[Call], Value]:
    """`SimpleNamespace(k=1)`: an object whose attributes are what it is given."""

    def model(call: Call) -> Value:
        ref = allocate(call.state, call.frame, call.node, name)
        for key, value in call.keywords.items():
            call.state.heap.write(ref.key, key if key not in ("*", "**") else "[any]", value)
        return one(ref)

    return model


def _namedtuple(call: Call) -> Value:
    ref = allocate(call.state, call.frame, call.node, "collections.namedtuple")
    names: tuple[Value, ...] = ()
    if len(call.args) > 1 and len(call.args[1]) == 1:
        (atom,) = call.args[1]
        if isinstance(atom, Const) and isinstance(atom.value, str):
            names = tuple(const(n) for n in atom.value.replace(",", " ").split())
        else:
            names = items_of(call.state, call.args[1]) or ()
    call.state.heap.set_exact(ref.key, names)
    return one(ref)


def _partial(call: Call) -> Value:
    if not call.args:
        return UNKNOWN
    made = allocate(call.state, call.frame, call.node, "functools.partial").key
    keywords = tuple(sorted(call.keywords.items()))
    return frozenset(Partial(a, call.args[1:], keywords, made) for a in call.args[0])


def _cached(call: Call) -> Value:
    """A call of a function behind `functools.lru_cache`: what it returns stays in the cache."""
    if any(contains_tensor(call.state, v) for v in everything(call.args[1:], call.keywords)):
        call.emit(Kind.PYTHON_VALUE, "a tensor is hashed")
    result = call_value(call.state, call.frame, call.node, call.args[0], call.args[1:], call.keywords)
    if contains_tensor(call.state, result):
        call.emit(Kind.WRITE, "a cache keeps a tensor")
    if inside.is_counted(call.state, call.args[0]):
        call.emit(Kind.WRITE, "a cache counts its calls, and the program reads the counts")
    call.state.heap.hold(result, "cache")
    return result


def _cache(call: Call) -> Value:
    """`@lru_cache` and `@lru_cache(maxsize=…)`."""
    if not call.args or not callables(call.args[0]):
        return one(External("functools.lru_cache"))
    return one(Partial(External("functools.cached"), (call.args[0],), ()))


def _deferred(name: str) -> Callable[[Call], Value]:
    """A call that is made when the attribute is read from an instance."""

    def model(call: Call) -> Value:
        return one(Partial(External(name), call.args, tuple(sorted(call.keywords.items()))))

    return model


def _reduce(call: Call) -> Value:
    """AutoGraph converts what is written in the function, and not what only the standard library calls."""
    if len(call.args) < 2:
        return UNKNOWN
    if tensors(call.args[1]):
        call.emit(Kind.PYTHON_VALUE, "`functools.reduce` needs the value of a tensor", aspect=Aspect.RAISES)
    element = elements_of(call.state, call.frame, call.args[1], call.node)
    total = call.args[2] if len(call.args) > 2 else element
    call.frame.loop += 1
    nested = all(isinstance(a, Function) and a.code.parent is not None for a in call.args[0])
    with nullcontext() if nested else call.frame.indirectly():
        for _ in range(2):
            total = union(
                total,
                call_callback(call, call.args[0], (total, element), traced=False),
            )
    call.frame.loop -= 1
    return total


def _wraps(call: Call) -> Value:
    return one(External("decorator.identity"))


def _update_wrapper(call: Call) -> Value:
    given = call.argument(0, "wrapper") or UNKNOWN
    function_objects.note_wrapper(call.state, given, call.where)
    function_objects.note_dressed(call.state, given, call.argument(1, "wrapped") or UNKNOWN, call.where)
    for atom in given:
        if isinstance(atom, Ref):
            call.state.heap.write(atom.key, "__wrapped__", call.argument(1, "wrapped") or UNKNOWN)
    return given


def _identity(call: Call) -> Value:
    return call.args[0] if call.args else UNKNOWN


def _closing(call: Call) -> Value:
    """`contextlib.closing(x)`: what `with` gives is `x`, which is closed at the end."""
    ref = allocate(call.state, call.frame, call.node, "contextlib.nullcontext")
    given = call.args[0] if call.args else UNKNOWN
    call.state.heap.write(ref.key, "enter_result", given)
    for atom in given:
        if isinstance(atom, Ref):
            invoke(call.state, call.frame, call.node, atom, ("close",))
    return one(ref)


def _pack_into(call: Call) -> Value:
    """`struct.pack_into(format, buffer, offset, …)`."""
    given = call.argument(1, "buffer") or UNKNOWN
    write_to(call.state, call.frame, call.node, given, "`struct.pack_into` writes to a buffer")
    return NONE


def _get_logger(call: Call) -> Value:
    return one(allocate(call.state, call.frame, call.node, "logging.Logger"))


def _string_io(call: Call) -> Value:
    return one(allocate(call.state, call.frame, call.node, "io.File"))


def _import_module(call: Call) -> Value:
    name = _first_text(call)
    if name is None or name.startswith("."):
        return invoke_callbacks(call, "`importlib.import_module`")
    return modules.named_module(call.state, call.frame, name, call.node)


def _first_text(call: Call) -> str | None:
    """The text that a call is given first; None where that is not known."""
    (atom,) = call.args[0] if call.args and len(call.args[0]) == 1 else (None,)
    return atom.value if isinstance(atom, Const) and isinstance(atom.value, str) else None


def _run_as_program(call: Call) -> Value:
    """`runpy.run_path(path)` and `runpy.run_module(name)`: what the file does happens here, once more."""
    state, frame = call.state, call.frame
    text = _first_text(call)
    for path in state.names.run_as(text, frame.module.path) if text is not None else sorted(state.modules):
        modules.import_project_module(state, path, frame, call.node)
    return invoke_callbacks(call, "`runpy`")


def _module_of(call: Call) -> Value:
    """`inspect.getmodule(x)`: that of a function or class of the project."""
    owners = call.args[0] if call.args else UNKNOWN
    found = {a.code.module.path if isinstance(a, (Function, Class)) else None for a in owners}
    path = found.pop() if len(found) == 1 else None
    return one(Module(path) if path is not None else Opaque(ANY_MODULE))


def _module_of_all(call: Call) -> Value:
    """`sys.modules.get(name)`."""
    return union(
        modules.one_of_all(call.state, call.frame, call.argument(0, "key") or UNKNOWN),
        *call.args[1:],
    )


def _fields(call: Call) -> Value:
    """`dataclasses.asdict(x)`, which copies what the fields hold as `copy.deepcopy` does."""
    copying.deep(call)
    return new_dict(call.state, call.frame, call.node, [(STR, UNKNOWN)])


def _values_of_fields(call: Call) -> Value:
    """The same as a tuple."""
    copying.deep(call)
    return UNKNOWN


def _exact(name: str) -> Callable[[Call], Value]:
    """A number or a span of time of the standard library, which never changes."""

    def model(call: Call) -> Value:
        if any(contains_tensor(call.state, v) for v in call.values):
            call.emit(Kind.PYTHON_VALUE, f"`{name}()` needs the value of a tensor")
        return one(Scalar(name))

    return model


def _flag(declared: Value) -> Callable[[Call], Value]:
    """`flags.DEFINE_float("rate", 0.1, "help")`."""

    def model(call: Call) -> Value:
        name = command_line.declare_flag(call, declared)
        return UNKNOWN if name is None else one(External(command_line.HOLDER + name))

    return model


def _processors(call: Call) -> Value:
    """How many processors the machine has, which stays so while a program runs."""
    return INT


_SPECIAL: dict[str, Callable[[Call], Value]] = {
    context_variables.VARIABLE: context_variables.new,
    **{name: _flag(declared) for name, declared in command_line.DECLARING.items()},
    "warnings.warn": _warn,
    **{
        f"warnings.{name}": _filter(f"warnings.{name}")
        for name in ("simplefilter", "filterwarnings", "catch_warnings")
    },
    "os.cpu_count": _processors,
    "multiprocessing.cpu_count": _processors,
    "copy.copy": copying.shallow,
    "copy.deepcopy": copying.deep,
    "itertools.groupby": iteration.groups,
    "collections.namedtuple": _namedtuple,
    "typing.NamedTuple": _namedtuple,
    "collections.ChainMap": _chain,
    "types.MappingProxyType": _proxy,
    "types.SimpleNamespace": _namespace("types.SimpleNamespace"),
    "argparse.Namespace": _namespace("argparse.Namespace"),
    "functools.partial": _partial,
    "functools.partialmethod": _deferred("functools.partialmethod"),
    "functools.cached_property": _deferred("functools.cached_property"),
    "functools.lru_cache": _cache,
    "functools.cache": _cache,
    "functools.cached": _cached,
    "functools.singledispatch": dispatch.single,
    "functools.singledispatchmethod": dispatch.single_method,
    "multipledispatch.Dispatcher": dispatch.new,
    "multipledispatch.dispatcher.Dispatcher": dispatch.new,
    "multipledispatch.dispatch": dispatch.by_name,
    dispatch.REGISTER: dispatch.register,
    dispatch.BY_NAME: dispatch.register_name,
    "functools.update_wrapper": _update_wrapper,
    "functools.reduce": _reduce,
    "functools.wraps": _wraps,
    "decorator.identity": _identity,
    "functools.total_ordering": _identity,
    "check_shapes.check_shape": _identity,
    "typing.cast": lambda call: call.args[1] if len(call.args) > 1 else UNKNOWN,
    "dataclasses.replace": copying.replaced,
    "copy.replace": copying.replaced,
    "dataclasses.asdict": _fields,
    "dataclasses.astuple": _values_of_fields,
    "dataclasses.field": lambda call: (
        one(Partial(External(DEFAULT_FACTORY), (call.keywords["default_factory"],), ()))
        if "default_factory" in call.keywords
        else call.keywords.get("default", UNKNOWN)
    ),
    "pytest.MonkeyPatch": patching.monkey,
    "pytest.MonkeyPatch.context": patching.monkey,
    "_pytest.monkeypatch.MonkeyPatch": patching.monkey,
    "_pytest.monkeypatch.MonkeyPatch.context": patching.monkey,
    "importlib.import_module": _import_module,
    "importlib.reload": _reload,
    "runpy.run_module": _run_as_program,
    "runpy.run_path": _run_as_program,
    "imp.reload": _reload,
    "itertools.starmap": _starmap,
    "itertools.tee": _tee,
    "abc.register": dispatch.register_class,
    "builtins.__import__": _import_module,
    "decimal.Decimal": _exact("Decimal"),
    "fractions.Fraction": _exact("Fraction"),
    "datetime.timedelta": _exact("timedelta"),
    "datetime.date": _exact("date"),
    "inspect.getmodule": _module_of,
    "sys.modules.get": _module_of_all,
    "sys.modules.__getitem__": _module_of_all,
    "asyncio.run": _identity,
    "logging.getLogger": _get_logger,
    "struct.pack_into": _pack_into,
    "contextlib.closing": _closing,
    "io.StringIO": _string_io,
    "io.BytesIO": _string_io,
}
