"""The smaller commands, the start of the program, and its end when something outside goes wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(str(REPOSITORY / part) for part in ("analyzer", "refactorings", "cli")),
}


def python(*arguments, **options):
    """Runs Python in a process of its own."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, **options)


def test_rules(run):
    lines = run("rules").stdout.splitlines()
    assert lines[1] == "HYB101  print-in-graph      Flags `print-in-graph` on one more line."
    listed = json.loads(run("rules", "--format", "json").stdout)
    assert [rule["code"] for rule in listed] == ["HYB001", "HYB101", "HYB900"]
    assert set(listed[0]) == {"name", "code", "severity", "summary", "page"}


@pytest.mark.parametrize("name", ["print-in-graph", "HYB101", "hyb101", "Print-In-Graph"])
def test_explain(run, name):
    outcome = run("explain", name)
    assert outcome.code == 0
    assert outcome.stdout.startswith("# print-in-graph (HYB101)\n\nFlags `print-in-graph`")
    assert "## Why it matters" in outcome.stdout


def test_explain_on_a_terminal(run):
    outcome = run("explain", "HYB101", terminal=True)
    assert outcome.code == 0
    assert "Why it matters" in outcome.stdout
    assert "##" not in outcome.stdout


@pytest.mark.parametrize(
    ("name", "hint"), [("print-graph", "did you mean `print-in-graph`"), ("zzz", "`hybridize rules` lists")]
)
def test_explain_an_unknown_rule(run, name, hint):
    outcome = run("explain", name)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert hint in outcome.stderr


@pytest.mark.parametrize(
    ("shell", "word"), [("bash", "complete "), ("zsh", "#compdef"), ("fish", "complete ")]
)
def test_completion(run, shell, word):
    outcome = run("completion", shell)
    assert outcome.code == 0
    assert word in outcome.stdout
    assert "_HYBRIDIZE_COMPLETE" in outcome.stdout


def test_completion_completes():
    environment = {
        **ENVIRONMENT,
        "_HYBRIDIZE_COMPLETE": "bash_complete",
        "COMP_WORDS": "hybridize ex",
        "COMP_CWORD": "1",
    }
    code = "from hybridize_cli.main import run; run()"
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout == "plain,explain\n"


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["--version"], 0, "hybridize "),
        (["--help"], 0, "completion"),
        (["check", "--help"], 0, "--per-file-ignores"),
        (["-h"], 0, "Exit codes"),
        (["chekc"], 2, "did you mean `check`"),
        (["zzz"], 2, "known: check, fix"),
        (["--nonsense"], 2, "No such option"),
        (["explain"], 2, "Missing argument"),
        (["completion", "tcsh"], 2, "tcsh"),
    ],
)
def test_entry(run, arguments, code, word):
    outcome = run(*arguments)
    assert outcome.code == code
    assert word in outcome.stdout + outcome.stderr


def test_module_runs_and_reports_what_is_missing(tmp_path):
    result = python("-m", "hybridize_cli", "check", "none.py", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"error: {tmp_path / 'none.py'}: no such file or directory; check the spelling\n"


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from hybridize_cli.main import execute; execute(['check', '--help']); "
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    result = python("-c", code)
    heavy = {"libcst", "tensorflow", "watchfiles", "hybridize_refactorings", "hybridize_analyzer.analyze"}
    assert result.returncode == 0
    assert "hybridize_cli.options" in result.stderr.split()
    assert not heavy & set(result.stderr.split())


@pytest.mark.parametrize("arguments", [["completion", "fish"], ["check", "--show-files"], ["--help"]])
def test_a_reader_that_has_left_is_no_fault(tmp_path, arguments):
    (tmp_path / "a.py").touch()
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "hybridize_cli", *arguments],
            env=ENVIRONMENT,
            cwd=tmp_path,
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (141, b"")


OUTSIDE = [
    pytest.param("rm -r ../here; hybridize check", "working directory has been removed", id="no directory"),
    pytest.param("hybridize check - <&-", "standard input is closed", id="no standard input"),
    pytest.param("hybridize check --show-settings >/dev/full", "No space left", id="full disk"),
    pytest.param("hybridize check - --stdin-filename .", "a directory", id="standard input as a directory"),
    pytest.param('hybridize check "$(printf %05000d 1)"', "name too long", id="a name too long"),
]


def shell(script, folder):
    """Runs a script in which `hybridize` is this program."""
    function = f'hybridize() {{ {sys.executable} -m hybridize_cli "$@"; }}\n'
    command = ["sh", "-c", function + script]
    return subprocess.run(command, env=ENVIRONMENT, cwd=folder, capture_output=True, check=False)


@pytest.mark.parametrize(("script", "word"), OUTSIDE)
def test_what_goes_wrong_outside(tmp_path, script, word):
    (tmp_path / "here").mkdir()
    result = shell(script, tmp_path / "here")
    assert result.returncode == 2
    assert b"error: " in result.stderr
    assert b"internal" not in result.stderr
    assert word.encode() in result.stderr


def test_closed_standard_output_and_names_no_encoding_has(tmp_path):
    assert shell("hybridize check --show-files >&-", tmp_path).returncode == 0
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py")).touch()
    result = shell("hybridize check --show-files", tmp_path)
    assert (result.returncode, result.stdout) == (0, b"\\udcff.py\n")


def test_interrupt_is_quiet():
    command = [sys.executable, "-m", "hybridize_cli", "check", "-"]
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell that runs the tests in the background has them ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        time.sleep(3)  # it now waits for standard input
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert (process.stdout.read(), process.stderr.read().strip()) == (b"", b"")


def test_watch_checks_again_and_survives_mistakes(run, plant, monkeypatch, tmp_path):
    import watchfiles

    def changes(*places, watch_filter):
        assert tmp_path in places
        assert watch_filter(watchfiles.Change.modified, str(tmp_path / "a.py"))
        assert watch_filter(watchfiles.Change.modified, str(tmp_path / "pyproject.toml"))
        assert not watch_filter(watchfiles.Change.modified, str(tmp_path / "a.txt"))
        assert not watch_filter(watchfiles.Change.modified, str(tmp_path / ".venv" / "a.py"))
        plant({"hybridize.toml": "zzz = 1"})
        yield set()
        plant({"hybridize.toml": "", "a.py": "x = 1\nprint(2)\n"})
        yield set()

    monkeypatch.setattr(watchfiles, "watch", changes)
    plant({"a.py": "print(1)\n"})
    outcome = run("check", "--watch", "--format", "concise")
    assert outcome.code == 0
    assert [line.split(" ")[0] for line in outcome.stdout.splitlines() if "HYB101" in line] == [
        "a.py:1:1",
        "a.py:2:1",
    ]
    assert "unknown setting `zzz`" in outcome.stderr
    assert outcome.stderr.count("waiting for changes") == 3


def test_progress_is_for_long_runs_on_a_terminal(monkeypatch):
    from hybridize_cli import progress

    with progress.progress_bar(shown=True) as report:
        assert report is None  # standard error is no terminal here
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress.progress_bar(shown=False) as report:
        assert report is None
    started = []
    start = progress._start
    monkeypatch.setattr(progress, "_start", lambda: started.append(start()) or started[-1])
    with progress.progress_bar(shown=True) as report:
        report(1, 3)
        assert started == []
        monkeypatch.setattr(progress, "_PATIENCE", -1.0)
        report(2, 3)
        report(3, 3)
    assert len(started) == 1
    assert started[0].tasks[0].completed == 3
