"""`hybridize report`: its data, its page, and what the page does in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from hybridize_analyzer.report import FunctionReport as Function
from hybridize_analyzer.report import Location, Report
from hybridize_cli.main import execute
from hybridize_cli.report.data import report_data
from hybridize_cli.report.drawing import MOST, placed
from hybridize_cli.report.edges import call_edges
from hybridize_cli.report.page import page

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
    None,
)
in_a_browser = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
RELU = 40 * "    x = tf.nn.relu(x) + tf.exp(x)\n"
PROGRAM = f"""import tensorflow as tf


def train(x):
{RELU}    return x


def helper(x):
{RELU}    print("called")
    return x


def main():
    for _ in range(90_000):
        train(tf.ones([2]))
        helper(tf.ones([2]))


main()
"""
HOSTILE = "</script><img src=x onerror=\"document.title='owned'\"><!--"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "model.py").write_text(PROGRAM)
    return tmp_path


def data_of(folder: Path, *more: str) -> dict:
    file = folder / "report.json"
    assert execute(["report", str(folder), "--no-cache", "-f", "json", "-o", str(file), *more]) == 0
    return json.loads(file.read_text())


def test_the_data_says_what_can_be_a_graph_and_what_stands_in_the_way(project):
    data = data_of(project)
    functions = {function["name"]: function for function in data["functions"]}
    assert functions["train"]["offered"]
    assert functions["train"]["speed_up"] > 2
    obstacle = functions["helper"]["obstacles"][0]
    assert 'print("called")' in obstacle["at"]["code"]
    assert data["summary"]["convert"] == sum(f["offered"] for f in data["functions"])
    rule = next(rule for rule in data["rules"] if rule["rule"] == obstacle["rule"])
    assert (rule["functions"] >= 1, rule["alone"] >= 1) == (True, True)
    assert data["files"][0]["path"] == "model.py"
    names = [function["name"] for function in data["functions"]]
    assert [names.index("main"), names.index("train")] in data["graph"]["edges"]


def test_an_earlier_report_is_compared(project, capsys):
    data_of(project)
    (project / "before.json").write_bytes((project / "report.json").read_bytes())
    (project / "model.py").write_text(PROGRAM.replace("def train", "@tf.function\ndef train"))
    trend = data_of(project, "--against", str(project / "before.json"))["trend"]
    assert {"path": "model.py", "name": "train", "before": "convert", "now": "graph"} in trend["changed"]
    assert trend["summary"]["graphs"] == 0
    (project / "before.json").write_text('{"version": 99}')
    assert execute(["report", str(project), "--against", str(project / "before.json")]) == 2
    assert "is no report of version" in capsys.readouterr().err


def test_times_come_from_a_profile(project):
    runs = [{"path": "model.py", "qualname": "train", "line": 4, "digest": "", "seconds": 1.5}]
    assert {f["name"]: f["seconds"] for f in data_of(project)["functions"]}["train"] is None
    (project / "profile.json").write_text(json.dumps({"version": 1, "tool": "0", "functions": runs}))
    assert execute(["report", str(project), "--profile", str(project / "nowhere.json")]) == 2
    times = {
        f["name"]: f["seconds"]
        for f in data_of(project, "--profile", str(project / "profile.json"))["functions"]
    }
    assert (times["train"], times["helper"]) == (1.5, None)


def test_calls_belong_to_the_innermost_function_around_them(project):
    data = data_of(project)
    assert all(len(edge) == 2 for edge in data["graph"]["edges"])
    assert call_edges((), {}) == []


def function(number: int, **changes: object) -> Function:
    where = Location(f"package/module{number % 50}.py", number + 1, 5, number + 1, 9)
    values = {
        "verdict": "convert",
        "safe": number % 2 == 0,
        "tensor_computation": True,
        "speed_up": number % 9 + 1.0,
    }
    values |= {"ops": number, "hybrid": False, "gain": "high", **changes}
    return Function(path=where.path, qualname=f"function{number}", line=number + 1, location=where, **values)


def large(count: int) -> Report:
    return Report(Path("/project"), tuple(function(number) for number in range(count)), (), ())


def test_the_picture_is_bounded_and_nobody_stands_where_another_does():
    functions = large(3000).functions
    drawn = placed(functions, [(i, i + 1) for i in range(0, 2998, 3)] + [(5, 4), (4, 5)])
    assert (len(drawn["nodes"]), drawn["left_out"]) == (MOST, 3000 - MOST)
    assert len({(column, row) for _, column, row in drawn["nodes"]}) == MOST
    numbers = {number for number, _, _ in drawn["nodes"]}
    assert all(a in numbers and b in numbers for a, b in drawn["edges"])


def test_names_cannot_leave_the_data(tmp_path):
    report = Report(Path(f"/{HOSTILE}"), (function(1),), (), ())
    data = report_data(report, {}, tool_version=HOSTILE)
    data["functions"][0]["name"] = data["functions"][0]["why"] = HOSTILE
    text = page(data)
    assert HOSTILE not in text
    assert len(re.findall(r"<script", text)) == len(re.findall(r"</script>", text)) == 2
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", text)
    assert "default-src 'none'" in text


def in_browser(tmp_path: Path, text: str, script: str) -> object:
    """What a script returns that runs in the page when it is complete."""
    run = f"""<script>document.title = "checked"; (async () => {{ let found;
      try {{ found = await (async () => {{ {script} }})() }} catch (error) {{ found = String(error.stack) }}
      const told = document.createElement("pre"); told.id = "told"; told.textContent = JSON.stringify(found);
      document.body.append(told); }})();</script></body>"""
    file = tmp_path / "page.html"
    file.write_text(text.replace("</body>", run), encoding="utf-8")
    profile = f"--user-data-dir={tmp_path / 'browser'}"
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        profile,
        "--virtual-time-budget=5000",
        "--dump-dom",
    ]
    for _ in range(2):  # a busy machine may end the virtual time before the page is complete
        done = subprocess.run(
            [BROWSER, *options, file.as_uri()], capture_output=True, text=True, check=False, timeout=180
        )
        told = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.S)
        if told:
            break
    assert told, done.stderr[-2000:]
    return json.loads(unescape(told[1]))


@in_a_browser
def test_tables_sort_filter_and_open(project, tmp_path):
    assert execute(["report", str(project), "--no-cache", "-o", str(project / "r.html")]) == 0
    told = in_browser(
        tmp_path,
        (project / "r.html").read_text(encoding="utf-8"),
        """
        const key = (at, key) => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const tabs = [...document.querySelectorAll("[role=tab]")];
        tabs.find((tab) => tab.textContent.startsWith("Functions")).click();
        const panel = document.querySelector("[role=tabpanel]:not([hidden])");
        const names = () => [...panel.querySelectorAll("tr.row td:first-child")].map((cell) => cell.textContent);
        const first = names();
        const head = panel.querySelector("th button"); head.click(); const up = names(); head.click(); const down = names();
        const search = panel.querySelector("input"); search.value = "train"; search.dispatchEvent(new Event("input"));
        const filtered = names(), row = panel.querySelector("tr.row");
        key(row, "Enter");
        const opened = panel.querySelector("tr.detail").textContent, expanded = row.getAttribute("aria-expanded");
        key(row, "Enter"); const closed = panel.querySelector("tr.detail") === null;
        tabs[0].focus(); key(tabs[0], "ArrowRight"); const second = tabs[1].getAttribute("aria-selected");
        document.getElementById("theme").click(); const root = document.documentElement.className;
        return { first, up, down, filtered, opened, expanded, closed, second, root };
        """,
    )
    assert sorted(told["first"]) == told["up"] == told["down"][::-1] == ["helper", "main", "train"]
    assert told["filtered"] == ["train"]
    assert "def train(x):" in told["opened"]
    assert (told["expanded"], told["closed"], told["second"], told["root"]) == ("true", True, "true", "dark")


@in_a_browser
def test_five_thousand_functions_are_quick_to_look_through(tmp_path):
    data = report_data(large(5000), {}, tool_version="0")
    for number in range(2000):
        data["graph"]["edges"].append([5000 - 1 - number % 1400, 5000 - 2 - number % 1400])
    told = in_browser(
        tmp_path,
        page(data),
        """
        const started = performance.now();
        const tabs = [...document.querySelectorAll("[role=tab]")];
        tabs.find((tab) => tab.textContent.startsWith("Functions")).click();
        const panel = document.querySelector("[role=tabpanel]:not([hidden])"), search = panel.querySelector("input");
        const rows = () => panel.querySelectorAll("tr.row").length, at_first = rows();
        panel.querySelectorAll("th button")[3].click();
        search.value = "function4999"; search.dispatchEvent(new Event("input")); const found = rows();
        tabs.find((tab) => tab.textContent.startsWith("Call graph")).click();
        const graph = document.querySelector(".graph svg"), before = graph.getAttribute("viewBox");
        document.querySelector("[aria-label='Zoom in']").click(); const zoomed = graph.getAttribute("viewBox");
        graph.querySelector("g.node").dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const chosen = document.querySelectorAll("g.chosen").length, nodes = graph.querySelectorAll("g.node").length;
        return { at_first, found, changed: before !== zoomed, chosen, nodes, ms: performance.now() - started };
        """,
    )
    assert (told["at_first"], told["found"], told["changed"], told["chosen"]) == (200, 1, True, 1)
    assert told["nodes"] == MOST
    assert told["ms"] < 10_000, told


@in_a_browser
def test_names_are_shown_as_text(tmp_path):
    data = report_data(large(3), {}, tool_version=HOSTILE)
    for row in data["functions"]:
        row["name"] = row["path"] = row["why"] = row["code"] = HOSTILE
        row["assumptions"] = [{"kind": HOSTILE, "message": HOSTILE, "accepted": False}]
    data["name"] = HOSTILE
    data["problems"] = [{"path": HOSTILE, "line": None, "message": HOSTILE}]
    told = in_browser(
        tmp_path,
        page(data),
        """
        for (const tab of document.querySelectorAll("[role=tab]")) { tab.click();
          document.querySelector("[role=tabpanel]:not([hidden]) tr.row")?.click(); }
        document.querySelector("g.node").dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { images: document.querySelectorAll("img").length, title: document.title, text: document.body.textContent };
        """,
    )
    assert (told["images"], told["title"]) == (0, "checked")
    assert HOSTILE in told["text"]
