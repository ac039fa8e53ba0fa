"""Runs of commands on copies: what the probe sees, however Python is started, and what nothing may harm."""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hybridize_refactorings.proof import copying
from hybridize_refactorings.proof.commands import CommandError, Ended, run_command
from hybridize_refactorings.proof.copying import CopyError, TreeCopy, copy_tree, linked_folders, remove_tree
from hybridize_refactorings.proof.journal import Journal
from hybridize_refactorings.proof.runs import Job, Workspace

MODULE = """\
import os


def double(x):
    return 2 * x
"""
FILES = {
    "pyproject.toml": "",
    "package/__init__.py": "from .module import double\n",
    "package/module.py": MODULE,
    "script.py": """\
        '''The script.'''
        from __future__ import annotations
        import sys
        from package.module import double


        def triple(x):
            return 3 * x


        if __name__ == "__main__":
            print(double(2), triple(3), sys.argv[1:], __doc__, __spec__, sys.path[0] == __file__.rpartition("/")[0])
        """,
    "package/__main__.py": "from .module import double\nprint(double(4), __name__)\n",
    "workers.py": """\
        import multiprocessing, subprocess, sys
        from package.module import double


        def local(x):
            return double(x) + 1


        if __name__ == "__main__":
            for method in ("spawn", "fork"):
                with multiprocessing.get_context(method).Pool(1) as pool:
                    print(pool.map(local, [1, 2]))
            subprocess.run([sys.executable, "script.py"], check=True)
        """,
    "application/__main__.py": """\
        import sys
        sys.path.insert(0, ".")
        from package.module import double


        def main():
            return double(3)


        print(main(), __name__, __file__ is not None)
        """,
    "test_it.py": """\
        import pytest
        from package.module import double


        def helper(x):
            assert double(x) == 2 * x
            return x


        @pytest.mark.parametrize("x", [1, 2, 3])
        def test_double(x):
            assert helper(x) == x
        """,
}
WATCHED = {
    "application/__main__.py": {"main#0": "main"},
    "package/module.py": {"double#0": "double"},
    "script.py": {"triple#0": "triple"},
    "workers.py": {"local#0": "local"},
    "test_it.py": {"helper#0": "helper"},
}
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider"]


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "project"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(textwrap.dedent(text))
    with zipfile.ZipFile(root / "application.zip", "w") as archive:
        archive.write(root / "application" / "__main__.py", "__main__.py")
    return root


def run(root, *command, files=(), folder=None, watched=WATCHED, **options):
    job = Job(TreeCopy(root), command, folder or root, root, 120.0)
    with Workspace(job) as workspace:
        found = workspace.run(dict(files), watched, **options)
        assert list(workspace._home.iterdir())
    assert not workspace._home.exists()
    return found


def calls(found):
    """Number of calls by function, over all processes."""
    total = Counter()
    for process in found.processes:
        assert process.faults == ()
        for (_, _, key), count in process.counts.items():
            total[key] += count
    return dict(total)


STARTS = [
    pytest.param([PYTHON, "script.py", "a"], {"double": 1, "triple": 1}, id="script"),
    pytest.param([PYTHON, "./script.py"], {"double": 1, "triple": 1}, id="script, other spelling"),
    pytest.param([PYTHON, "-m", "script"], {"double": 1, "triple": 1}, id="module"),
    pytest.param([PYTHON, "-m", "package"], {"double": 1}, id="package"),
    pytest.param([PYTHON, "-c", "import package; package.double(1)"], {"double": 1}, id="text"),
    pytest.param([PYTHON, "-c", "import runpy; runpy.run_path('script.py')"], {}, id="run_path, not as main"),
    pytest.param(
        [PYTHON, "-c", "import runpy; runpy.run_path('script.py')['triple'](1)"], {"triple": 1}, id="run_path"
    ),
    pytest.param([*PYTEST, "test_it.py"], {"double": 3, "helper": 3}, id="pytest"),
    pytest.param([*PYTEST, "-n2", "test_it.py"], {"double": 3, "helper": 3}, id="pytest-xdist"),
    pytest.param([PYTHON, "workers.py"], {"double": 5, "local": 4, "triple": 1}, id="processes"),
    pytest.param([PYTHON, "application"], {"double": 1, "main": 1}, id="folder"),
    pytest.param([PYTHON, "application.zip"], {"double": 1}, id="archive"),
    pytest.param(["sh", "-c", f"exec {PYTHON} script.py"], {"double": 1, "triple": 1}, id="shell"),
]


