"""Which framework a file is written for, where that is certainly not TensorFlow 2.

A file of PyTorch or JAX may look as if it computed with tensors that cannot be seen, and one of TensorFlow 1 as if it ran
eagerly.  Nothing in them gains from `tf.function`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.program.code import ModuleCode, bound_names, children, found_once, is_main, walk
from hybridize_analyzer.program.components import import_targets, target_path
from hybridize_analyzer.program.full_names import dotted_name, imported_names

_OTHERS = frozenset("torch jax flax haiku optax mxnet paddle chainer theano cupy mindspore oneflow".split())
_OURS = frozenset("tensorflow keras tf_keras tensorflow_probability tensorflow_addons sonnet".split())
_EAGER = frozenset({"GradientTape", "function", "enable_eager_execution", "enable_v2_behavior"})
"""What TensorFlow 2 has, and what switches its behaviour on."""
_V1 = "tensorflow.compat.v1"
_OF_GRAPHS = frozenset(
    """placeholder Session InteractiveSession get_variable variable_scope global_variables_initializer get_collection
    get_default_graph GraphKeys""".split()
)
"""What only programs use that build a graph and run it in a session."""
_ENOUGH = 3
"""Other names of TensorFlow 1 from which a file is one for it; fewer are left over from a migration."""
_ALIASES = ("python.", "keras.", "losses.", "metrics.", "optimizers.", "initializers.")
"""Modules whose names came and went with versions of Keras."""
_FAILING = ("framework", "")
"""Where it is kept which files of the project fail, beside what each is written for."""
_TESTS_OF_VERSIONS = ("version", "hasattr", "tf1", "tf2", "v1", "v2")


def other_framework(state: State, module: ModuleCode) -> str | None:
    """What a file is written for: `torch`, `TensorFlow 1`, …; None where it may be TensorFlow 2."""
    key = ("framework", module.path)
    if key not in state.places:
        state.places[key] = _framework(module) or _by_other_files(state, module)
    found = state.places[key]
    assert found is None or isinstance(found, str)
    return found


def _by_other_files(state: State, module: ModuleCode) -> str | None:
    """The same of a file that nothing in it forbids TensorFlow 2 to load, but what it imports, or all that import it."""
    failing = _failing(state)
    if module.path in failing:
        return "TensorFlow 1"
    if not state.is_imported(module.path) or any(map(is_main, module.tree.body)):
        return None
    importing = {path for path, loaded in state.imports.items() if module.path in loaded} - {module.path}
    return "TensorFlow 1" if importing and importing <= failing else None


def _failing(state: State) -> frozenset[str]:
    """The files that TensorFlow 2 cannot load: each alone, or for what it imports whenever it is loaded."""
    if _FAILING not in state.places:
        importing: dict[str, list[str]] = {}
        for path, module in state.modules.items():
            for target in _loaded_by(state, module):
                importing.setdefault(target, []).append(path)
        found: set[str] = set()
        pending = [path for path, module in state.modules.items() if _fails(module)]
        while pending:
            path = pending.pop()
            if path not in found:
                found.add(path)
                pending += importing.get(path, ())
        state.places[_FAILING] = frozenset(found)
    failing = state.places[_FAILING]
    assert isinstance(failing, frozenset)
    return failing


def _fails(module: ModuleCode) -> bool:
    """Whether TensorFlow 2 cannot load a file, whatever it imports of the project."""
    return any(map(_is_of_contrib, module.tree.body)) or _fails_at_once(module)


def _loaded_by(state: State, module: ModuleCode) -> Iterator[str]:
    """The files of the project that a file imports whenever it is loaded."""
    always = (node for node in module.tree.body if isinstance(node, (ast.Import, ast.ImportFrom)))
    targets = (target_path(state.names, module.path, *target) for target in import_targets(always))
    return (target for target in targets if target is not None)


def _framework(module: ModuleCode) -> str | None:
    names = imported_names(module.imports)
    roots = {name.partition(".")[0] for name in names.values()}
    if not roots & _OURS:
        return min(roots & _OTHERS, default=None)
    if _fails(module):
        return "TensorFlow 1"
    dotted = {each for statement in module.tree.body for each in found_once(statement, _read)}
    read = {".".join((names[root], *rest)) for root, *rest in dotted if root in names}
    if any(name.rpartition(".")[2] in _EAGER for name in read):
        return None
    if any(found_once(statement, _takes_dimensions_apart) for statement in module.tree.body):
        return "TensorFlow 1"
    old = [name.removeprefix("tensorflow.") for name in read if _is_of_version_1(name)]
    of_graphs = any(not _OF_GRAPHS.isdisjoint(name.split(".")) for name in old)
    return "TensorFlow 1" if of_graphs or len(old) >= _ENOUGH else None


def _is_of_contrib(statement: ast.stmt) -> bool:
    """Whether it imports `tensorflow.contrib`, which TensorFlow 2 does not have, with no handler for that."""
    if isinstance(statement, ast.ImportFrom):
        whole = [f"{statement.module}.{alias.name}" for alias in statement.names]
    elif isinstance(statement, ast.Import):
        whole = [alias.name for alias in statement.names]
    else:
        return False
    return any(f"{name}.".startswith("tensorflow.contrib.") for name in whole)


def _takes_dimensions_apart(root: ast.AST) -> bool:
    """Whether it reads `x.shape[0].value`, which is an error in TensorFlow 2: lengths are numbers there."""
    return any(isinstance(node, ast.Attribute) and _is_value_of_length(node) for node in _always_run(root))


def _is_value_of_length(node: ast.Attribute) -> bool:
    whole = node.value.value if node.attr == "value" and isinstance(node.value, ast.Subscript) else None
    asked = whole.func if isinstance(whole, ast.Call) else whole
    return isinstance(asked, ast.Attribute) and asked.attr in ("shape", "get_shape")


def _always_run(root: ast.AST) -> Iterator[ast.AST]:
    """What stands in a statement, but for branches that ask for a version, and what is tried."""
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.If, ast.IfExp)) and found_once(node.test, _asks_for_version):
            continue
        if isinstance(node, ast.Try):
            pending += node.finalbody
            continue
        yield node
        whole = isinstance(node, ast.Attribute) and dotted_name(
            node
        )  # of `tf.nn.relu`, not `tf.nn` once more
        pending += () if whole else children(node)


def _asks_for_version(test: ast.expr) -> bool:
    written = ast.unparse(test).lower()
    return any(t in written for t in _TESTS_OF_VERSIONS)


def _read(statement: ast.AST) -> frozenset[tuple[str, ...]]:
    """The parts of all dotted names that are read, but for branches that ask for a version."""
    dotted = (dotted_name(node) for node in _always_run(statement) if isinstance(node, ast.Attribute))
    return frozenset(filter(None, dotted))


def _fails_at_once(module: ModuleCode) -> bool:
    """Whether TensorFlow 2 cannot load the file, because its top level reads a name that TensorFlow 1 alone has."""
    bound = Counter(name for statement in module.tree.body for name in found_once(statement, _bound))
    ours = {
        name
        for name, whole in imported_names(module.imports).items()
        if whole == "tensorflow" and bound[name] == 1
    }
    read = {each for statement in module.tree.body for each in found_once(statement, _read_at_once)}
    return any(root in ours and _is_gone(".".join(("tensorflow", *rest))) for root, *rest in read)


def _bound(statement: ast.AST) -> tuple[str, ...]:
    """The names that something in a statement binds, each as often as that happens."""
    return tuple(name for node in walk(statement) for name in bound_names(node))


_NOT_AT_ONCE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.If, ast.IfExp, ast.BoolOp, ast.Try)


def _read_at_once(statement: ast.AST) -> frozenset[tuple[str, ...]]:
    """The parts of all dotted names that are read whenever a statement is executed."""
    found: set[tuple[str, ...]] = set()
    pending = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, _NOT_AT_ONCE):
            continue
        whole = dotted_name(node) if isinstance(node, ast.Attribute) else ()
        found |= {whole} if whole else set()
        pending += () if whole else children(node)
    return frozenset(found)


def _is_of_version_1(name: str) -> bool:
    """Whether only TensorFlow 1 has a name, or a graph without eager execution needs it."""
    return name.endswith(".placeholder") if name.startswith(f"{_V1}.") else _is_gone(name)


def _is_gone(name: str) -> bool:
    """Whether TensorFlow 2 does not have a name that TensorFlow 1 has, so that reading it is an error."""
    root, _, rest = name.partition(".")
    if root != "tensorflow" or rest.startswith((*_ALIASES, "compat.")):
        return False
    return rest.startswith("contrib.") or (export(name) is None and export(f"{_V1}.{rest}") is not None)
