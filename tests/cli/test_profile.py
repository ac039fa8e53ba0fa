"""`hybridize profile`: the file that it keeps, what it prints, and how it ends."""

import inspect
import json
import sys
from importlib import resources

import jsonschema
import msgspec
import pytest
from hybridize_analyzer.observed.profile import Profile

PROGRAM = (
    "import time\n\n\ndef eager(x):\n    time.sleep(0.05)\n\n\nif __name__ == '__main__':\n    eager(2)\n"
)
RUN = [sys.executable, "a.py"]
SCHEMA = json.loads(resources.files("hybridize_cli").joinpath("schemas/profile.schema.json").read_text())


def dedented(part):
    """`part` of a schema with its descriptions dedented, which msgspec does of itself from version 0.23 on."""
    if isinstance(part, dict):
        return {
            key: inspect.cleandoc(value)
            if key == "description" and isinstance(value, str)
            else dedented(value)
            for key, value in part.items()
        }
    return [dedented(value) for value in part] if isinstance(part, list) else part


def test_the_schema_is_that_of_the_classes():
    assert dedented(json.loads(json.dumps(msgspec.json.schema(Profile)))) == SCHEMA


def test_the_file_and_the_table(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": PROGRAM})
    outcome = run("profile", "--", *RUN)
    assert outcome.code == 0, outcome.stderr
    heading, row, last = outcome.stdout.splitlines()
    assert heading.split()[:3] == ["function", "calls", "total"]
    assert row.split()[:3] == ["a.py:4", "eager", "1"]
    assert "with the probe, in 1 process" in last
    document = json.loads((tmp_path / ".hybridize/profile.json").read_text())
    jsonschema.validate(document, SCHEMA)
    assert [f["qualname"] for f in document["functions"]] == ["eager"]
    assert (tmp_path / ".hybridize/.gitignore").read_text() == "*\n"


def test_append_and_another_file(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": PROGRAM})
    for calls in (1, 2):
        assert run("profile", "--append", "-o", "kept.json", "--", *RUN).code == 0
        document = json.loads((tmp_path / "kept.json").read_text())
        assert document["functions"][0]["calls"] == len(document["runs"]) == calls
    assert not (tmp_path / ".hybridize").exists()


@pytest.mark.parametrize(("form", "start"), [("json", "{"), ("html", "<!doctype html>")])
def test_formats(run, plant, form, start):
    plant({"pyproject.toml": "", "a.py": PROGRAM})
    outcome = run("profile", "--quiet", "--format", form, "--", *RUN)
    assert outcome.stdout.startswith(start)
    assert "a.py:eager" in outcome.stdout or '"eager"' in outcome.stdout
    assert outcome.stderr == ""


def test_a_command_that_fails_leaves_its_profile(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": PROGRAM + "    raise SystemExit('why')\n"})
    outcome = run("profile", "--", *RUN)
    assert outcome.code == 3
    assert "exits with 1; the profile holds what it did until then" in outcome.stderr
    assert "  | why" in outcome.stderr
    assert json.loads((tmp_path / ".hybridize/profile.json").read_text())["functions"]


def test_a_command_that_runs_nothing_of_the_project(run, plant):
    plant({"pyproject.toml": "", "a.py": PROGRAM})
    outcome = run("profile", "--", sys.executable, "-c", "pass")
    assert outcome.code == 0
    assert "warning: the command ran no function of the project" in outcome.stderr
