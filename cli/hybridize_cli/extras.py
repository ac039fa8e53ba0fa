"""What to say where something is missing that only an extra of this distribution brings."""


def missing(task: str, module: str, extra: str) -> str:
    """One clause that names the remedy.

    task: what cannot be done.  module: what it needs.  extra: the extra that has it.
    """
    return f"{task} needs {module}, which the extra `{extra}` brings (`pip install '.[{extra}]'` in a clone)"
