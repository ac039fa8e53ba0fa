"""The counter of traces is part of the corpus, which tests import from the checkout; the oracle belongs to the rules."""

import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "rules")]

collect_ignore = ["cases"]  # programs that are analysed, of which some hold tests
