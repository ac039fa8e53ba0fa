"""Runs archives where neither TensorFlow nor jax can be imported, and compares with results in a file.

`python portable_worker.py ARCHIVE CASES.npz MODEL CACHE [block]`: `block` forbids the imports, for an environment that
has them.  Prints the number of batches that were compared.
"""

import sys
from pathlib import Path

archive, cases, name, cache = sys.argv[1:5]
if "block" in sys.argv:
    for module in ("tensorflow", "keras", "jax"):
        sys.modules[module] = None  # importing it raises

import numpy as np  # noqa: E402
from hybridize_runtime import vm  # noqa: E402
from hybridize_runtime.graphs import InstanceGraph  # noqa: E402

loaded = vm.load(archive, cache=Path(cache))
loaded.warm_up()
compiled = loaded.compilations
stored = np.load(cases, allow_pickle=False)
count = int(stored["count"])
for i in range(count):
    case = {key.split("/", 1)[1]: stored[key] for key in stored.files if key.startswith(f"{i}/")}
    graphs = []
    for j in range(int(case["graphs"])):
        part = {key: case[f"graph{j}/{key}"] for key in ("cells", "offsets", "children", "x")}
        graphs.append(
            InstanceGraph(tuple(part["cells"].tolist()), part["offsets"], part["children"], {"x": part["x"]})
        )
    loss, gradients = loaded.gradients(graphs, {"x": case["x"]}, {"y": case["y"]})
    state = loaded(graphs, {"x": case["x"]})
    mine = {
        "loss": loss,
        **{f"state.{k}": v for k, v in state.items()},
        **{f"d.{k}": v for k, v in gradients.items()},
    }
    for key, value in mine.items():
        want = case[f"want/{key}"]
        scale = max(1.0, float(np.max(np.abs(want))))
        np.testing.assert_allclose(value, want, rtol=1e-5, atol=2e-6 * scale, err_msg=f"{i} {key}")
assert loaded.compilations == compiled, "something was compiled after warm-up"
assert sys.modules.get("tensorflow") is None
assert sys.modules.get("jax") is None
print(count)
