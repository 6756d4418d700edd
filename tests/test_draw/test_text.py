"""The text faces: a map that lines up, cards that can be read."""

from oldtown_lab.draw.text import LINE_WIDTH, card_text, map_text
from oldtown_lab.games.loader import load_game
from oldtown_lab.town.cards import Card
from oldtown_lab.town.plan import TownPlan

MAP = """\
         Dalton Rd.                     Cavendish St.
 1 ▼          ║  2 ▼          │  3 ▶          ║  4 ◀
Stage Coach   ║ Bank          │               ║
Office        ║               │               ║
══════════════╬═ Main St. ════════════════════╬══════════════
 5 ▼          ║  6 ▼          │  7 ▲          ║  8 ▼
              ║               │               ║
              ║               │               ║
┼─┼─┼─┼─┼─┼─┼─╫─ railway ─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─╫─┼─┼─┼─┼─┼─┼─┼
 9 ▶          ║ 10 ◀          │ 11 ▲          ║ 12 ◀
              ║               │               ║
              ║               │               ║
══════════════╬═ Cemetery Rd. ════════════════╬══════════════
13 ▶          ║ 14 ▲          │ 15 ▶          ║ 16 ▲
              ║               │               ║ Printer's
              ║               │               ║
north is up; cemetery: beside 9, 10, 13, 14; station: beside 7, 11; bison meadow: beside 8, 12"""


def test_the_map_shows_streets_rails_entrances_and_names(plan: TownPlan) -> None:
    drawn = map_text(plan, {1: "Stage Coach Office", 2: "Bank", 16: "Printer's"})
    assert drawn == MAP


def test_a_name_that_is_too_long_keeps_the_map_in_line(plan: TownPlan) -> None:
    drawn = map_text(plan, dict.fromkeys(range(1, 17), "A name that goes on and on and on and on"))
    assert len({len(line.rsplit("║", 1)[0]) for line in drawn.splitlines() if "║" in line}) == 1


def test_a_condition_card_shows_pairs_with_their_direction() -> None:
    card = Card(21, "C", "Bank", pairs=frozenset({(5, 9), (9, 5), (1, 2)}), text="The Bank stood so.")
    assert card_text(card, "[for the Hotel]") == " 21  The Bank stood so. [for the Hotel]\n       plots: 5↔9 1→2"


def test_every_card_fits_the_page() -> None:
    for card in load_game("old-town").deck.cards.values():
        assert all(len(line) <= LINE_WIDTH for line in card_text(card).splitlines())
