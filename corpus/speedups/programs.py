"""The programs that are sped up: the bundled models, and programs of public repositories on small made-up data.

Of a public program only its place is kept here, and what is changed of it: a shorter run, and what has another name in
current TensorFlow.  Its `tf.function`s are taken out before it is sped up; with them it is run beside.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tokenize
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from corpus.proofs.run import ProofError, packages
from corpus.proofs.subjects import Subject, models
from corpus.recovery.stripping import strip

STANDINS = Path(__file__).with_name("standins")
_BATCHES = (
    "--batch-size",
    "16",
)  # of the models that treat one example after the other; four, as they are, make a short demo
_OTHER_STEPS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "moe": (300, _BATCHES),
    "module_network": (300, _BATCHES),
    "tree_lstm": (100, _BATCHES),
    "varlen_lstm": (100, _BATCHES),
    "transformer_step": (100, ()),
}
_ORDINARY = 1000
_LEGACY = {"TF_USE_LEGACY_KERAS": "1"}
_NOTHING = "(lambda *_, **__: None)"


@dataclass(frozen=True, slots=True)
class Public:
    """A program of a public repository.

    repository: OWNER/NAME; commit.  folder: the part of it that the command runs in.  parts: files and folders of
    `folder` that are taken; all of it if none is named.
    arguments: the script and its arguments, which runs by `small`, see `standins`; or what pytest is given.
    replaced: file, what stands there, what is put in its place, wherever it stands.
    paths: folders of the tree to import from.  needs: whether it needs more packages than TensorFlow and NumPy.
    made: writes data into the tree.  tests: whether it is a test suite, which pytest runs.
    stripped: whether it runs without its authors' graphs.
    """

    name: str
    repository: str
    commit: str
    folder: str
    arguments: tuple[str, ...]
    parts: tuple[str, ...] = ()
    replaced: tuple[tuple[str, str, str], ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    paths: tuple[str, ...] = ()
    needs: bool = False
    made: Callable[[Path], None] | None = None
    tests: bool = False
    stripped: bool = True

    @property
    def command(self) -> tuple[str, ...]:
        """What is run in its tree."""
        how = ("pytest", "-q", "-p", "no:cacheprovider") if self.tests else ("small",)
        return (sys.executable, "-m", *how, *self.arguments)


def _sentences(tree: Path) -> None:
    """Pairs of sentences for a translation, with their vocabularies."""
    random = np.random.default_rng(0)
    folder = tree / "data"
    folder.mkdir(exist_ok=True)
    for language in ("en", "de"):
        words = [f"{language}{n}" for n in range(200)]
        lines = [" ".join(random.choice(words, 8)) for _ in range(190)]
        (folder / f"train.{language}").write_text("\n".join(lines) + "\n", encoding="utf-8")
        vocabulary = ["<unk>", "<s>", "</s>", *words]
        (folder / f"vocab.50K.{language}").write_text("\n".join(vocabulary) + "\n", encoding="utf-8")


def _pictures(tree: Path) -> None:
    """Pictures in a folder per class, for training and the two tests."""
    from PIL import Image

    random = np.random.default_rng(0)
    for part, count in (("train", 16), ("valid", 4), ("test", 4)):
        for label in range(5):
            folder = tree / "dataset" / part / f"class{label}"
            folder.mkdir(parents=True, exist_ok=True)
            for number in range(count):
                pixels = random.integers(0, 255, (32, 32, 3), dtype=np.uint8)
                Image.fromarray(pixels).save(folder / f"{number}.jpg")


_EXAMPLES = ("YunYang1994/TensorFlow2.0-Examples", "299fd6689f242d0f647a96b8844e86325e9fcb46")
_AGENTS = ("marload/DeepRL-TensorFlow2", "876266d9a5fcf7d8a7c7e3afd8b110085b32b615")
_DEEPXDE = ("lululxvi/deepxde", "99b6620386d18cefb1549dddb7b7fe468cfad607")
_VEGASFLOW = ("N3PDF/vegasflow", "c88de80f4eb3e64f324350d6796b6ff81d71a3db")
_HANDBOOK = ("snowkylin/tensorflow-handbook", "ee9fbe02ceee4e2f4fe23960219dd23ad5904c55")
_PINNS = ("pierremtb/PINNs-TF2.0", "d07587cd63efd08ee826e759e5c5c0bb31edf610")
_COOKBOOK = (
    "PacktPublishing/Tensorflow-2-Reinforcement-Learning-Cookbook", "87733a161e16510ac0d332261986ebd6fd28a6a1",
)  # fmt: skip

PUBLIC = (
    Public(
        "TensorFlow2.0-Examples/MLP", *_EXAMPLES, "2-Basical_Models", ("Multilayer_Perceptron.py",),
        ("Multilayer_Perceptron.py",),
        (("Multilayer_Perceptron.py", "training_steps = 3000", "training_steps = 300"),),
    ),
    Public(
        "TensorFlow2.0-Examples/CNN", *_EXAMPLES, "2-Basical_Models", ("CNN.py",), ("CNN.py",),
        (
            ("CNN.py", "reset_states()", "reset_state()"),
            ("CNN.py", "EPOCHS = 5", "EPOCHS = 1"),
            ("CNN.py", ".batch(32)", ".batch(32).take(15)"),
        ),
    ),
    Public(
        "TensorFlow2.0-Examples/Linear_Regression", *_EXAMPLES, "2-Basical_Models", ("Linear_Regression.py",),
        ("Linear_Regression.py",),
        (
            ("Linear_Regression.py", "in range(30)", "in range(800)"),
            ("Linear_Regression.py", "    plot(epoch + 1)", ""),
        ),
    ),
    Public(
        "TensorFlow2.0-Examples/autoencoder", *_EXAMPLES, "3-Neural_Network_Architecture", ("autoencoder.py",),
        ("autoencoder.py",),
        (
            ("autoencoder.py", "range(10000)", "range(100)"),
            ("autoencoder.py", "X_test[:5000], (5000, 784)", "X_test[:400], (400, 784)"),
            ("autoencoder.py", "y_test[:5000]", "y_test[:400]"),
            ("autoencoder.py", "Adam(lr=", "Adam(learning_rate="),
        ),
        _LEGACY,
    ),
    Public(
        "DeepRL-TensorFlow2/PPO_Continuous", *_AGENTS, "PPO", ("PPO_Continuous.py", "--epochs", "10"), (),
        (("PPO_Continuous.py", "agent.train()", "agent.train(4)"),),
    ),
    Public(
        "DeepRL-TensorFlow2/DDPG", *_AGENTS, "DDPG", ("DDPG_Continuous.py",), (),
        (("DDPG_Continuous.py", "agent.train()", "agent.train(10)"),),
    ),
    Public(
        "nmt-attention-tf2", "thisisiron/nmt-attention-tf2", "ddcd3b4ed2a20d5a7a1eeac3292abb5e39a95bde", "",
        ("main.py", "--epoch", "1", "--units", "32", "--embedding-dim", "32", "--max-len", "10"),
        environment=_LEGACY, needs=True, made=_sentences,
    ),
    Public(
        "PINNs-TF2.0/burgers", *_PINNS, "", ("1d-burgers/inf_cont_burgers.py",), ("1d-burgers", "utils"),
        (
            ("1d-burgers/inf_cont_burgers.py", 'hp["N_f"] = 10000', 'hp["N_f"] = 500'),
            ("1d-burgers/inf_cont_burgers.py", 'hp["tf_eps"] = None', 'hp["tf_eps"] = 1e-7'),
            ("1d-burgers/inf_cont_burgers.py", 'hp["tf_epochs"] = 100', 'hp["tf_epochs"] = 60'),
            ("1d-burgers/inf_cont_burgers.py", 'hp["nt_epochs"] = 200', 'hp["nt_epochs"] = 10'),
            ("utils/plotting.py", "mpl.rcParams.update(pgf_with_latex)", ""),
            ("1d-burgers/inf_cont_burgers.py", ", plot_inf_cont_results\n", f"\nplot_inf_cont_results = {_NOTHING}\n"),
        ),
        needs=True,
    ),
    Public(
        "PINNs-TF2.0/schrodinger", *_PINNS, "", ("1dcomplex-schrodinger/inf_cont_schrodinger.py",),
        ("1dcomplex-schrodinger", "utils"),
        (
            ("1dcomplex-schrodinger/inf_cont_schrodinger.py", 'hp["N_f"] = 20000', 'hp["N_f"] = 500'),
            ("1dcomplex-schrodinger/inf_cont_schrodinger.py", 'hp["tf_epochs"] = 200', 'hp["tf_epochs"] = 60'),
            ("utils/plotting.py", "mpl.rcParams.update(pgf_with_latex)", ""),
            (
                "1dcomplex-schrodinger/inf_cont_schrodinger.py", ", plot_inf_cont_results\n",
                f"\nplot_inf_cont_results = {_NOTHING}\n",
            ),
        ),
        paths=("utils",), needs=True,
    ),
    Public(
        "vegasflow/basic_example", *_VEGASFLOW, "", ("examples/basic_example.py",),
        ("src", "examples/basic_example.py"), environment=_LEGACY, paths=("src",), needs=True,
    ),
    Public(
        "deepxde/func", *_DEEPXDE, "", ("examples/function/func.py",), ("deepxde", "examples/function/func.py"),
        (("examples/function/func.py", "iterations=10000", "iterations=120"),),
        {"DDE_BACKEND": "tensorflow"}, ("",), needs=True,
    ),
    Public(
        "TensorFlow2.0_ResNet", "calmisential/TensorFlow2.0_ResNet", "6136d57c7580d24c9ee3e55ca0b820822565ce17",
        "", ("train.py",), (),
        (
            ("config.py", "EPOCHS = 50", "EPOCHS = 1"),
            ("config.py", "_height = 224", "_height = 32"),
            ("config.py", "_width = 224", "_width = 32"),
            ("config.py", '\nmodel = "resnet50"', '\nmodel = "resnet18"'),
        ),
        environment=_LEGACY, made=_pictures,
    ),
    Public(
        "tensorflow-handbook/autograph", *_HANDBOOK, "source/_static/code/zh-hant", ("model/autograph/main.py",),
        ("model/autograph/main.py", "model/mnist/cnn.py", "model/utils.py"),
        (
            ("model/autograph/main.py", "from zh.", "from "),
            ("model/autograph/main.py", "num_batches = 1000", "num_batches = 15"),
        ),
        paths=("",),
    ),
    Public(
        "tensorflow-handbook/text_generation", *_HANDBOOK, "source/_static/code/zh-hant/model/text_generation",
        ("rnn.py",), ("rnn.py",),
        (("rnn.py", "num_batches = 1000", "num_batches = 15"), ("rnn.py", "range(400)", "range(10)")), _LEGACY,
    ),
    Public(
        "Autoencoders-tf2.0/AE", "jinh0park/Autoencoders-tf2.0", "3c2972c906f40d4a1e8548cfb4de07623367c48b", "",
        ("run_main.py", "--ae_type", "AE", "--num_epochs", "15", "--batch_size", "100"), (),
        (("run_main.py", "    plot.plot_AE(model, test_dataset)\n", ""),), _LEGACY,
    ),
    Public(
        "maml-tf2", "luis-mueller/maml-tf2", "a7fcc47fbb5cbc0d3c6d2ddfa1c4f9fa6d40d51a", "",
        ("run.py", "sinusoid", "maml", "--batch-size", "40", "--training-tasks", "10"), ("run.py", "mamltf2"),
        (
            ("mamltf2/deployable.py", "import tensorflowjs as tfjs\n", ""),
            ("mamltf2/deployable.py", "tfjs.converters.save_keras_model(self.model, path)", "pass"),
        ),
        _LEGACY,
    ),
    Public(
        "Hands-On-Neural-Networks/gan", "PacktPublishing/Hands-On-Neural-Networks-with-TensorFlow-2.0",
        "1427cd8814245d1621411f58f27168cc649d1b70", "Chapter09/tf2", ("gan.py",), ("gan.py",),
        (("gan.py", "range(40000)", "range(400)"), ("gan.py", "optimizers.Adam", "optimizers.legacy.Adam")), _LEGACY,
    ),
    Public(
        "TRPO-Tensorflow2", "spideralessio/TRPO-Tensorflow2", "615b543dcb510b06b241f00f5c6e289ed49f1c9e", "",
        ("train.py", "CartPole-v0", "--episodes", "5"), ("train.py", "TRPO.py", "utils.py", "configs"), (), _LEGACY,
    ),
    Public(
        "RL-Cookbook/actor_critic", *_COOKBOOK, "Chapter02", ("8_actor_critic_agent.py",),
        ("8_actor_critic_agent.py",), (("8_actor_critic_agent.py", "num_episodes = 2", "num_episodes = 12"),), _LEGACY,
        needs=True,
    ),
    Public(
        "RL-Cookbook/policy_gradients", *_COOKBOOK, "Chapter02", ("7_policy_gradients.py",),
        ("7_policy_gradients.py",), (("7_policy_gradients.py", "episodes = 2 ", "episodes = 12 "),), _LEGACY,
        needs=True,
    ),
    Public(
        "DeepRL-TensorFlow2/A2C_Continuous", *_AGENTS, "A2C", ("A2C_Continuous.py",), ("A2C_Continuous.py",),
        (("A2C_Continuous.py", "agent.train()", "agent.train(2)"),),
    ),
)  # fmt: skip

_EAGERLY = "tf.config.run_functions_eagerly(True)"
_CHOICES = ("tests/unit_tests/models/test_simplemnl.py", "tests/unit_tests/models/test_clogit.py")
SUITES = (
    Public(
        "choice-learn", "artefactory/choice-learn", "e45b330a42ac2c3566ce9cf7cd9acf95b79df761", "",
        (*_CHOICES, "-k", "fit_adam"),
        (
            "choice_learn/__init__.py", "choice_learn/data", "choice_learn/models", "choice_learn/tf_ops.py",
            "choice_learn/utils", *_CHOICES,
        ),
        tuple((path, _EAGERLY, "pass") for path in _CHOICES), paths=("",), needs=True, tests=True,
    ),
    Public(
        "tfdiffeq", "titu1994/tfdiffeq", "ef646f85cbd0821749a03e7ab51e03e16798fab1", "",
        ("tests/odeint_tests.py", "-k", "TestSolverError and (euler or rk4)"),
        ("tfdiffeq", "tests"), (("tfdiffeq/viz_utils.py", "seaborn-paper", "default"),), paths=("",), needs=True,
        tests=True,
    ),
    Public(
        "edward2", "google/edward2", "ee025600cb3cf288230f34929d8a7110e719686b", "examples",
        ("no_u_turn_sampler/nuts_test.py", "-k", "OneStep or Reproducibility"), ("no_u_turn_sampler",),
        environment=_LEGACY, paths=("",), needs=True, tests=True,
    ),
    Public(
        "dm-sonnet", "deepmind/sonnet", "5a465696383f967d5bffb6599347d9e6c15cef4b", "",
        (
            "sonnet/src/nets/dnc/read_test.py", "sonnet/src/nets/dnc/util_test.py", "sonnet/src/linear_test.py",
            "sonnet/src/bias_test.py", "sonnet/src/nets/mlp_test.py",
        ),
        ("sonnet/*.py",),
        (
            (
                "sonnet/src/recurrent.py", "from tensorflow.python import context as",
                "from tensorflow.python.eager import context as",
            ),
        ),
        paths=("",), needs=True, tests=True, stripped=False,
    ),
    Public(
        "gpflow", "GPflow/GPflow", "81fe1fb86a77d3d49d30ab4f8e739e25bbd71f56", "",
        ("tests/gpflow/utilities/test_ops.py", "tests/gpflow/test_base_prior.py"),
        ("gpflow", "tests/__init__.py", "tests/gpflow", "VERSION"), environment=_LEGACY, paths=("",), needs=True,
        tests=True,
    ),
    Public(
        "tensornetwork", "google/TensorNetwork", "e12580f1749493dbe05f474d2fecdec4eaba73c5", "",
        (
            "tensornetwork/backends/tensorflow/tensordot2_test.py",
            "tensornetwork/backends/tensorflow/decompositions_test.py",
        ),
        ("tensornetwork",), paths=("",), needs=True, tests=True,
    ),
    Public(
        "larq", "larq/larq", "fe3ce52171aca19da649571bd541e68f758469f0", "",
        ("larq/math_test.py", "larq/quantizers_test.py"), ("larq",),
        (("larq/__init__.py", 'metadata.version("larq")', '"0"'),), _LEGACY, ("",), needs=True, tests=True,
    ),
)  # fmt: skip
"""Test suites: of each a few files."""


def bundled() -> tuple[Subject, ...]:
    """The bundled models, each with so many steps that its work takes longer than its start."""
    found = {subject.name: subject for subject in models(_ORDINARY)}
    for name, (steps, arguments) in _OTHER_STEPS.items():
        subject = next(subject for subject in models(steps) if subject.name == name)
        found[name] = replace(subject, command=(*subject.command, *arguments))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Taken:
    """A public program on disk.

    subject: without its authors' graphs.  authors: its tree with them, None where there are none; graphs: their number.
    """

    subject: Subject
    authors: Path | None
    graphs: int


def taken(program: Public, mirror: Path, build: Path) -> Taken:
    """A public program as trees of its own.

    mirror: a folder of bare repositories, OWNER+NAME/repo each.

    Raises:
        ProofError: the repository, or the commit in it, is not there, or what is replaced does not stand there.
    """
    target = build / "speedups" / "sources" / program.name
    authors, stripped = target / "authors", target / "stripped"
    shutil.rmtree(target, ignore_errors=True)
    for tree in (authors, stripped):
        _extract(program, mirror, tree)
    graphs = sum(strip_file(path) for path in sorted(stripped.rglob("*.py"))) if program.stripped else 0
    subject = Subject(
        program.name,
        stripped,
        program.command,
        environment=_environment(program, build),
    )
    return Taken(subject, authors if graphs else None, graphs)


def _environment(program: Public, build: Path) -> dict[str, str]:
    paths = [str(STANDINS), *program.paths, *([str(packages(build))] if program.needs else [])]
    return {"MPLBACKEND": "Agg", **program.environment, "PYTHONPATH": os.pathsep.join(paths)}


def _extract(program: Public, mirror: Path, target: Path) -> None:
    repository = mirror / program.repository.replace("/", "+") / "repo"
    # From the tree of the folder itself, since a mirror may lack what else is in the repository.
    command = ["git", "-C", str(repository), "archive", f"{program.commit}:{program.folder}", *program.parts]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise ProofError(
            f"{repository}: no {program.commit[:12]}: {done.stderr.decode(errors='replace').strip()}"
        )
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(target, filter="data")
    for name, old, new in program.replaced:
        text = (target / name).read_text(encoding="utf-8")
        if old not in text:
            raise ProofError(f"{program.name}: {name} has no {old!r} to replace")
        (target / name).write_text(text.replace(old, new), encoding="utf-8")
    if program.made is not None:
        program.made(target)


def strip_file(path: Path) -> int:
    """Takes every `tf.function` out of a file; returns how many functions and lambdas had one."""
    content = path.read_bytes()
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        found = strip(content.decode(encoding))
    except (SyntaxError, UnicodeError, ValueError):
        return 0  # no Python of this version, which nothing here imports
    path.write_bytes(found.text.encode(encoding))
    return len(found.graphs) + found.lambdas + found.elsewhere
