"""The language server: what the analyzer found, in the words of the editor protocol."""
