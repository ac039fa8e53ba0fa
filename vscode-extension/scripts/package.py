"""Builds the .vsix of one platform: the extension, and in it the server with all that it imports.

usage: python scripts/package.py [--target TARGET] [--out FILE]

Needs a Python 3.10 or newer with pip, and node with the packages of package-lock.json.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[1]
REPOSITORY = EXTENSION.parent
LIBS = EXTENSION / "bundled" / "libs"
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
PLATFORMS = {
    "alpine-x64": ("musllinux_1_2_x86_64",),
    "darwin-arm64": ("macosx_11_0_arm64",),
    "darwin-x64": ("macosx_10_9_x86_64", "macosx_10_12_x86_64", "macosx_10_13_x86_64"),
    "linux-arm64": ("manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    "linux-x64": ("manylinux2014_x86_64", "manylinux_2_28_x86_64"),
    "win32-arm64": ("win_arm64",),
    "win32-x64": ("win_amd64",),
}
"""The tags of the wheels that run on each platform of the marketplaces."""
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}
UNUSED = ("/tests/", "hybridize_runtime/", "libcst/codemod/")
LEXERS = "pygments/lexers/"
COLOURED = ("__init__.py", "_mapping.py", "python.py", "special.py")
"""The lexers of pygments that pages of rules need: their code is Python."""
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def main() -> None:
    """Builds what the command line asks for.  Raises SystemExit with what went wrong."""
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        download(Path(folder), options.target)
        unpack(Path(folder))
    shutil.copyfile(REPOSITORY / "LICENSE", EXTENSION / "LICENSE")
    run("node", "scripts/build.mjs")
    options.out.parent.mkdir(exist_ok=True)
    vsce = ("node_modules/.bin/vsce", "package", "--no-dependencies", "--no-rewrite-relative-links")
    run(*vsce, "--allow-missing-repository", "--target", options.target, "--out", str(options.out.resolve()))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--target", choices=sorted(PLATFORMS), default=this_platform())
    parser.add_argument("--out", type=Path, help="default: build/hybridize-TARGET.vsix of the repository")
    options = parser.parse_args()
    if options.target not in PLATFORMS:
        parser.error(f"no target is for {options.target}; name one of {', '.join(sorted(PLATFORMS))}")
    options.out = options.out or REPOSITORY / "build" / f"hybridize-{options.target}.vsix"
    return options


def this_platform() -> str:
    """The name that the marketplaces have, or would have, for this machine."""
    system = "alpine" if sys.platform == "linux" and platform.libc_ver()[0] != "glibc" else sys.platform
    machine = platform.machine().lower()
    return f"{system}-{_MACHINES.get(machine, machine)}"


def download(folder: Path, target: str) -> None:
    """Our own wheel, and those of all requirements for every Python."""
    run(*PIP, "wheel", "--no-deps", "--wheel-dir", str(folder), str(REPOSITORY))
    requirements = ("--no-deps", "--requirement", str(EXTENSION / "bundled" / "requirements.txt"))
    tags = [option for tag in PLATFORMS[target] for option in ("--platform", tag)]
    for python in PYTHONS:
        only = ("--only-binary=:all:", "--implementation", "cp", "--python-version", python, *tags)
        run(*PIP, "download", *only, "--dest", str(folder), *requirements)


def unpack(folder: Path) -> None:
    """All wheels into one tree: native modules have their Python in their names, so they lie side by side.

    Raises SystemExit when two wheels have different files of one name.
    """
    shutil.rmtree(LIBS, ignore_errors=True)
    for wheel in sorted(folder.glob("*.whl")):
        for name, content in members(wheel):
            path = LIBS / name
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            elif path.read_bytes() != content and not name.endswith(
                (".dist-info/RECORD", ".dist-info/WHEEL")
            ):
                sys.exit(f"{wheel.name}: {name} differs from that of another wheel")


def members(wheel: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and is_used(name):
                yield name, archive.read(name)


def is_used(name: str) -> bool:
    unused = name.startswith(LEXERS) and name.removeprefix(LEXERS) not in COLOURED
    return not unused and not any(part in name for part in UNUSED)


def run(*command: str) -> None:
    if subprocess.call(command, cwd=EXTENSION) != 0:
        sys.exit(f"failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
