"""Lets `python -m hybridize_cli` do what `hybridize` does."""

from hybridize_cli.main import run

if __name__ == "__main__":
    run()
