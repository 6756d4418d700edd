"""A set of clues as named premises: for sympy, for Z3, and for an exact count of towns."""
