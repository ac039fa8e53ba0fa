"""Packages that are installed beside the program: where they are looked for, and what is said of calls into them."""

import subprocess
import sys
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.model import analysis_of
from hybridize_analyzer.packages.reading import Installed
from hybridize_analyzer.session import Session
from hybridize_analyzer.workspace.environment import NOTHING_INSTALLED, find_environment
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.reading import read_sources

PACKAGE = {
    "house-1.2.dist-info/METADATA": "Name: house\nVersion: 1.2\n",
    "house/__init__.py": "from .layers import *\nfrom .layers import scaled as rescaled\nfrom . import state\n",
    "house/layers.py": '''\
import tensorflow as tf
from .constants import WIDTH
from . import constants

__all__ = ["scaled", "logged", "Dense", "Wrapped"]
EPSILON = 1e-6


def shape_of(x):
    static, dynamic = x.shape.as_list(), tf.shape(x)
    return [dynamic[i] if length is None else length for i, length in enumerate(static)]


def flat(x):
    rows, columns = shape_of(x)
    return tf.reshape(x, [rows * columns])


def scaled(x):
    return x / (tf.norm(flat(x)) + EPSILON)


def logged(x):
    print("called")
    return x * 2.0


def described(x):
    print("tracing", x.shape)
    return x * 2.0


def numbered(x):
    most = tf.reduce_max(x)
    if most < 0.0:
        most = 0.0
    return x * tf.stack([most, most, 1.0])


def widened(x):
    return x * WIDTH


class Dense(tf.keras.layers.Dense):
    pass


class Wrapped(Dense, constants.Mixin):
    pass


def made(x):
    return Wrapped(3)(x)
''',
    "house/constants.py": "WIDTH = 2.0\n\n\nclass Mixin:\n    pass\n",
    "house/state.py": '''\
import tensorflow as tf

rate = 1.0
calls = []


def set_rate(value):
    global rate
    rate = value


def rated(x):
    return tf.square(x) * rate


def counted(x):
    calls.append(1)
    return tf.square(x)


def added(x, results):
    results.append(x)
    return tf.square(x)
''',
}  # fmt: skip
PROGRAM = """\
import house
import tensorflow as tf
from house import rescaled
from house.layers import made, widened
from house.state import added, counted, rated, set_rate

results = []


def normal(x):
    return rescaled(x) + house.scaled(x)


def loud(x):
    return house.logged(x) + 1.0


def wide(x):
    return widened(x) + 1.0


def by_rate(x):
    return rated(x) + 1.0


def counting(x):
    return counted(x) + 1.0


def adding(x):
    return added(x, results) + 1.0


def making(x):
    return made(x) + 1.0


for _ in range(2):
    for step in (normal, loud, wide, by_rate, counting, adding):
        step(tf.ones([2, 3]))
"""


@pytest.fixture
def environment(tmp_path):
    folder = tmp_path / "env" / "lib" / "python3.11" / "site-packages"
    for name, text in PACKAGE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return find_environment(tmp_path, tmp_path / "env")


def verdicts(tmp_path, environment, program=PROGRAM):
    file = tmp_path / "project" / "main.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(program)
    sources, _ = read_sources([file], file.parent)
    report = analyze(file.parent, sources, environment=environment)
    assert report.errors == ()
    return {f.qualname: f for f in report.functions}


def test_without_an_environment_calls_of_packages_are_unseen(tmp_path):
    found = verdicts(tmp_path, NOTHING_INSTALLED)
    assert {f.verdict for f in found.values()} == {"undetermined"}


def test_what_is_wholly_seen_counts_as_code_of_the_project(tmp_path, environment):
    found = verdicts(tmp_path, environment)
    assert (found["normal"].verdict, found["normal"].safe) == ("convert", True)
    assert (found["loud"].verdict, found["loud"].refusals) == ("keep", ("python-output",))
    assert (found["adding"].verdict, "python-side-effect" in found["adding"].refusals) == ("keep", True)


