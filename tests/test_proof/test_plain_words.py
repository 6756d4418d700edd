"""Plain words: golden texts for a handful of steps, and what holds for every sentence."""

import re

import pytest

from oldtown_lab.proof.facts import opposite
from oldtown_lab.proof.ladder import WHAT_IF
from oldtown_lab.proof.search import prove
from oldtown_lab.proof.words.conclusions import besides, is_so, same_reasons
from oldtown_lab.proof.words.follow import Part
from oldtown_lab.proof.words.plain import PlainWords, plain
from oldtown_lab.proof.words.registers import step_texts
from oldtown_lab.puzzles.examples import examples, load_example
from oldtown_lab.puzzles.proofs import explain
from oldtown_lab.town.phrases import phrase_of

from .positions import GAME, facts, one_of, place, relation, theory
from .sample_steps import fact

SAME_REASONS = ("The same reasons ", "From the same reasons ")
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


def test_partner_plots_for_several_plots_at_once() -> None:
    """What is concluded is what was supposed, and all the partner plots are named."""
    proof = explain("solo-2")
    (step,) = (s for s in proof.steps if s.technique.id == "partner-plots" and len(s.conclusions) == 4)
    assert (
        PlainWords(proof.theory)
        .say(step)
        .endswith(
            "If the Laundry stood on 3, 7, 11 or 15, the Stage Coach Office would have to stand on 4, 8, 12 or 16, but "
            "that is ruled out already. So the Laundry does not stand on 3, 7, 11 or 15."
        )
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
        "So the Laundry does not stand on 2. From the same reasons it follows, too: "
        "the Laundry does not stand on 5, and none of the Bank, the Barber, the Casino, the Church, the Drugstore, "
        "the Printer's, the Prison, the Saloon, the School, the Sheriff, the Smith, the Stable, "
        "the Stage Coach Office and the Undertaker stands on 2 or 5."
    )


@pytest.mark.parametrize(
    ("puzzle", "n", "end"),
    [
        (
            "solo-4",
            33,
            "So the Casino does not stand on 12. "
            "The same reasons rule out the Printer's, the Saloon and the Smith there, too.",
        ),
        ("solo-8", 43, "So the Hotel does not stand on 3. The same reasons rule out 4 for the Hotel, too."),
        (
            "solo-8",
            34,
            "So the Drugstore does not stand on 11. "
            "From the same reasons it follows, too: the Bank, the Printer's and the Prison are not mine.",
        ),
        (
            "solo-8",
            48,
            "So the Barber does not stand on 6. From the same reasons it follows, too: the Barber is not mine.",
        ),
        ("solo-4", 27, "would fall away for the Doc. So the Judge does not stand on 12."),
    ],
)
def test_a_what_if_says_what_it_shows_and_then_what_its_reasons_prove_besides(puzzle: str, n: int, end: str) -> None:
    """Only the Casino was assumed to stand there; why the others cannot was not told."""
    proof = explain(puzzle).pruned()
    step = proof.steps[n - 1]
    assert step.technique is WHAT_IF
    assert plain(proof.theory, step).endswith(f" {end}")
    *before, shown = (line for line in PlainWords(proof.theory).story(step) if not line.words.startswith(SAME_REASONS))
    assert shown.words == f"So {is_so(step.conclusions[0])}."
    assert shown.part is Part.SO
    assert all(line.part is not Part.SO for line in before)


@pytest.mark.parametrize("puzzle", SOLO_GAMES)
def test_a_what_if_concludes_what_was_assumed_and_leaves_nothing_out(puzzle: str) -> None:
    proof = explain(puzzle)
    words = PlainWords(proof.theory)
    for step in proof.steps:
        if step.technique is WHAT_IF:
            story = words.story(step)
            ends = [line for line in story if line.part is Part.SO]
            assert story[0].facts == (opposite(step.conclusions[0]),)
            assert ends[0].facts[0] == step.conclusions[0]
            assert sorted(map(str, (fact for line in ends for fact in line.facts))) == sorted(
                map(str, step.conclusions)
            )
            assert ends[0].words == f"So {is_so(step.conclusions[0])}."
            assert len(ends) == (1 if len(step.conclusions) == 1 else 2)


@pytest.mark.parametrize(
    ("shown", "others", "end"),
    [
        ("Bank at 4", "Bank in town; Bank not 5; Bank not 6", ""),
        ("Judge left out", "Judge not 5; Judge not 6", ""),
        ("Bank not 4", "Doc in town", "From the same reasons it follows, too: the Doc is in town."),
        ("Bank not 4", "Doc at 3; Doc in town", "From the same reasons it follows, too: the Doc stands on 3."),
        ("Bank in town", "Doc not 3", "From the same reasons it follows, too: the Doc does not stand on 3."),
        ("Bank not 4", "Bank not 6; Bank not 5", "The same reasons rule out 5 and 6 for the Bank, too."),
        ("Bank not 4", "Doc not 4", "The same reasons rule out the Doc there, too."),
        (
            "Bank not 4",
            "Bank not 5; Doc not 4; Smith not 4",
            "From the same reasons it follows, too: the Bank does not stand on 5, "
            "and neither the Doc nor the Smith stands on 4.",
        ),
        (
            "Hotel not mine",
            "Bank not mine; Doc mine",
            "From the same reasons it follows, too: the Bank is not mine, and the Doc is mine.",
        ),
    ],
)
def test_what_the_same_reasons_prove_besides(shown: str, others: str, end: str) -> None:
    """What was shown says some of the others by itself; of the rest nothing is left out."""
    conclusions = tuple(map(fact, [shown, *others.split("; ")]))
    more = besides(conclusions)
    assert (same_reasons(conclusions[0], more) if more else "") == end


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
