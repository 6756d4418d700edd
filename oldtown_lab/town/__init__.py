"""The vocabulary of the product: plots and lines, places and relations, cards and clues, towns and games."""
