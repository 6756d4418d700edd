"""The reconstruction of a lost deck from what is published about it. Needs python-sat."""
