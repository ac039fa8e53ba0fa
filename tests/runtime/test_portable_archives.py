"""Archives that are damaged or hostile are refused with a message that says what is wrong.  No TensorFlow needed."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import os
import pickle
import random
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hybridize_runtime import vm
from hybridize_runtime.vm import apart
from hybridize_runtime.vm.errors import ArchiveError
from jaxlib import _jax
from safetensors.numpy import save

WEIGHTS, MODULE = "weights.safetensors", "modules/scale.mlirbc"
VM = Path(vm.__file__).parent

SCALE = """module @scale { func.func @main(%x: tensor<4x2xf32>, %w: tensor<2xf32>) -> tensor<4x2xf32> {
  %b = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %y = stablehlo.multiply %x, %b : tensor<4x2xf32>
  return %y : tensor<4x2xf32> } }"""
CALLS_OUT = """module @scale { func.func @main(%x: tensor<4x2xf32>, %w: tensor<2xf32>) -> tensor<4x2xf32> {
  %y = stablehlo.custom_call @xla_python_cpu_callback(%x) {backend_config = "140000000000000"} :
    (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32> } }"""
HUGE_INSIDE = """module @scale { func.func @main(%x: tensor<4x2xf32>, %w: tensor<2xf32>) -> tensor<4x2xf32> {
  %h = stablehlo.iota dim = 0 : tensor<1000000000000xf32>
  %s = stablehlo.slice %h [0:8] : (tensor<1000000000000xf32>) -> tensor<8xf32>
  %y = stablehlo.reshape %s : (tensor<8xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32> } }"""
OTHER_SHAPE = SCALE.replace("4x2", "5x2")


def portable(text: str) -> bytes:
    return bytes(_jax.mlir.serialize_portable_artifact(text, "1.0.0"))


def spec(*shape: int) -> dict[str, Any]:
    return {"shape": list(shape), "dtype": "float32"}


def contents() -> dict[str, bytes]:
    return {WEIGHTS: save({"w": np.array([2, 3], np.float32)}), MODULE: portable(SCALE)}


def manifest(files: dict[str, bytes]) -> dict[str, Any]:
    return {
        "format": "hybridize-archive", "version": 1, "name": "scale", "made_by": "a test",
        "files": {n: {"size": len(c), "sha256": hashlib.sha256(c).hexdigest()} for n, c in files.items()},
        "weights": {"w": spec(2)}, "inputs": {}, "network": {}, "dimensions": {},
        "kernels": {"scale": {"": {"file": MODULE, "arguments": [spec(4, 2), spec(2)], "results": [spec(4, 2)]}}},
        "programs": {"forward": [
            {"op": "pad", "value": "x", "rows": 4, "to": "rows"},
            {"op": "invoke", "kernel": "scale", "key": [], "arguments": ["rows", "@w"], "to": ["y"]},
            {"op": "return", "values": {"y": {"of": "y", "rows": 3}}},
        ]},
    }  # fmt: skip


def write(path: Path, files: dict[str, bytes], declared: dict[str, Any] | bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        text = declared if isinstance(declared, bytes) else json.dumps(declared).encode()
        for name, content in {"manifest.json": text, **files}.items():
            zipped.writestr(name, content)
    return path


def changed(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], Path]:
    """An archive whose manifest was changed."""

    def make(path: Path) -> Path:
        files = contents()
        declared = manifest(files)
        change(declared)
        return write(path, files, declared)

    return make


def with_module(content: bytes) -> Callable[[Path], Path]:
    def make(path: Path) -> Path:
        files = {**contents(), MODULE: content}
        return write(path, files, manifest(files))

    return make


def with_weights(content: bytes) -> Callable[[Path], Path]:
    def make(path: Path) -> Path:
        files = {**contents(), WEIGHTS: content}
        return write(path, files, manifest(files))

    return make


def with_entry(name: str, content: bytes = b"", mode: int = 0) -> Callable[[Path], Path]:
    """An archive with one more file in the zip."""

    def make(path: Path) -> Path:
        files = contents()
        write(path, files, manifest(files))
        entry = zipfile.ZipInfo(name)
        entry.external_attr = mode << 16
        with zipfile.ZipFile(path, "a") as zipped:
            zipped.writestr(entry, content)
        return path

    return make


def sound(path: Path) -> Path:
    return changed(lambda declared: None)(path)


def put(*keys: Any, value: Any) -> Callable[[Path], Path]:
    """An archive whose manifest has this value at this place."""

    def change(declared: Any) -> None:
        for key in keys[:-1]:
            declared = declared[key]
        declared[keys[-1]] = value

    return changed(change)


def run(path: Path, cache: Path) -> Any:
    model = vm.load(path, cache=cache)
    model.warm_up()
    return model.run("forward", x=np.ones((3, 2), np.float32))["y"]


class Trap:
    """Unpickling it creates a file."""

    path = ""

    def __reduce__(self) -> Any:
        return (open, (self.path, "w"))


def test_a_sound_archive_runs(tmp_path) -> None:
    found = run(sound(tmp_path / "a"), tmp_path / "cache")
    np.testing.assert_array_equal(found, np.ones((3, 2)) * [2, 3])


BAD = {
    "newer": (put("version", value=3), "has format version 3, this version of hybridize reads up to 2; upgrade"),
    "format": (put("format", value="other"), "no archive of hybridize"),
    "no version": (changed(lambda d: d.pop("version")), "has no `version`"),
    "version is text": (put("version", value="1"), "version is no int"),
    "huge weight": (put("weights", "w", "shape", value=[1 << 39]), r"declares an array of shape \(549755813888,\)"),
    "negative": (put("weights", "w", "shape", value=[-1]), "is no size"),
    "fractions": (put("weights", "w", "shape", value=[2.5]), "is no size"),
    "many dimensions": (put("weights", "w", "shape", value=[1] * 40), "declares an array of shape"),
    "objects": (put("weights", "w", "dtype", value="object"), "has the dtype `object`"),
    "other weight": (put("weights", "w", "shape", value=[3]), "`w` in .* is not what the manifest declares"),
    "missing weight": (put("weights", "v", value=spec(2)), "`v` in .* is not what the manifest declares"),
    "huge argument": (
        put("kernels", "scale", "", "arguments", 0, "shape", value=[1 << 20, 1 << 20]), "declares an array of shape",
    ),
    "other module": (put("kernels", "scale", "", "results", 0, "shape", value=[4, 3]), "takes other arrays than"),
    "no module": (put("kernels", "scale", "", "file", value="modules/none"), "has no `modules/none`"),
    "unknown instruction": (put("programs", "forward", 0, "op", value="exec"), "`exec` that this version does not know"),
    "operand": (put("programs", "forward", 1, value={"op": "invoke"}), "the instruction `invoke` .* has no `kernel`"),
    "instruction": (put("programs", "forward", 0, value="pad"), "is no JSON object"),
    "register": (put("programs", "forward", 1, "arguments", value=["z", "@w"]), "is damaged"),
    "too few arguments": (put("programs", "forward", 1, "arguments", value=["@w"]), "`scale` of the archive was not run"),
    "argument of another size": (
        put("programs", "forward", 1, "arguments", value=["@w", "@w"]), "`scale` of the archive was not run",
    ),
    "checksum": (put("files", MODULE, "sha256", value="0" * 64), "is damaged: its checksum differs"),
    "size": (put("files", MODULE, "size", value=7), "is not what the manifest declares"),
    "calls out": (with_module(portable(CALLS_OUT)), r"calls code outside of itself \(`stablehlo.custom_call`\)"),
    "huge inside": (with_module(portable(HUGE_INSIDE)), "computes an array of shape"),
    "other shape": (with_module(portable(OTHER_SHAPE)), "takes other arrays than the manifest declares"),
    "no StableHLO": (with_module(b"ML\xefR nothing"), "is no StableHLO module"),
    "text": (with_module(SCALE.encode()), "is no StableHLO module"),
    "no safetensors": (with_weights(b"\x08\x00\x00\x00\x00\x00\x00\x00{}      "), "not what the manifest declares|damaged"),
    "huge header": (with_weights(b"\xff" * 16), "the weights .* are damaged"),
    "parent folder": (with_entry("../outside"), "`../outside`, which is no name of a file in an archive"),
    "root": (with_entry("/etc/outside"), "is no name of a file in an archive"),
    "drive": (with_entry("C:outside"), "is no name of a file in an archive"),
    "folder": (with_entry("modules/"), "is no name of a file in an archive"),
    "link": (with_entry("link", b"/etc/passwd", stat.S_IFLNK | 0o777), "is no name of a file in an archive"),
    "stowaway": (with_entry("modules/other"), "`modules/other` in .* is not what the manifest declares"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_archives_are_refused(tmp_path, name: str) -> None:
    make, message = BAD[name]
    with pytest.raises(ArchiveError, match=message):
        run(make(tmp_path / "a"), tmp_path / "cache")
    assert {path.name for path in tmp_path.iterdir()} <= {"a", "cache"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path) -> None:
    path = with_entry(MODULE, portable(CALLS_OUT))(tmp_path / "a")
    with pytest.raises(ArchiveError, match="two files of one name"):
        vm.load(path)


def test_files_that_are_no_archive_are_refused(tmp_path) -> None:
    (tmp_path / "text").write_text("no zip")
    with pytest.raises(ArchiveError, match="is no archive, or is cut short"):
        vm.load(tmp_path / "text")
    with pytest.raises(ArchiveError, match="there is no file"):
        vm.load(tmp_path / "none")
    with pytest.raises(ArchiveError, match="is no archive"):
        vm.load(tmp_path)
    write(tmp_path / "other", {}, b"[" * 100_000)
    with pytest.raises(ArchiveError, match="is no JSON"):
        vm.load(tmp_path / "other")
    with zipfile.ZipFile(tmp_path / "empty", "w"):
        pass
    with pytest.raises(ArchiveError, match=r"has no `manifest.json`"):
        vm.load(tmp_path / "empty")


def test_archives_that_are_cut_short_are_refused(tmp_path) -> None:
    content = sound(tmp_path / "a").read_bytes()
    for length in range(0, len(content), 37):
        (tmp_path / "cut").write_bytes(content[:length])
        with pytest.raises(ArchiveError):
            vm.load(tmp_path / "cut")


def test_a_changed_byte_is_found_or_changes_nothing(tmp_path) -> None:
    """Some bytes of a zip file mean nothing (times, attributes); the rest is covered by checksums."""
    content, cache = sound(tmp_path / "a").read_bytes(), tmp_path / "cache"
    want, refused = run(tmp_path / "a", cache), 0
    for at in range(0, len(content), 11):
        (tmp_path / "b").write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        try:
            np.testing.assert_array_equal(run(tmp_path / "b", cache), want)
        except ArchiveError:
            refused += 1
    assert refused > len(content) / 11 / 2


def mutants(count: int) -> Iterator[bytes]:
    """The module with bytes changed, dropped, doubled and moved."""
    chance, original = random.Random(23), portable(SCALE)
    for _ in range(count):
        content = bytearray(original)
        for _ in range(chance.choice((1, 1, 2, 5, 20))):
            at = chance.randrange(len(content))
            kind = chance.randrange(4)
            if kind == 0:
                content[at] = chance.randrange(256)
            elif kind == 1:
                content[at] ^= 1 << chance.randrange(8)
            elif kind == 2:
                del content[at : at + chance.randrange(1, 9)]
            else:
                content[at:at] = content[at : at + chance.randrange(1, 9)]
        yield bytes(content)


def test_a_module_that_kills_its_compiler_is_refused(tmp_path, monkeypatch) -> None:
    """Some of these end the process that reads them by a signal, or keep it busy for ever; none of them does so to ours."""
    monkeypatch.setattr(apart, "LONGEST", 5.0)
    refused, deaths, hangs = 0, 0, 0
    count = int(os.environ.get("HYBRIDIZE_MUTANTS", "60"))
    for content in mutants(count):
        try:
            run(with_module(content)(tmp_path / "a"), tmp_path / "cache")
        except ArchiveError as error:
            refused += 1
            deaths += "ends the process" in str(error)
            hangs += "is not compiled within" in str(error)
    print(f"{count} mutants: {refused} refused; {deaths} ended their compiler, {hangs} kept it busy")
    assert refused > count / 2
    found = run(sound(tmp_path / "a"), tmp_path / "other cache")
    np.testing.assert_array_equal(found, np.ones((3, 2)) * [2, 3])


def test_a_kernel_that_cannot_be_handed_over_is_refused(tmp_path) -> None:
    """The name of a source file that is no text is found out only when the kernel is read back."""
    content = portable(SCALE)
    assert content.count(b"\0-\0") == 1
    with pytest.raises(ArchiveError, match="is damaged: its kernel cannot be read"):
        run(with_module(content.replace(b"\0-\0", b"\0\xff\0"))(tmp_path / "a"), tmp_path / "cache")


def test_the_end_of_the_compiler_is_an_error_of_the_archive(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(apart, "_START", "import os; os.abort()")
    monkeypatch.setattr(apart, "_compilers", [apart.Compiler()])
    with pytest.raises(ArchiveError, match="ends the process that compiles it"):
        run(sound(tmp_path / "a"), tmp_path / "cache")


def test_a_compiler_that_never_answers_is_given_up(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(apart, "_START", "import time; time.sleep(60)")
    monkeypatch.setattr(apart, "LONGEST", 0.2)
    monkeypatch.setattr(apart, "_compilers", [apart.Compiler()])
    with pytest.raises(ArchiveError, match="is not compiled within"):
        run(sound(tmp_path / "a"), tmp_path / "cache")
    assert apart.compiler()._process is None


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for a process in /proc")
def test_the_compiler_ends_with_the_process_that_started_it(tmp_path) -> None:
    sound(tmp_path / "a")
    code = (
        "import os, sys; sys.path[:] = eval(sys.argv[1])\n"
        "from hybridize_runtime import vm\nfrom hybridize_runtime.vm.apart import compiler\n"
        "vm.load(sys.argv[2], cache=sys.argv[3]).warm_up(); print(compiler()._process.pid, flush=True); os._exit(9)"
    )
    command = [sys.executable, "-c", code, repr(sys.path), str(tmp_path / "a"), str(tmp_path / "cache")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    child = Path(f"/proc/{int(done.stdout)}")
    for _ in range(200):
        if not child.exists():
            break
        time.sleep(0.05)
    assert not child.exists()


def test_zip_bombs_are_refused_before_they_are_unpacked(tmp_path) -> None:
    path = with_entry("bomb", b"\0" * (8 << 20))(tmp_path / "a")
    with pytest.raises(ArchiveError, match=r"unpacks to \d+ bytes; at most 1048576"):
        vm.load(path, limits=vm.Limits(files=1 << 20))
    declared = json.dumps(manifest(contents())).encode() + b" " * (4 << 20)
    write(tmp_path / "b", contents(), declared)
    with pytest.raises(ArchiveError, match="is longer than the 1048576 bytes"):
        vm.load(tmp_path / "b", limits=vm.Limits(manifest=1 << 20))


def test_pickled_weights_are_not_executed(tmp_path) -> None:
    Trap.path = str(tmp_path / "sprung")
    buffer = io.BytesIO()
    np.save(buffer, np.array([Trap()], object), allow_pickle=True)
    for content in (pickle.dumps(Trap()), buffer.getvalue()):
        with pytest.raises(ArchiveError, match=r"the weights .* are damaged"):
            vm.load(with_weights(content)(tmp_path / "a"))
    assert not (tmp_path / "sprung").exists()


def test_the_machine_imports_nothing_that_unpickles_or_executes() -> None:
    forbidden = {
        "pickle",
        "marshal",
        "shelve",
        "dill",
        "cloudpickle",
        "joblib",
        "ctypes",
        "subprocess",
        "tensorflow",
        "jax",
    }
    for path in VM.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        names |= {(n.module or "").split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        calls = {
            n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }
        # The one process that is started is the one that may die of what is in an archive.
        allowed = {"subprocess"} if path.name == "apart.py" else set()
        assert not names & (forbidden - allowed), path
        assert not calls & {"eval", "exec", "compile", "__import__"}, path


def test_a_folder_of_others_is_no_cache(tmp_path) -> None:
    from hybridize_runtime.vm.device import cache_folder

    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert cache_folder(tmp_path / "open") is None
    assert cache_folder(tmp_path / "own") == tmp_path / "own"
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o700


def command(*arguments: str | Path) -> int:
    from hybridize_cli.main import execute

    return execute(["run-model", *map(str, arguments)])


def test_the_command_describes_and_runs_models(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = sound(tmp_path / "a")
    assert command(path) == 0
    assert (
        "scale, made by a test\nweights: 1, 8 bytes\nmodules: 1; programs: forward\n"
        in capsys.readouterr().out
    )
    np.save(tmp_path / "x.npy", np.ones((3, 2), np.float32))
    assert command(path, "--input", f"x={tmp_path / 'x.npy'}", "-o", tmp_path / "y.npz") == 0
    assert "y: float32[3, 2]" in capsys.readouterr().out
    np.testing.assert_array_equal(np.load(tmp_path / "y.npz")["y"], np.ones((3, 2)) * [2, 3])


def test_the_command_refuses_with_a_message(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = sound(tmp_path / "a")
    (tmp_path / "x.npy").write_bytes(pickle.dumps([1]))
    for arguments, message in [
        ((tmp_path / "none",), "there is no file"),
        ((path, "--input", "x"), "`x` is not NAME=FILE"),
        ((path, "--input", f"x={tmp_path / 'x.npy'}"), "is no array that NumPy stored"),
        ((path, "--input", f"x={tmp_path / 'none.npy'}"), "is no array that NumPy stored"),
    ]:
        assert command(*arguments) == 2
        assert message in capsys.readouterr().err


def test_graphs_in_files_are_checked(tmp_path) -> None:
    from hybridize_runtime.errors import InputError
    from hybridize_runtime.vm.files import read_graphs

    path = tmp_path / "graphs.json"
    path.write_text('[{"cells": ["a", "b"], "children": [[], [0]], "pulls": {"x": [3, -1]}}]')
    (graph,) = read_graphs(path)
    assert graph.cells == ("a", "b")
    assert graph.children.tolist() == [0]
    assert graph.pulls["x"].tolist() == [3, -1]
    for text in (
        "{",
        "[1]",
        "[{}]",
        '[{"cells": ["a"], "children": [[5]]}]',
        "[[[]]]",
        '[{"cells": 3, "children": 1}]',
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=r"graphs\.json"):
            read_graphs(path)
