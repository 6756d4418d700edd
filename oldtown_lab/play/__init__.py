"""Playing: the session behind every front end. Moves, undo, save codes, questions; no widget in sight."""
