"""A finished reconstruction as a deck file."""

from __future__ import annotations

import json

from ...games.loader import card_json
from ...town.cards import Card

NOTICE = (
    "A reconstruction: consistent with the published facts, not the publisher's cards. "
    "The printed maps are not known to us; the eight solo games and the rulebook's examples are the evidence."
)


def deck_json(game_id: str, made_by: str, cards: dict[int, Card]) -> str:
    """The text of a deck file, one card to a line."""
    head = {"game": game_id, "notice": NOTICE, "made_by": made_by}
    keys = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    rows = ",\n".join(f"    {json.dumps(card_json(cards[number]), ensure_ascii=False)}" for number in sorted(cards))
    return "\n".join(["{", *keys, '  "cards": [', rows, "  ]", "}", ""])
