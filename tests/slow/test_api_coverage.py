"""The page on API names is what the command writes, and at least 95 % of the names are covered."""

import pytest

from corpus.coverage import PAGE, main

pytestmark = pytest.mark.slow


def test_the_page_is_current(capsys):
    assert main([]) == 0
    assert capsys.readouterr().out == PAGE.read_text(encoding="utf-8") + "\n"
