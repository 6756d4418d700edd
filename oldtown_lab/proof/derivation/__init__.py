"""How reasons yield a conclusion: what they force, what clashes in the end, and the cases on the way."""

from .crowds import KNOWN
from .derive import (
    EITHER_WAY,
    Branch,
    Claimant,
    Clash,
    Derivation,
    End,
    Forced,
    Pigeonhole,
    Reached,
    Split,
    TooManyCasesError,
    derive,
    derive_all,
)
from .numbered import DEFINITION
from .pigeonholes import TOO_MANY_BUILDINGS, TOO_MANY_PLOTS
from .propagation import OPPOSITES
from .wishes import TOO_MANY_CARDS

__all__ = [
    "DEFINITION",
    "EITHER_WAY",
    "KNOWN",
    "OPPOSITES",
    "TOO_MANY_BUILDINGS",
    "TOO_MANY_CARDS",
    "TOO_MANY_PLOTS",
    "Branch",
    "Claimant",
    "Clash",
    "Derivation",
    "End",
    "Forced",
    "Pigeonhole",
    "Reached",
    "Split",
    "TooManyCasesError",
    "derive",
    "derive_all",
]
