"""From a puzzle to small steps, each a proof that a student can read and a program can check."""
