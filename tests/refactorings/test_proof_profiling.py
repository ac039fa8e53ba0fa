"""Profiles: what is summed up however a process ends, and what the file does not hold."""

import sys
import textwrap

import pytest
from hybridize_analyzer.observed.profile import Kind, read_profile, written
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.reading import decode_source
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.profiling import profile
from hybridize_refactorings.proof.runs import Job

MODULE = """\
import time

limit = 1


def double(x):
    return 2 * x


def slow(x):
    time.sleep(0.05)
    return double(x)


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def reads():
    return limit


def takes(a, *rest, b=None, **more):
    return [a, (b, "secret text")]


def fails():
    raise ValueError("secret text")


class Counter:
    def __init__(self):
        self.count = 0
        self.fixed = 1

    def step(self):
        self.count += 1
        return self.fixed
"""
PYTHON = sys.executable
MAIN = "import module\nfrom module import *\n"


@pytest.fixture
def run(tmp_path):
    """Runs a script under the probe; gives the profile and how the command ended."""

    def act(text, *command, limit=60.0, **files):
        root = tmp_path / "project"
        root.mkdir()
        texts = {
            "pyproject.toml": "", "module.py": MODULE, "main.py": textwrap.dedent(text),
            **{f"{name}.py": textwrap.dedent(more) for name, more in files.items()},
        }  # fmt: skip
        for name, content in texts.items():
            (root / name).write_text(content)
        read = [decode_source(file.read_bytes(), file, root) for file in sorted(root.glob("*.py"))]
        job = Job(TreeCopy(root), command or (PYTHON, "main.py"), root, root, limit)
        return profile(job, {source.relative: source for source in read})

    return act


def function(found, name):
    return next(f for f in found.functions if f.qualname == name)


def calls(found):
    return {f.qualname: f.calls for f in found.functions}


def test_times_and_the_tree(run):
    found, ended = run(MAIN + "for i in range(3): slow(i)\ndouble(1)\n")
    assert ended.code == 0, ended.stderr
    assert calls(found) == {"double": 4, "slow": 3}
    slow = function(found, "slow")
    assert 0.15 <= slow.own <= slow.seconds
    assert [(node.function, node.calls, [n.function for n in node.nodes]) for node in found.tree] == [
        ("module.py:slow", 3, ["module.py:double"]),
        ("module.py:double", 1, []),
    ]


def test_recursion_counts_its_time_once(run):
    found, _ = run(MAIN + "depth(20)\n")
    seen = function(found, "depth")
    assert (seen.calls, seen.deepest) == (21, 21)
    assert len(found.tree) == 1
    assert found.tree[0].nodes == ()
    assert abs(seen.seconds - seen.own) < 1e-4


def test_values_are_described_and_not_kept(run):
    text = "takes('secret text', 1, 2.5, b={'secret text': [1]}, c=len)\nfor i in range(3): takes(i)\n"
    found, _ = run(MAIN + text)
    seen = function(found, "takes").parameters
    assert [(kind.kind, kind.type, count) for kind, count in seen["a"].kinds] == [
        ("primitive", "int", 3),
        ("primitive", "str", 1),
    ]
    assert seen["a"].values == 4
    number, text, callable_ = (Kind(kind=k, type=t) for k, t in (
        ("primitive", "int"), ("primitive", "float"), ("callable", "builtin_function_or_method")))  # fmt: skip
    rest, _ = next(pair for pair in seen["rest"].kinds if pair[0].length == 2)
    assert rest == Kind(kind="container", type="tuple", length=2, parts=(number, text))
    more, _ = next(pair for pair in seen["more"].kinds if pair[0].length == 1)
    assert more.parts == (callable_,)
    assert b"secret" not in written(found)


def test_state_that_changes_between_calls(run):
    text = "c = Counter()\nfor i in range(3):\n    reads(); c.step()\n    module.limit = i\n"
    found, _ = run(MAIN + text)
    assert function(found, "reads").changed == ("global limit",)
    assert function(found, "Counter.step").changed == ("attribute self.count",)


def test_exceptions_are_counted(run):
    found, _ = run(MAIN + "for i in range(2):\n    try: fails()\n    except ValueError: pass\n")
    assert (function(found, "fails").calls, function(found, "fails").errors) == (2, 2)


ENDS = [
    pytest.param("import os; os._exit(3)", 3, id="os._exit"),
    pytest.param("raise SystemExit(4)", 4, id="SystemExit"),
    pytest.param("import os, time; time.sleep(2.2); double(1); os.abort()", -6, id="abort"),
    pytest.param("import time; time.sleep(2.2); double(1); time.sleep(60)", None, id="time limit"),
]


@pytest.mark.parametrize(("end", "code"), ENDS)
def test_however_a_process_ends(run, end, code):
    found, ended = run(f"{MAIN}def main():\n    slow(1)\n    {end}\nmain()\n", limit=6.0)
    assert ended.code == code
    assert calls(found)["slow"] == 1
    assert calls(found)["main"] == 1
    assert found.tree[0].function == "main.py:main"  # it was still running
    assert found.tree[0].seconds >= function(found, "slow").seconds


