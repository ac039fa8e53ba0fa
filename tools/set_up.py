"""Makes the virtual environment that the Makefile works in, and installs this project with its tools into it.

usage: python tools/set_up.py FOLDER

Runs before anything is installed, and on older Pythons, too, if only to say that they are too old.
"""

import subprocess
import sys

OLDEST, NEWEST = (3, 10), (3, 13)
THIS = ".".join(str(part) for part in sys.version_info[:3])


def main(arguments: "list[str]") -> "str | None":
    """Installs into the folder that is the only argument; returns why that failed, or None."""
    if len(arguments) != 1:
        return "usage: python tools/set_up.py FOLDER"
    folder = arguments[0]
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        wanted = f"3.{OLDEST[1]} to 3.{NEWEST[1]}"
        return f"this is Python {THIS}; name one of {wanted}, as in `PYTHON=python3.12 make test`"
    if not is_environment(folder) and not make_environment(folder):
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        return (
            f"Python {THIS} could not make an environment in {folder} (see above); "
            f"on Debian and Ubuntu install {package}, elsewhere take a Python that has `venv` and `ensurepip`"
        )
    print(f"set-up: installing into {folder}, once; TensorFlow is large, give it some minutes", flush=True)
    options = ["--quiet", "--disable-pip-version-check", "--editable", ".[dev]"]
    if subprocess.call([interpreter(folder), "-m", "pip", "install", *options]) != 0:
        return "pip could not install the project and its tools (see above); mend that and run make again"
    return None


def interpreter(folder: str) -> str:
    return f"{folder}/bin/python"


def is_environment(folder: str) -> bool:
    """Whether the folder already holds a working environment of this very Python."""
    code = "import sys, pip; sys.exit('.'.join(map(str, sys.version_info[:3])) != sys.argv[1])"
    try:
        return subprocess.call([interpreter(folder), "-c", code, THIS], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_environment(folder: str) -> bool:
    print(f"set-up: making {folder} with Python {THIS}", flush=True)
    return subprocess.call([sys.executable, "-m", "venv", "--clear", folder]) == 0


if __name__ == "__main__":
    problem = main(sys.argv[1:])
    if problem:
        sys.exit(f"set-up: {problem}")
