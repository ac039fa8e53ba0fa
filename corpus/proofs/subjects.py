"""What is verified: the bundled models, and test modules of public projects that run with current TensorFlow."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from corpus.demo.programs import MODELS
from corpus.public.manifest import PROJECTS, Project

STEPS = 20

# Their requirements beyond TensorFlow, tf_keras, NumPy, SciPy and pytest; pinned, because results depend on them.
PACKAGES = (
    "cloudpickle==3.1.2", "check_shapes==1.1.1", "decorator==5.3.1", "deprecated==1.3.1", "dm-tree==0.1.10",
    "dropstackframe==0.1.1", "graphviz==0.21", "imageio==2.38.1", "joblib==1.6.0", "lark==1.3.1", "multipledispatch==1.0.0",
    "narwhals==2.29.0", "pandas==3.1.1", "scikit-learn==1.9.1", "tabulate==0.10.0", "tensorflow-probability==0.25.0",
    "terminaltables==3.1.10", "threadpoolctl==3.8.0", "tqdm==4.70.1", "typeguard==4.6.0",
)  # fmt: skip

_PUBLIC = {project.name: project for project in PROJECTS}
_VEGASFLOW = Project(
    "vegasflow",
    "1.3.0",
    "wheel",
    "25136535c7e89eaadf0898d4923ff15f7ad227b679d3ae8876735a4f7277f1eb",
    "GPL-3.0",
)
_PSIZ = Project(
    "psiz",
    "0.13.1",
    "sdist",
    "b7fe8cf9562cc920a62a9be4488b349e22604ea4f1d9aded87d486c367e00dda",
    "Apache-2.0",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """name; folder: its tree, None for a public project, which is fetched; command: what is run in it.

    made: empty files to add to a fetched tree.
    """

    name: str
    folder: Path | None
    command: tuple[str, ...]
    project: Project | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    made: tuple[str, ...] = ()


def models(steps: int = STEPS) -> tuple[Subject, ...]:
    """The bundled models, each with its main program."""
    command = (sys.executable, "main.py", "--steps", str(steps))
    return tuple(Subject(path.parent.name, path.parent, command) for path in sorted(MODELS.glob("*/main.py")))


def _tests(*modules: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *modules)


PUBLIC = (
    Subject(
        "dm-sonnet",
        None,
        _tests(
            "sonnet/src/nets/dnc/read_test.py", "sonnet/src/nets/dnc/util_test.py", "sonnet/src/linear_test.py",
            "sonnet/src/bias_test.py", "sonnet/src/embed_test.py", "sonnet/src/nets/mlp_test.py",
            "sonnet/src/initializers_test.py", "sonnet/src/scale_gradient_test.py",
            "sonnet/src/leaky_clip_by_value_test.py",
        ),
        _PUBLIC["dm-sonnet"],
    ),
    Subject("vegasflow", None, _tests("vegasflow/tests"), _VEGASFLOW, {"TF_USE_LEGACY_KERAS": "1"}),
    Subject(
        "gpflow",
        None,
        _tests(
            "tests/gpflow/test_logdensities.py", "tests/gpflow/test_base_prior.py",
            "tests/gpflow/utilities/test_ops.py",
        ),
        _PUBLIC["gpflow"],
        {"TF_USE_LEGACY_KERAS": "1"},
        ("tests/__init__.py",),
    ),
    Subject(
        "psiz",
        None,
        _tests("tests/psiz/keras/layers/gates", "tests/psiz/keras/layers/test_splitter.py"),
        _PSIZ,
        {"PYTHONPATH": "src"},
    ),
)  # fmt: skip
