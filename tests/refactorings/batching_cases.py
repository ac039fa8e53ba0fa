"""Cases of rewrites: a program `CASE.py`, and beside it `CASE.after` (its calls batched) or `CASE.refused` (why not)."""

from __future__ import annotations

from pathlib import Path

from edit_cases import source_file
from hybridize_refactorings.batching.rewrites import all_rewrites
from hybridize_refactorings.batching.searching import search_batching
from hybridize_refactorings.repaired_functions import repaired_sources
from repair_cases import ANALYST, analyse

CASES = Path(__file__).parent / "batching"
REWRITES = {rewrite.name: rewrite for rewrite in all_rewrites()}
PATHS = sorted(CASES.glob("*/*.py"))


def batched(path: Path, text: str | None = None) -> tuple[str, str]:
    """The program after the rewrite that its folder is named for, and the reasons for what was left as it is."""
    raw = path.read_bytes() if text is None else text.encode()
    sources = {path.name: source_file(path, path.name, raw)}
    chosen = [REWRITES[path.parent.name]]
    outcomes = search_batching(
        analyse(list(sources.values())), sources, ANALYST, unsafe=True, rewrites=chosen
    )
    after = repaired_sources(sources, [edit for outcome in outcomes for edit in outcome.edits])
    reasons = "".join(f"{o.function.qualname}: {o.refused}\n" for o in outcomes if o.refused)
    return after[path.name].text, reasons
