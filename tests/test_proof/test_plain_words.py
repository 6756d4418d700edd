"""Plain words: golden texts for a handful of steps, and what holds for every sentence."""

import re

import pytest

from oldtown_lab.proof.ladder import WHAT_IF
from oldtown_lab.proof.search import prove
from oldtown_lab.proof.words.plain import plain
from oldtown_lab.proof.words.registers import step_texts
from oldtown_lab.puzzles.examples import examples, load_example
from oldtown_lab.puzzles.proofs import explain
from oldtown_lab.town.phrases import phrase_of

from .positions import GAME, facts, one_of, place, relation, theory

SOLO_GAMES = [f"solo-{n}" for n in range(1, 9)]


def told(example: str) -> list[str]:
    proof = load_example(example).proof
    return step_texts(proof.theory, proof.steps)


def test_example_7() -> None:
    assert told("7") == [
        "The Drugstore is in town, and every plot but 6 and 10 is ruled out for it. "
        "The Saloon is in town, and every plot but 6 and 10 is ruled out for it. "
        "So these two buildings take the two plots 6 and 10 between them, in whatever order. "
        "If the Bank stood on 6, the Drugstore and the Saloon would both have to be on 10. "
        "Nobody else can stand on 6 or 10."
    ]


def test_example_8() -> None:
    assert told("8")[-1] == (
        "The Saloon is in town, and every plot but 10 is ruled out for it. So the Saloon stands on 10."
    )


def test_a_contradiction() -> None:
    assert told("5") == [
        "Card 10 leaves the Sheriff no plot of 2, 3, 5 and 7: 2, 3, 5 and 7 are ruled out for the Sheriff. "
        "So no town fits."
    ]


def test_last_plot_and_no_plot_left() -> None:
    assert told("gh-4") == [
        "Card 15 puts the Undertaker south of Cemetery Rd. (13, 14, 15 or 16), and 13, 15 and 16 are ruled out "
        "already. So the Undertaker stands on 14.",
        "The Undertaker stands on 14, and a plot holds one building only: nobody else can stand there.",
        "The Smith has no plot left: every one is ruled out for it. So it is left out.",
    ]


def test_partner_plots_and_the_same_card_again() -> None:
    texts = told("fr-2")
    assert texts[2] == (
        "Card 23 says that the Church stood next to my building, wall to wall, and it is for the Hotel. "
        "If the Hotel stood on 2, the Church would have to stand on 3, but that is ruled out already. "
        "So the Hotel does not stand on 2."
    )
    assert texts[3] == (
        "Card 23 again: if the Hotel stood on 3, the Church would have to stand on 2, but that is ruled out already. "
        "So the Hotel does not stand on 3."
    )


def test_one_of_mine() -> None:
    given = theory(one_of(90, "Drugstore Doc", 3, 4))
    step = prove(given, facts("Doc not 3; Doc not 4")).steps[0]
    assert plain(given, step) == (
        "Card 90 is for the Drugstore or the Doc. The Doc cannot be meant: it has no plot that would fit. "
        "So the card is for the Drugstore: it is in town and it does not stand on "
        "1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 or 16."
    )


def test_what_if() -> None:
    given = theory(
        place(90, "Judge", 1, 2), relation(91, "Judge", "Hotel", (1, 5), (2, 6)), place(92, "Doc", 2, 5), mine=["Hotel"]
    )
    (step,) = (step for step in prove(given).steps if step.technique is WHAT_IF)
    assert plain(given, step) == (
        "What if the Laundry stood on 2? Then the Doc would have to stand on 5 (card 92; 2 would fall away for the "
        "Doc). Then the Hotel would have to stand on 5 (card 91; 2 would fall away for the Judge). "
        "Then the Doc and the Hotel would both stand on 5, and a plot holds one building only. "
        "So none of the Laundry, the Bank, the Barber, the Casino, the Church, the Drugstore, the Printer's, "
        "the Prison, the Saloon, the School, the Sheriff, the Smith, the Stable, the Stage Coach Office and "
        "the Undertaker stands on 2 or 5."
    )


def test_too_many_of_mine() -> None:
    """The first "what if" of the eighth solo game counts my buildings."""
    proof = explain("solo-8")
    step = next(step for step in proof.steps if step.technique is WHAT_IF)
    assert plain(proof.theory, step).endswith(
        "Then I would need too many buildings of mine: the Drugstore is one, card 31 needs one on 3, card 19 needs one "
        "on 6 or 7 and card 20 needs one on 9, 10, 11, 12, 13, 14, 15 or 16; that is four, and only three are mine. "
        "So the Drugstore does not stand on 2."
    )


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_every_sentence_of_the_solo_games_is_well_formed(puzzle: str) -> None:
    proof = explain(puzzle)
    for text in step_texts(proof.theory, proof.steps):
        assert text[0].isupper()
        assert text.endswith(".")
        assert not re.search(r"\.\.|  | ,| ;|\(\)|\bNone\b|; ;|,;|frozenset|Literal", text), text
        for name in GAME.buildings:  # every building with its article
            for match in re.finditer(rf"\b{re.escape(name)}(?![\w'])", text):
                before = text[: match.start()]
                assert re.search(r"\b[Tt]he $", before), (name, text)


@pytest.mark.parametrize("example", list(examples()))
def test_every_example_shows_what_it_claims(example: str) -> None:
    loaded = load_example(example)
    proof = loaded.proof
    if loaded.claim is not None:
        assert set(loaded.claim.facts) <= proof.established
    assert all(step_texts(proof.theory, proof.steps))


def test_the_example_that_changes_nothing() -> None:
    assert load_example("4").proof.steps == ()


def test_phrases_of_all_cards_are_those_of_their_texts() -> None:
    for card in GAME.deck.cards.values():
        phrase = phrase_of(GAME.plan, card.meaning)
        assert (phrase is None) == (card.meaning is None)
        assert phrase is None or phrase in card.text
    assert phrase_of(GAME.plan, "no such word") is None
    assert phrase_of(GAME.plan, "edge & no such word") is None