def test_processes_and_threads(run):
    text = """\
        import multiprocessing, subprocess, sys, threading
        from module import double


        def local(n):
            for i in range(n):
                double(i)


        if __name__ == "__main__":
            for method in ("fork", "spawn"):
                with multiprocessing.get_context(method).Pool(1) as pool:
                    pool.map(local, [10])
                    pool.close()
                    pool.join()  # leaving the block ends workers by a signal
                process = multiprocessing.get_context(method).Process(target=local, args=(20,))
                process.start(); process.join()
            threads = [threading.Thread(target=local, args=(30,)) for _ in range(4)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
            subprocess.run([sys.executable, "-c", "import module; module.double(1)"], check=True)
        """
    found, ended = run(text)
    assert ended.code == 0, ended.stderr
    assert calls(found) == {"double": 2 * 10 + 2 * 20 + 4 * 30 + 1, "local": 8}
    assert found.faults == ()


def test_tests_are_named(run):
    test = "import pytest\nfrom module import double\n@pytest.mark.parametrize('x', [1, 2])\ndef test_it(x): double(x)\n"
    found, ended = run("", PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py", test_it=test)
    assert ended.code == 0, ended.stdout
    assert function(found, "double").tests == ("test_it.py::test_it[1]", "test_it.py::test_it[2]")


def test_many_short_calls_are_counted(run):
    found, _ = run(MAIN + "for i in range(20000): double(i)\n")
    seen = function(found, "double")
    assert seen.calls == 20000
    assert 10000 < seen.counted < 20000
    assert seen.parameters["x"].kinds[0][1] == seen.looked_at


def test_files_are_merged_and_read_again(run, tmp_path):
    found, _ = run(MAIN + "slow(1)\n")
    both = found.merged(found)
    assert calls(both) == {"double": 2, "slow": 2}
    assert len(both.runs) == 2
    assert both.tree[0].calls == 2
    file = tmp_path / "profile.json"
    file.write_bytes(written(both))
    assert read_profile(file) == both
    for content, message in ((b"{", "not a profile"), (b'{"tool": "x", "version": 99}', "version 99")):
        file.write_bytes(content)
        with pytest.raises(InputError, match=message):
            read_profile(file)


TENSORS = """\
import tensorflow as tf

class Layers(tf.Module):
    def __init__(self):
        self.w = None

    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.ones([2, 2]))
        return tf.matmul(x, self.w)


def three(x):
    return tf.nn.relu(x) + 1.0 * x


def inner(x):
    return x * 2.0


@tf.function
def graph(x):
    return inner(x) + 1.0


def each(x):
    return x + 1.0 if x > 0.0 else x


def main():
    layers = Layers()
    tf.map_fn(lambda x: each(x), tf.ones([4]))
    for n in (1, 2, 3):
        three(layers(tf.ones([n, 2])))
        graph(tf.ones([n, 2]))


main()
"""


@pytest.mark.tf
def test_tensorflow(run):
    found, ended = run(TENSORS)
    assert ended.code == 0, ended.stderr
    three, layers, graph, inner = (function(found, n) for n in ("three", "Layers.__call__", "graph", "inner"))
    assert (three.calls, three.operations, three.own_operations) == (3, 9, 9)
    shapes = [kind for kind, _ in three.parameters["x"].kinds]
    assert shapes == [Kind(kind="tensor", dtype="float32", shape=(n, 2)) for n in (1, 2, 3)]
    assert three.result.kinds == three.parameters["x"].kinds
    assert layers.variables == (1, 0)
    assert layers.changed == ("attribute self.w",)
    assert (graph.graph_calls, graph.traces) == (3, 3) or graph.traces == 2
    assert (inner.calls, inner.inside) == (0, ("main.py:graph",))
    each = function(found, "each")
    assert (each.calls, each.in_graph) == (
        4,
        0,
    )  # not in the form that AutoGraph gives what `tf.map_fn` calls
    assert found.runs[0].libraries.keys() >= {"python", "tensorflow"}


@pytest.mark.tf
def test_what_operations_compute():
    import tensorflow as tf
    from hybridize_refactorings.proof.probe import work

    def arithmetic(kind, inputs, output):
        elements = sum(int(tf.size(each)) for each in (*inputs, output))
        return round((work.seconds(kind, inputs, [output]) - 1e-9 * elements) / 5e-11)

    a, b = tf.ones((4, 6)), tf.ones((6, 5))
    assert arithmetic("MatMul", [a, b], a @ b) == 2 * 4 * 6 * 5
    a, b = tf.ones((3, 4, 6)), tf.ones((3, 6, 5))
    assert arithmetic("BatchMatMulV2", [a, b], a @ b) == 2 * 3 * 4 * 6 * 5
    image, kernel = tf.ones((2, 8, 8, 3)), tf.ones((3, 3, 3, 7))
    given = tf.nn.conv2d(image, kernel, 1, "SAME")
    each = 2 * 2 * 8 * 8 * 7 * 3 * 3 * 3
    assert arithmetic("Conv2D", [image, kernel], given) == each
    assert arithmetic("Conv2DBackpropInput", [tf.shape(image), kernel, given], image) == each
    assert arithmetic("Conv2DBackpropFilter", [image, tf.shape(kernel), given], kernel) == each
    one_by_one = tf.ones((3, 3, 3, 1))
    moved = tf.nn.depthwise_conv2d(image, one_by_one, [1, 1, 1, 1], "SAME")
    assert arithmetic("DepthwiseConv2dNative", [image, one_by_one], moved) == 2 * 2 * 8 * 8 * 3 * 9
    assert arithmetic("Cholesky", [tf.eye(9)], tf.eye(9)) == 9**3
    assert arithmetic("Add", [a, a], a) == 0
    assert work.seconds("__inference_step_17", [a], [a]) == float("inf")
