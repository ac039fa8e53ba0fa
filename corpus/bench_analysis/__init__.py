"""What an analysis costs: against parsing, against other checkers, after an edit, and as projects grow."""
