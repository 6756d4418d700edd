"""What places and relations have in common: an id that can be taken apart, and a sentence."""

from __future__ import annotations

#: What joins two meanings inside an id.
CONNECTIVES = (" & ", " - ", " | ", " @ ", " @my ", " @both ")


class Meaning:
    """A word of the vocabulary. Its id is ``family:parameter,parameter``, or two ids with a connective between."""

    __slots__ = ()

    id: str
    phrase: str

    @property
    def family(self) -> str:
        """What kind of meaning it is: the family of a simple one, the connective of a combined one."""
        return self._parts()[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """What the family is about: lines, sides, numbers; or the two meanings that are combined."""
        return self._parts()[1]

    def sentence(self, subject: str) -> str:
        """The meaning said of somebody: "The Bank stood east of Cavendish St." """
        return f"{subject} stood {self.phrase}.".replace("..", ".")

    def _parts(self) -> tuple[str, tuple[str, ...]]:
        for connective in CONNECTIVES:
            if connective in self.id:
                one, other = self.id.split(connective)
                return connective.strip(), (one, other)
        family, _, parameters = self.id.partition(":")
        return family, tuple(parameters.split(",")) if parameters else ()