NUMBERED = """\
import house.layers
import tensorflow as tf


def numbered(x):
    most = tf.reduce_max(x)
    if most < 0.0:
        most = 0.0
    return x * tf.stack([most, most, 1.0])


def here(x):
    return numbered(x) + 1.0


def there(x):
    return house.layers.numbered(x) + 1.0


@tf.function
def traced(x):
    return house.layers.described(x) + 1.0


for step in (here, there, traced):
    step(tf.ones([2, 3]))
"""


def test_what_is_in_doubt_or_intended_is_so_in_a_package(tmp_path, environment):
    found = verdicts(tmp_path, environment, NUMBERED)
    assert found["here"].verdict == found["there"].verdict == "undetermined"
    assert "tensor-control-flow" in found["there"].refusals
    assert [e.kind for e in found["traced"].hazards] == ["output"]
    sources, _ = read_sources([tmp_path / "project" / "main.py"], tmp_path / "project")
    assert analyze(tmp_path / "project", sources, environment=environment).findings == ()


@pytest.mark.parametrize("name", ["by_rate", "counting", "making"])
def test_what_the_package_may_change_or_make_stays_unseen(tmp_path, environment, name):
    found = verdicts(tmp_path, environment)[name]
    assert (found.verdict, "unseen-code" in found.refusals) == ("undetermined", True)


def test_a_value_that_a_package_exports_is_an_assumption(tmp_path, environment):
    found = verdicts(tmp_path, environment)["wide"]
    assert (found.verdict, [a.kind.value for a in found.assumptions]) == ("convert", ["unseen-value"])


def test_a_function_that_the_program_replaces_stays_unseen(tmp_path, environment):
    program = PROGRAM.replace("results = []", "results = []\nhouse.layers.flat = lambda x: x")
    assert verdicts(tmp_path, environment, program)["normal"].verdict != "convert"


LAYERS = """\
import tensorflow as tf
from house import Wrapped


class Loud(Wrapped):
    def call(self, x):
        print("called")
        return x * 2.0


class Quiet(Wrapped):
    def call(self, x):
        return x * 2.0


class Hidden(Wrapped):
    pass


loud, quiet, hidden = Loud(3), Quiet(3), Hidden(3)


def through_loud(x):
    return loud(x) + 1.0


def through_quiet(x):
    return quiet(x) + 1.0


def through_hidden(x):
    return hidden(x) + 1.0


for _ in range(2):
    for step in (through_loud, through_quiet, through_hidden):
        step(tf.ones([2, 3]))
"""


def test_layers_below_those_of_a_package_are_layers(tmp_path, environment):
    unread, found = (verdicts(tmp_path, e, LAYERS) for e in (NOTHING_INSTALLED, environment))
    assert unread["through_loud"].verdict == "convert"  # what `Loud` does cannot be seen: an assumption
    assert (found["through_loud"].verdict, found["through_loud"].refusals) == ("keep", ("python-output",))
    for name in ("through_quiet", "through_hidden"):
        assert (found[name].verdict, found[name].safe) == ("convert", False), name


def test_only_functions_of_the_project_are_reported(tmp_path, environment):
    found = verdicts(tmp_path, environment)
    assert {f.path for f in found.values()} == {"main.py"}
    assert {reason.where.path for f in found.values() for reason in f.reasons} == {"main.py"}


def test_ancestors_of_classes_are_followed_through_imports(environment):
    found = Installed(environment)
    assert found.ancestors("house.Wrapped") == (
        "house.layers.Dense",
        "keras.layers.Dense",
        "house.constants.Mixin",
    )
    assert found.ancestors("house.scaled") == ()
    assert found.ancestors("house.missing.Thing") == ()


