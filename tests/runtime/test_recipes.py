"""Every example of docs/runtime-recipes.md runs as it stands there, in a program of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.tf
PAGE = Path(__file__).parents[2] / "docs" / "runtime-recipes.md"
SECTIONS = re.findall(
    r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
EXAMPLES = {
    title: "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    for title, text in SECTIONS
}
# Runs two more processes, each of which imports TensorFlow.
SLOW = ("Several processes",)


# Keras's variables and NumPy 2, where Keras saves a model.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize(
    "title",
    [pytest.param(t, marks=[pytest.mark.slow] * (t in SLOW)) for t, source in EXAMPLES.items() if source],
)
def test_the_example_of_a_recipe_runs(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[title], f"{PAGE.name}: {title}", "exec"), {"__name__": "recipe"})
