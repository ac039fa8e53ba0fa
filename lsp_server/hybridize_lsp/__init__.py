"""The language server: the only part that knows the Language Server Protocol."""
