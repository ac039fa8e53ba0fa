"""The documentation site: it builds, its links lead somewhere, and its pages fetch nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = [str(ROOT / part) for part in ("analyzer", "refactorings", "lsp_server", "cli", "runtime")]
GENERATED = {"settings.md", "commands.md"}  # by tools/site_pages.py, for the site only
BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
    None,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(PARTS)}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_is_there_and_fetches_nothing(site):
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    assert {"index.html", "tutorial.html", "settings.html", "commands.html", "api.html"} <= pages
    for page in pages:
        text = (site / page).read_text(encoding="utf-8")
        assert not re.search(
            r"<(?:script|img|iframe)[^>]*src=.?https?:|<link[^>]*stylesheet[^>]*https?:", text
        ), page


def test_links_between_pages_lead_to_files_and_headings(site):
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            address, _, heading = unescape(link).partition("#")
            if re.match(r"[a-z]+:", address):
                continue
            target = (page.parent / address) if address else page
            assert target.exists(), f"{page.name} -> {link}"
            if heading and target.suffix == ".html" and not heading.startswith("__"):
                assert f'id="{heading}"' in target.read_text(encoding="utf-8"), f"{page.name} -> {link}"


def test_references_are_those_of_the_code(site):
    settings = (site / "settings.html").read_text(encoding="utf-8")
    assert "<code>extend-exclude</code>" in settings
    assert "<code>min-gain</code>" in settings
    commands = (site / "commands.html").read_text(encoding="utf-8")
    assert "hybridize report" in commands
    assert "--against FILE" in commands
    api = (site / "api.html").read_text(encoding="utf-8")
    assert "InstanceGraph" in api
    assert "vertex_function" in api


def tracked(*patterns: str) -> list[Path]:
    """The files of this repository that git knows, or would take."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_links_of_pages_outside_the_site_lead_to_files():
    """README, CONTRIBUTING and the like are read where the repository is shown."""
    for page in tracked("*.md"):
        if "cases" in page.parts:
            continue
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
            address = link.partition("#")[0]
            if not address or re.match(r"[a-z]+:", address) or address in GENERATED:
                continue
            assert (page.parent / address).exists(), f"{page.relative_to(ROOT)} -> {link}"


def test_pages_that_texts_and_programs_name_are_there():
    for path in tracked("*.md", "*.py", "*.yml", "*.toml", "Makefile", "*.ts"):
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8", errors="replace")):
            assert (ROOT / name).exists(), f"{path.relative_to(ROOT)} names {name}"


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_the_search_works_from_disk(site, tmp_path):
    typed = """<script>setTimeout(() => { const query = document.querySelector("[data-md-component=search-query]");
      query.focus(); query.value = "decorator"; query.dispatchEvent(new Event("input", { bubbles: true }));
      query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true, key: "r" })); }, 1500)</script></body>"""
    text = (site / "index.html").read_text(encoding="utf-8").replace("</body>", typed)
    (site / "typed.html").write_text(text, encoding="utf-8")
    profile = f"--user-data-dir={tmp_path / 'browser'}"
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        profile,
        "--virtual-time-budget=15000",
        "--dump-dom",
    ]
    address = (site / "typed.html").as_uri()
    for _ in range(2):  # a busy machine may end the virtual time before the index is read
        done = subprocess.run(
            [BROWSER, *options, address], capture_output=True, text=True, check=False, timeout=180
        )
        if found := re.search(r"\d+ matching documents", done.stdout):
            break
    assert found, done.stderr[-2000:]
