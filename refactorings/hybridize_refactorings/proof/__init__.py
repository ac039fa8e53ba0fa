"""Proof by execution: the user's command runs on the original and on the edited program, watched function by function.

`verify` judges every edit, `measure` times them; `docs/verify.md` is the guide.  The program runs in copies of its tree
below a temporary folder, in the interpreter that the command starts; nothing of it is imported here.
"""
