"""Analysis that follows edits: what an edit does not touch keeps its identity, its values and its verdict."""