SEVERAL = {
    "fallback": "try:\n    from fast import work\nexcept ImportError:\n    def work(x):\n        return x\n",
    "chosen": "import sys\nif sys.flags.dev_mode:\n    def work(x):\n        return x\n",
    "starred": "def work(x):\n    return x\nfrom house.other import *\n",
    "other": "def work(x):\n    return -x\n",
    "covered": "from house.other import work as covered\n",
}


@pytest.mark.parametrize("name", ["fallback", "chosen", "starred"])
def test_names_that_may_mean_several_things_are_not_followed(environment, name):
    folder = Path(environment.folders[0])
    for module, text in SEVERAL.items():
        (folder / "house" / f"{module}.py").write_text(text)
    assert Installed(environment).function("house.other.work") is not None
    assert Installed(environment).function(f"house.{name}.work") is None


def test_a_module_whose_name_its_package_gives_to_something_else_is_not_followed(environment):
    folder = Path(environment.folders[0])
    for module, text in SEVERAL.items():
        (folder / "house" / f"{module}.py").write_text(text)
    start = folder / "house" / "__init__.py"
    start.write_text(f"{start.read_text()}from .covered import covered as other\n")
    assert Installed(environment).function("house.other.work") is None


def test_environments_are_found_where_they_are_named_active_or_near(tmp_path, environment):
    folder = Path(environment.folders[0])
    assert find_environment(tmp_path, folder) == environment
    (tmp_path / "env" / "bin").mkdir()
    (tmp_path / "env" / "bin" / "python").write_text("")
    assert find_environment(tmp_path, tmp_path / "env" / "bin" / "python") == environment
    assert find_environment(tmp_path, variables={"VIRTUAL_ENV": str(tmp_path / "env")}) == environment
    assert find_environment(tmp_path, variables={}) == NOTHING_INSTALLED
    (tmp_path / "env").rename(tmp_path / ".venv")
    assert find_environment(tmp_path, variables={}).folders != ()
    assert find_environment(tmp_path, Path("none"), {}) == NOTHING_INSTALLED
    with pytest.raises(InputError, match="no installed packages"):
        find_environment(tmp_path, tmp_path / "elsewhere")


def test_another_version_is_another_environment(tmp_path, environment):
    folder = Path(environment.folders[0])
    (folder / "house-1.2.dist-info").rename(folder / "house-1.3.dist-info")
    assert find_environment(tmp_path, folder).digest != environment.digest


@pytest.mark.tf
def test_what_is_called_safe_is_the_same_as_a_graph(tmp_path, environment):
    safe = [name for name, f in verdicts(tmp_path, environment).items() if f.verdict == "convert" and f.safe]
    program = f"""{PROGRAM}
for name in {safe!r}:
    x = tf.constant([[1.0, -2.0, 3.0], [0.5, 4.0, 0.0]])
    eager, graph = globals()[name](x), tf.function(globals()[name])(x)
    assert abs((eager - graph).numpy()).max() < 1e-6, name
    print("same", name)
"""
    text = f"import sys; sys.path.insert(0, {environment.folders[0]!r})\n{program}"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, encoding="utf-8", check=False)
    assert [line for line in done.stdout.splitlines() if line.startswith("same")] == [
        f"same {n}" for n in safe
    ], done.stderr


def test_editors_and_explanations_read_the_packages_that_the_command_line_reads(tmp_path, environment):
    root = tmp_path / "asked"
    root.mkdir()
    (root / "main.py").write_text(PROGRAM)
    sources, _ = read_sources([root / "main.py"], root)
    report = analyze(root, sources, environment=environment)
    assert Session(root, environment=environment).report(sources) == report
    assert Session(root).report(sources) != report
    line = next(f.line for f in report.functions if f.qualname == "normal")
    seen = analysis_of(root, sources, "main.py", environment=environment).why("main.py", line)
    unseen = analysis_of(root, sources, "main.py").why("main.py", line)
    assert "unseen-code" not in "".join(seen.lines(3))
    assert "unseen-code" in "".join(unseen.lines(3))
