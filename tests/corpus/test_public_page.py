"""The page of public projects: shares and the reviewed sample."""

from corpus.public.page import page, read_review
from corpus.public.run import Counts, count


def function(**fields):
    return {"hybrid": False, "tensor_parameter": True, "safe": False, "refusals": [], "gain": "low", **fields}


def counts(tmp_path) -> Counts:
    functions = [
        function(verdict="convert", safe=True),
        function(verdict="convert", gain="none"),
        function(verdict="keep", refusals=["python-output"]),
        function(verdict="undetermined", refusals=["python-result", "unseen-code"]),
        function(verdict="keep", hybrid=True, tensor_parameter=None),
        function(verdict="keep", tensor_parameter=False, refusals=["no-tensor-parameter"]),
    ]
    return count("some-1.0", tmp_path, {"functions": functions, "findings": [], "errors": []}, 1.0)


def test_candidates_are_graphs_and_functions_with_tensors(tmp_path):
    found = counts(tmp_path)
    assert (found.candidates, found.convertible, found.convertible_safe) == (5, 2, 1)
    assert found.gainless == 1
    assert found.refusals == {"python-output": 1, "python-result": 1, "unseen-code": 1}
    assert found.sole == {"python-output": 1}


def test_the_page_shows_shares_and_errors(tmp_path):
    text = page([counts(tmp_path)], read_review())
    assert "| some-1.0 | 6 | 5 | 1 | 2 | 40.0 % | 1 | 1 | 20.0 % |" in text
    wrong = [each for each in read_review() if each.error]
    assert f"**{len(wrong)} of 40 are wrong**" in text


def test_forty_verdicts_were_reviewed():
    review = read_review()
    assert len({(r.project, r.path, r.line) for r in review}) == 40
