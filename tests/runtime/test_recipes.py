"""Every example of the guide to the runtime runs as it stands there, those of a section in a program of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.tf
DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("runtime-recipes.md", "runtime.md", "portable.md")
SECTIONS = [
    section
    for page in PAGES
    for section in re.findall(
        r"^##? (.+?)\n(.*?)(?=^## |\Z)", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
]
EXAMPLES = {
    title: "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    for title, text in SECTIONS
}
# Compiles three archives, and starts processes.
SLOW = ("Portable models", "Several processes")


# Keras's variables and NumPy 2, where Keras saves a model.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@pytest.mark.parametrize(
    "title",
    [pytest.param(t, marks=[pytest.mark.slow] * (t in SLOW)) for t, source in EXAMPLES.items() if source],
)
def test_the_example_of_a_recipe_runs(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[title], title, "exec"), {"__name__": "recipe"})


def test_no_example_is_lost() -> None:
    """Titles are different, and every example stands in a section."""
    assert len(EXAMPLES) == len(SECTIONS)
    written = sum((DOCS / page).read_text(encoding="utf-8").count("```python\n") for page in PAGES)
    assert written == sum(len(re.findall(r"^```python\n", text, re.MULTILINE)) for _, text in SECTIONS)