@pytest.mark.parametrize(("command", "expected"), STARTS)
def test_calls_are_seen_however_python_is_started(tree, command, expected):
    found = run(tree, *command)
    assert found.ended.code == 0, found.ended.stderr
    assert calls(found) == expected


def test_a_console_script(tree):
    script = shutil.which("pytest", path=str(Path(PYTHON).parent))
    assert script
    assert calls(run(tree, script, "-q", "test_it.py")) == {"double": 3, "helper": 3}


def test_tests_are_places_of_their_own(tree):
    found = run(tree, *PYTEST, "test_it.py")
    contexts = {call.context for process in found.processes for call in process.calls if call.key == "helper"}
    assert contexts == {f"test_it.py::test_double[{x}]" for x in (1, 2, 3)}


def test_a_script_is_run_as_python_runs_it(tree):
    done = subprocess.run([PYTHON, "script.py", "x"], cwd=tree, capture_output=True, text=True, check=True)
    assert run(tree, PYTHON, "script.py", "x").ended.stdout == done.stdout


def test_the_users_sitecustomize_runs_too(tree, monkeypatch):
    (tree / "site").mkdir()
    (tree / "site" / "sitecustomize.py").write_text("import builtins; builtins.customized = 'yes'\n")
    (tree / "script.py").write_text("import sitecustomize\nprint(customized, sitecustomize.__file__)\n")
    monkeypatch.setenv("PYTHONPATH", str(tree / "site"))
    out = run(tree, PYTHON, "script.py").ended.stdout
    assert out.startswith("yes ")
    assert "/tree/project/site/" in out


def test_absolute_paths_and_installed_paths_lead_into_the_copy(tree, monkeypatch):
    (tree / "script.py").write_text("import package; print(package.__file__, __file__)\n")
    monkeypatch.setenv("PYTHONPATH", str(tree))
    out = run(tree, PYTHON, str(tree / "script.py"), folder=tree / "package").ended.stdout
    assert str(tree) not in out
    assert out.count("/tree/project/") == 2
    # What an editable install does: an entry of `sys.path` that nobody could rewrite beforehand.
    code = f"import sys; sys.path.insert(0, {str(tree)!r}); import package; package.double(1); print(package.__file__)"
    found = run(tree, PYTHON, "-c", code, folder=tree / "package")
    assert str(tree) not in found.ended.stdout
    assert calls(found) == {"double": 1}


def test_replaced_files_are_what_runs_and_the_original_stays(tree):
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    text = MODULE.replace("2 * x", "5 * x").encode()
    command = (
        "import package, pathlib; print(package.double(1)); "
        "pathlib.Path('new').touch(); pathlib.Path('script.py').write_text('')"
    )
    found = run(tree, PYTHON, "-c", command, files={"package/module.py": text})
    assert found.ended.stdout == "5\n"
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


DAEMON = """\
import os, pathlib, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
        time.sleep(600)
    os._exit(0)
os.wait()
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.01)
print("left", flush=True)
if len(sys.argv) > 2:
    time.sleep(600)
"""


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def until(condition):
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(
    not Path("/proc/self").is_dir(), reason="what has left its group cannot be found elsewhere"
)
def test_what_daemonizes_is_ended(tree, tmp_path):
    (tree / "script.py").write_text(DAEMON)
    found = run(tree, PYTHON, "script.py", str(tmp_path / "pid"))
    assert found.ended.stdout == "left\n"
    daemon = int((tmp_path / "pid").read_text())
    assert until(lambda: not is_running(daemon))


STARTER = """\
import sys
from pathlib import Path
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.runs import Job, Workspace
tree = Path(sys.argv[1])
with Workspace(Job(TreeCopy(tree), (sys.executable, "script.py", sys.argv[2], "stay"), tree, tree, 600.0)) as workspace:
    print(workspace._home, flush=True)
    workspace.run({}, {})
"""


@pytest.mark.skipif(
    not Path("/proc/self").is_dir(), reason="what has left its group cannot be found elsewhere"
)
def test_a_killed_proof_leaves_nothing(tree, tmp_path):
    (tree / "script.py").write_text(DAEMON)
    pid = tmp_path / "pid"
    with subprocess.Popen(
        [PYTHON, "-c", STARTER, str(tree), str(pid)], stdout=subprocess.PIPE, text=True
    ) as starter:
        home = Path(starter.stdout.readline().strip())
        assert until(lambda: pid.exists() and pid.read_text())
        starter.kill()
    assert until(lambda: not home.exists())
    daemon = int(pid.read_text())
    assert until(lambda: not is_running(daemon))


