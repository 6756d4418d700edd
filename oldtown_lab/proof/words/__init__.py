"""The words of a step: formulas and natural deduction."""
