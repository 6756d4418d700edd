"""The ladder of techniques, from easy to hard, and the one table of costs that decides which step comes next."""

from __future__ import annotations

from dataclasses import dataclass

#: What one reason costs: a card must be read and kept in mind, a rule of the town is known, a fact is on the board.
CARD_COST, RULE_COST, FACT_COST = 5, 2, 1


@dataclass(frozen=True, slots=True)
class Technique:
    """One way to conclude. ``cost`` is what it adds to the cost of its reasons; ``lesson`` is where it is taught."""

    id: str
    name: str
    definition: str
    cost: int
    lesson: int


READING = Technique("reading-a-card", "reading a card", "A card says where a building may stand.", 0, 1)
TAKEN_PLOT = Technique("taken-plot", "taken plot", "Where one building stands, no other can stand.", 0, 2)
ONE_PLACE = Technique("one-place", "one place only", "A building that stands on one plot stands on no other.", 0, 2)
LAST_PLOT = Technique("last-plot", "last plot for a building", "A building in town stands on its last open plot.", 0, 2)
NO_PLOT_LEFT = Technique("no-plot-left", "no plot left", "A building that can stand nowhere is left out.", 0, 2)
LAST_BUILDING = Technique(
    "last-building",
    "last building for a plot",
    "Every plot is filled, so the last possible building stands there.",
    2,
    3,
)
COUNTING = Technique(
    "counting-left-out",
    "counting the left-out ones",
    "There are so many plots and no more, so the number of left-out buildings is known.",
    4,
    3,
)
PARTNER = Technique(
    "partner-plots", "partner plots", "A plot falls away if no plot is left for the partner that a card demands.", 2, 5
)
ONE_OF_MINE = Technique(
    "one-of-mine", "one of mine", "A card is for one of my buildings: if only one can be meant, it is that one.", 3, 7
)
COUNTING_MINE = Technique(
    "counting-mine", "counting my buildings", "So many buildings are mine and no more, which settles the others.", 4, 7
)
TWO_PLOTS = Technique(
    "two-plots-two-buildings",
    "two plots, two buildings",
    "If two buildings have only the same two plots, no other building stands there.",
    4,
    4,
)
TWO_BUILDINGS = Technique(
    "two-buildings-two-plots",
    "two buildings for two plots",
    "If only two buildings can stand on two plots, they stand there and nowhere else.",
    6,
    4,
)
THREE_PLOTS = Technique(
    "three-plots-three-buildings",
    "three plots, three buildings",
    "If three buildings have only the same three plots, no other building stands there.",
    8,
    4,
)
THREE_BUILDINGS = Technique(
    "three-buildings-three-plots",
    "three buildings for three plots",
    "If only three buildings can stand on three plots, they stand there and nowhere else.",
    10,
    4,
)
FOUR_PLOTS = Technique(
    "four-plots-four-buildings",
    "four plots, four buildings",
    "If four buildings have only the same four plots, no other building stands there.",
    12,
    4,
)
FOUR_BUILDINGS = Technique(
    "four-buildings-four-plots",
    "four buildings for four plots",
    "If only four buildings can stand on four plots, they stand there and nowhere else.",
    14,
    4,
)
WHAT_IF = Technique(
    "what-if",
    "what if",
    "Assume the opposite and follow what it forces, until two things contradict each other.",
    20,
    6,
)
CONTRADICTION = Technique(
    "contradiction", "contradiction", "These reasons cannot all be true: no town fits the cards.", 0, 6
)

#: All techniques, from easy to hard.
LADDER = (
    READING,
    TAKEN_PLOT,
    ONE_PLACE,
    LAST_PLOT,
    NO_PLOT_LEFT,
    LAST_BUILDING,
    COUNTING,
    PARTNER,
    ONE_OF_MINE,
    COUNTING_MINE,
    TWO_PLOTS,
    TWO_BUILDINGS,
    THREE_PLOTS,
    THREE_BUILDINGS,
    FOUR_PLOTS,
    FOUR_BUILDINGS,
    WHAT_IF,
    CONTRADICTION,
)

BY_ID = {technique.id: technique for technique in LADDER}
SETS_OF_PLOTS = {2: TWO_PLOTS, 3: THREE_PLOTS, 4: FOUR_PLOTS}
SETS_OF_BUILDINGS = {2: TWO_BUILDINGS, 3: THREE_BUILDINGS, 4: FOUR_BUILDINGS}
