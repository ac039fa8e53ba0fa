"""Settings: where they come from, what they may say, what is said about mistakes."""

from pathlib import Path

import pytest
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.exclusion import DEFAULT_EXCLUDE
from hybridize_analyzer.workspace.settings import KEYS, Settings, load_settings


def write(root, files):
    """Files by path and text."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


EVERY_KEY = """
select = ["HYB1"]
ignore = ["print-in-graph"]
extend-select = ["HYB900"]
per-file-ignores = { "tests/**" = ["HYB1"] }
exclude = ["a"]
extend-exclude = ["b"]
respect-gitignore = false
force-exclude = true
baseline = "known.json"
output-format = "concise"
jobs = 3
unsafe-fixes = true
assume = ["type-hint"]
min-gain = "low"
tests = true
target = "tensorflow 2.9"
keras = 2
rule-url = "https://docs.example.org/{name}"
python = ".venv"
"""


def test_every_key(tmp_path):
    write(tmp_path, {"hybridize.toml": EVERY_KEY})
    file = tmp_path / "hybridize.toml"
    assert load_settings(tmp_path) == Settings(
        directory=tmp_path,
        files=(file,),
        select=("HYB1",),
        ignore=("print-in-graph",),
        extend_select=("HYB900",),
        per_file_ignores=(("tests/**", ("HYB1",)),),
        exclude=("a",),
        extend_exclude=("b",),
        respect_gitignore=False,
        force_exclude=True,
        baseline=tmp_path / "known.json",
        output_format="concise",
        jobs=3,
        unsafe_fixes=True,
        assume=("type-hint",),
        min_gain="low",
        tests=True,
        target="tensorflow 2.9",
        keras=2,
        python=tmp_path / ".venv",
        rule_url="https://docs.example.org/{name}",
    )
    written = {line.split(" = ")[0] for line in EVERY_KEY.strip().splitlines()}
    assert written == set(KEYS) - {"extend"}


PLACES = [
    pytest.param({}, None, 0, id="nothing"),
    pytest.param(
        {"pyproject.toml": "[tool.hybridize]\njobs = 1"}, "pyproject.toml", 1, id="pyproject.toml above"
    ),
    pytest.param(
        {"pyproject.toml": "[tool.ruff]", "../hybridize.toml": "jobs = 2"},
        "../hybridize.toml",
        2,
        id="passed over",
    ),
    pytest.param(
        {"pyproject.toml": "[tool.hybridize]\njobs = 1", "hybridize.toml": "jobs = 2"},
        "hybridize.toml",
        2,
        id="both",
    ),
    pytest.param(
        {"hybridize.toml": "jobs = 1", "src/hybridize.toml": "unsafe-fixes = true"},
        "src/hybridize.toml",
        None,
        id="no merging",
    ),
]


@pytest.mark.parametrize(("files", "read", "jobs"), PLACES)
def test_closest_file(tmp_path, files, read, jobs):
    home = tmp_path / "home"
    write(home, {"src/a.py": "", **files})
    settings = load_settings(home / "src")
    assert [file.resolve() for file in settings.files] == ([(home / read).resolve()] if read else [])
    assert settings.jobs == (jobs or None)


def test_extend(tmp_path):
    write(
        tmp_path,
        {
            "shared/base.toml": "jobs = 1\nselect = ['HYB1']\nextend-exclude = ['x']\nbaseline = 'b.json'",
            "hybridize.toml": "extend = 'shared/base.toml'\njobs = 2\nextend-exclude = ['y']",
        },
    )
    settings = load_settings(tmp_path)
    assert (settings.jobs, settings.select, settings.extend_exclude) == (2, ("HYB1",), ("x", "y"))
    assert settings.baseline == tmp_path / "shared" / "b.json"
    assert settings.files == (tmp_path / "hybridize.toml", tmp_path / "shared" / "base.toml")


def test_config_and_isolated(tmp_path, monkeypatch):
    write(tmp_path, {"hybridize.toml": "jobs = 1\nunsafe-fixes = true", "other.toml": "jobs = 5"})
    monkeypatch.chdir(tmp_path)
    assert load_settings(tmp_path, config=["other.toml"]).jobs == 5
    assert load_settings(tmp_path, config=["jobs = 7"]).jobs == 7
    assert load_settings(tmp_path, config=["jobs=7", "other.toml", "select=['HYB1']"]).select == ("HYB1",)
    assert load_settings(tmp_path, config=["jobs=7"]).unsafe_fixes
    assert load_settings(tmp_path, isolated=True) == Settings(tmp_path)
    assert load_settings(tmp_path, isolated=True, config=["jobs = 7"]).jobs == 7
    assert load_settings(tmp_path, isolated=True).exclude == DEFAULT_EXCLUDE


MISTAKES = [
    pytest.param("selct = []", ["hybridize.toml", "`selct`", "did you mean `select`"], id="misspelt key"),
    pytest.param("zzz = 1", ["`zzz`", "known: assume, baseline, exclude"], id="foreign key"),
    pytest.param(
        "select = 'HYB1'", ["`select` must be a list of strings, not a text (HYB1)"], id="text for list"
    ),
    pytest.param("select = [1]", ["`select` must be a list of strings, not a list"], id="numbers in list"),
    pytest.param(
        "jobs = 0", ["`jobs` must be a whole number of at least 1, not a number (0)"], id="too few jobs"
    ),
    pytest.param("jobs = true", ["`jobs` must be", "not true or false (True)"], id="flag for number"),
    pytest.param("unsafe-fixes = 'yes'", ["`unsafe-fixes` must be true or false"], id="text for flag"),
    pytest.param("per-file-ignores = ['a']", ["`per-file-ignores` must be a table"], id="list for table"),
    pytest.param("jobs = 2020-01-01", ["not a date or time"], id="date"),
    pytest.param("jobs = x\n", ["not TOML", "line 1", "--isolated"], id="broken TOML"),
    pytest.param(
        "extend = 'none.toml'", ["`extend` names", "none.toml", "not a file"], id="nothing to extend"
    ),
    pytest.param("extend = 'hybridize.toml'", ["leads back to itself"], id="extends itself"),
    pytest.param(b"# \xe9", ["byte offset 2", "UTF-8"], id="not UTF-8"),
]


@pytest.mark.parametrize(("text", "words"), MISTAKES)
def test_mistakes_in_a_file(tmp_path, text, words):
    (tmp_path / "hybridize.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        load_settings(tmp_path)
    for word in (str(tmp_path), *words):
        assert word in str(caught.value)


def test_a_broken_pyproject_is_named(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool")
    with pytest.raises(InputError, match=r"pyproject\.toml: not TOML"):
        load_settings(tmp_path)
    assert load_settings(tmp_path, isolated=True) == Settings(tmp_path)


def test_the_table_has_to_be_a_table(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool]\nhybridize = 1")
    with pytest.raises(InputError, match="must be a table"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("config", "isolated", "word"),
    [
        (["none.toml"], False, "no such file, and not a setting"),
        (["jobs = x"], False, "not TOML"),
        (["joobs = 1"], False, "did you mean `jobs`"),
        (["a.toml", "b.toml"], False, "only one settings file"),
        (["a.toml"], True, "contradict"),
    ],
)
def test_mistakes_in_config(tmp_path, monkeypatch, config, isolated, word):
    write(tmp_path, {"a.toml": "", "b.toml": ""})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=word):
        load_settings(Path.cwd(), config=config, isolated=isolated)