KEEPER = """\
import sys
from pathlib import Path
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.journal import Journal
from hybridize_refactorings.proof.runs import Job, Workspace
tree, kept, home = map(Path, sys.argv[1:4])
job = Job(TreeCopy(tree), (sys.executable, "script.py", sys.argv[4]), tree, tree, 600.0, journal=Journal(kept, home))
with Workspace(job, compared=True) as workspace:
    for _ in range(3):
        print(workspace.run({}, {"script.py": {"f#0": "f"}}).ended.stdout, flush=True)
"""
COUNTED = """\
import pathlib, sys, time
def f(x):
    return x
log = pathlib.Path(sys.argv[1])
log.write_text(log.read_text() + "x" if log.exists() else "x")
f(1)
print(len(log.read_text()), pathlib.Path(__file__).parent)
if len(log.read_text()) == 2:
    time.sleep(600)
"""


def test_runs_of_a_killed_proof_are_taken_up(tree, tmp_path):
    """What was done is not made again, what was begun is, and programs that print where they are print the same."""
    (tree / "script.py").write_text(COUNTED)
    (tmp_path / "kept").mkdir()
    log, home = tmp_path / "log", tmp_path / "home"
    words = [PYTHON, "-c", KEEPER, str(tree), str(tmp_path / "kept"), str(home), str(log)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as keeper:
        first = keeper.stdout.readline()
        assert until(lambda: log.read_text() == "xx")
        keeper.kill()
    # At once: what removes the folder of the killed one is still at work.
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    where = home / "tree" / tree.name
    assert first == f"1 {where}\n"
    assert done.stdout.split("\n") == [f"1 {where}", "", f"3 {where}", "", f"4 {where}", "", ""]
    assert sorted(path.suffix for path in (tmp_path / "kept").iterdir()) == [".zip"] * 3
    assert not home.exists()


def test_what_was_recorded_is_taken_up_with_the_run(tree, tmp_path):
    (tmp_path / "kept").mkdir()
    found = []
    for _ in range(2):
        journal = Journal(tmp_path / "kept", tmp_path / "home")
        job = Job(TreeCopy(tree), (PYTHON, "script.py"), tree, tree, 60.0, journal=journal)
        with Workspace(job, compared=True) as workspace:
            runs = [workspace.run({}, WATCHED, mode=mode) for mode in ("values", "timing", "profile")]
        found.append(runs)
    assert calls(found[0][0]) == {"double": 1, "triple": 1}
    assert found[0][1].processes[0].timed
    assert found[0][2].profiled[0].last
    assert found[0] == found[1]


def test_times_are_kept_together_or_not_at_all(tmp_path):
    ended, logs = Ended(0, 1.0, "", ""), tmp_path / "logs"
    logs.mkdir()
    for interrupted in (True, False):
        journal = Journal(tmp_path, tmp_path / "home")
        with contextlib.suppress(KeyboardInterrupt), journal.together():
            journal.keep("a", ended, logs)
            journal.keep("a", ended, logs)
            if interrupted:
                raise KeyboardInterrupt
        assert Journal(tmp_path, tmp_path / "home").found == (0 if interrupted else 2)
        assert list(tmp_path.glob("*.part")) == []
    journal = Journal(tmp_path, tmp_path / "home")
    assert [journal.taken("a", logs) for _ in range(3)] == [ended, ended, None]
    assert journal.taken("b", logs) is None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_a_run_that_somebody_ended_is_not_kept(tmp_path, number):
    journal = Journal(tmp_path, tmp_path / "home")
    journal.keep("a", Ended(-number, 1.0, "", ""), tmp_path)
    journal.keep("b", Ended(-signal.SIGABRT, 1.0, "", ""), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b-0.zip"]


def test_every_run_starts_from_the_same_tree(tree):
    job = Job(
        TreeCopy(tree), (PYTHON, "-c", "import os; print(os.listdir()); open('left', 'w')"), tree, tree, 60.0
    )
    with Workspace(job) as workspace:
        first = workspace.run({}, {}).ended.stdout
        (tree / "changed").touch()
        assert workspace.run({}, {}).ended.stdout == first


def test_threads_and_exceptions_of_the_program(tree):
    (tree / "script.py").write_text(
        "import threading\nfrom package import double\n"
        "threads = [threading.Thread(target=double, args=(i,)) for i in range(4)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]\ndouble(None)\n"
    )
    found = run(tree, PYTHON, "script.py")
    assert (found.ended.code, calls(found)) == (1, {"double": 5})
    assert "TypeError" in found.ended.stderr
    errors = [call.error for process in found.processes for call in process.calls if call.error]
    assert [name for name, *_ in errors] == ["TypeError"]


def test_a_killed_process_leaves_what_it_did(tree):
    code = "import os, package; package.double(1); os.kill(os.getpid(), 9)"
    found = run(tree, PYTHON, "-c", code)
    assert (found.ended.code, calls(found)) == (-9, {"double": 1})


def test_counts_of_forked_and_spawned_processes_are_their_own(tree):
    (tree / "workers.py").write_text(
        "import multiprocessing\nfrom package.module import double\n"
        "def local(n):\n    for i in range(n): double(i)\n"
        "if __name__ == '__main__':\n"
        "    local(200)\n"
        "    for method in ('fork', 'spawn'):\n"
        "        process = multiprocessing.get_context(method).Process(target=local, args=(300,))\n"
        "        process.start(); process.join()\n"
    )
    for mode in ("values", "timing"):
        found = run(tree, PYTHON, "workers.py", mode=mode)
        assert sorted(sum(p.counts.values()) for p in found.processes) == [201, 301, 301]
        if mode == "timing":
            assert sorted(len(p.timed["double"]) for p in found.processes) == [200, 300, 300]


def test_seeds(tree):
    code = "import random, numpy; print(random.random(), numpy.random.rand())"
    outputs = set()
    for seed in (1, 1, 2):
        with Workspace(Job(TreeCopy(tree), (PYTHON, "-c", code), tree, tree, 60.0, seed)) as workspace:
            outputs.add(workspace.run({}, {}).ended.stdout)
    assert len(outputs) == 2


def test_time_limit_ends_the_whole_group(tree):
    code = (
        "import subprocess, sys; print('begun', flush=True); "
        "subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    )
    started = time.monotonic()
    found = run(tree, PYTHON, "-c", code, limit=3.0)
    assert found.ended.code is None
    assert found.ended.stdout == "begun\n"
    assert time.monotonic() - started < 60
    ps = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "time.sleep(600)" not in ps


def test_a_command_that_does_not_listen_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("hybridize_refactorings.proof.commands._PATIENCE", 0.5)
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    assert run_command([PYTHON, "-c", code], tmp_path, os.environ, 2.0, tmp_path).code is None


def test_interrupt_ends_the_command(tmp_path, monkeypatch):
    def interrupt(_seconds):
        raise KeyboardInterrupt

    pids = []
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: pids.append(popen(*a, **k)) or pids[-1])
    monkeypatch.setattr(time, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_command([PYTHON, "-c", "import time; time.sleep(600)"], tmp_path, os.environ, 60.0, tmp_path)
    assert pids[0].returncode in (-signal.SIGTERM, -signal.SIGKILL)


def test_no_such_command(tmp_path):
    with pytest.raises(CommandError, match="`no-such-command` cannot be started: No such file"):
        run_command(["no-such-command"], tmp_path, os.environ, 1.0, tmp_path)


def test_links(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / "data").mkdir(parents=True)
    outside.mkdir()
    (root / "data" / "a").write_text("a")
    (root / "inner").symlink_to("data/a")
    (root / "absolute").symlink_to(root / "data" / "a")
    (root / "out").symlink_to(outside)
    (root / "data" / "up").symlink_to("../..")
    (root / "broken").symlink_to("nothing")
    copy_tree(TreeCopy(root), tmp_path / "copy")
    copy = tmp_path / "copy"
    assert (copy / "inner").resolve() == copy / "data" / "a" == (copy / "absolute").resolve()
    assert (copy / "out").resolve() == outside
    assert (copy / "data" / "up").resolve() == tmp_path
    assert (copy / "broken").is_symlink()


def test_what_is_left_out_and_what_is_linked(tmp_path):
    root = tmp_path / "root"
    for name in (".git/x", "a/__pycache__/x", ".venv/pyvenv.cfg", "env/pyvenv.cfg", "data/x", "a/b.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    os.mkfifo(root / "pipe")
    copy = tmp_path / "copy"
    copy_tree(TreeCopy(root, linked_folders(root, [root / "data"])), copy)
    assert sorted(path.name for path in copy.iterdir()) == [".venv", "a", "data", "env"]
    assert [path.name for path in (copy / "a").iterdir()] == ["b.py"]
    assert all((copy / name).is_symlink() for name in (".venv", "env", "data"))
    with pytest.raises(CopyError, match="not a folder below"):
        linked_folders(root, [tmp_path])


def test_a_temporary_folder_in_the_tree_is_not_copied_into_itself(tree, monkeypatch):
    (tree / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tree / "tmp"))
    found = run(tree, PYTHON, "-c", "import os; print(os.listdir('tmp'))")
    assert found.ended.stdout == "[]\n"


def test_a_copy_shares_no_file_with_the_original(tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "a").write_text("old")
    copy_tree(TreeCopy(tmp_path / "root"), tmp_path / "copy")
    with (tmp_path / "copy" / "a").open("r+") as stream:  # in place, as a command may do it
        stream.write("new")
    assert (tmp_path / "root" / "a").read_text() == "old"


def test_a_read_only_tree(tree):
    for path in [*tree.rglob("*"), tree]:
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        found = run(tree, PYTHON, "-c", "open('new', 'w'); open('package/module.py', 'a')")
    finally:
        for path in [tree, *tree.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)
    assert found.ended.code == 0


def test_what_the_command_made_read_only_is_removed(tree):
    run(
        tree,
        PYTHON,
        "-c",
        "import os; os.makedirs('a/b'); open('a/b/c', 'w'); os.chmod('a/b', 0); os.chmod('a', 0o500)",
    )


def test_a_tree_that_is_too_large(tree):
    (tree / "data").write_bytes(b"x" * 3_000_000)
    with pytest.raises(CopyError, match=r"largest: data \(2 MiB\).*--link"):
        copy_tree(TreeCopy(tree, largest=1 << 20), tree.parent / "copy")
    assert not (tree.parent / "copy").exists()


def test_too_little_space(tree, monkeypatch):
    (tree / "data").write_bytes(b"x" * 3_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10, 9, 1 << 20))
    with pytest.raises(CopyError, match=r"1 MiB free and a copy .* takes 2 MiB"):
        copy_tree(TreeCopy(tree), tree.parent / "copy")


def test_a_disk_that_fills_up(tree, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)

    def full(*_args, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    monkeypatch.setattr(copying, "_cloned", lambda *_: False)
    with (
        pytest.raises(CopyError, match="the disk is full"),
        Workspace(Job(TreeCopy(tree), ("x",), tree, tree, 1.0)),
    ):
        pass
    assert [path for path in tmp_path.iterdir() if path.name.startswith("hybridize-")] == []


def test_a_disk_that_fills_up_under_the_probe(tree):
    """The program ends as it would, and the report says that the probe could not write."""
    code = (
        "import os, package\n"
        "write = os.write\n"
        "def full(*args): raise OSError(28, 'No space left on device')\n"
        "package.double(1)\nos.write = full\nprint(package.double(2))\n"
    )
    found = run(tree, PYTHON, "-c", code)
    assert (found.ended.code, found.ended.stdout) == (0, "4\n")
    assert calls(found) == {"double": 1}


def test_remove_tree_of_nothing(tmp_path):
    remove_tree(tmp_path / "nothing")


def test_only_some_tests_of_pytest(tree, monkeypatch):
    monkeypatch.setenv("PYTEST_ADDOPTS", "--strict-markers")
    wanted = frozenset({"test_it.py::test_double[1]", "test_it.py::test_double[3]"})
    job = Job(TreeCopy(tree), tuple(PYTEST), tree, tree, 120.0, tests=wanted)
    with Workspace(job) as workspace:
        found = workspace.run({}, WATCHED)
    assert "2 passed, 1 deselected" in found.ended.stdout, found.ended
    assert {test for process in found.processes for test, _, _ in process.counts} == wanted


def test_a_session_without_the_tests_runs_its_own(tree):
    job = Job(TreeCopy(tree), tuple(PYTEST), tree, tree, 120.0, tests=frozenset({"elsewhere.py::test"}))
    with Workspace(job) as workspace:
        assert "3 passed" in workspace.run({}, WATCHED).ended.stdout
