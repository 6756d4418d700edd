"""The player's board: what each move does, and what is refused with which words."""

import pytest

from oldtown_lab.errors import MoveError, OldTownError
from oldtown_lab.play.board_state import BoardState
from oldtown_lab.play.moves import parse_move
from oldtown_lab.play.session import SoloSession
from oldtown_lab.proof.facts import at, in_town, left_out, mine, not_at
from oldtown_lab.town.candidates import OUT


def played(puzzle: str, *moves: str) -> SoloSession:
    session = SoloSession(puzzle)
    for move in moves:
        session.do(move)
    return session


def test_an_empty_board_leaves_everything_open() -> None:
    state = SoloSession("solo-1").state
    assert all(len(places) == 17 for places in state.candidates.places.values())
    assert state.facts == ()


def test_an_a_card_leaves_its_plots_and_says_that_the_building_is_in_town() -> None:
    session = played("solo-1", "card 3")
    card = session.puzzle.game.card(3)
    assert session.state.candidates.places["Bank"] == card.plots
    assert in_town("Bank") in session.state.facts
    assert len(session.state.facts) == 13


def test_a_b_card_narrows_the_building_it_is_for() -> None:
    session = played("solo-1", "card 3", "card 45")
    game = session.puzzle.game
    assert session.state.candidates.places["Bank"] == game.card(3).plots & game.card(45).plots


def test_a_c_card_narrows_both_buildings_together() -> None:
    session = played("solo-1", "card 29")
    card = session.puzzle.game.card(29)
    places = session.state.candidates.places
    assert places[card.named] == card.named_plots
    assert places["Hotel"] == card.my_plots
    plot = min(card.named_plots)
    session = played("solo-1", *(f"cross {card.named} {p}" for p in card.named_plots if p != plot), "card 29")
    assert session.state.candidates.places["Hotel"] == card.partners(plot)


def test_a_card_for_one_of_several_narrows_nobody_until_somebody_says_for_whom() -> None:
    unsaid = played("solo-6", "card 57").state.candidates
    assert all(unsaid.is_untouched(b) for b in ("Drugstore", "Doc"))
    said = played("solo-6", "card 57 for Doc").state.candidates
    assert said.places["Doc"] == SoloSession("solo-6").puzzle.game.card(57).plots
    assert said.is_untouched("Drugstore")


def test_placing_takes_the_plot_from_everybody_else() -> None:
    state = played("solo-1", "place Bank 8").state
    assert state.candidates.places["Bank"] == {8}
    assert all(8 not in places for b, places in state.candidates.places.items() if b != "Bank")
    assert at("Bank", 8) in state.facts
    assert not_at("Hotel", 8) in state.facts
    assert state.why_excluded("Hotel", 8) == "the Bank stands there"


def test_left_out_is_a_place_like_a_plot() -> None:
    state = played("solo-1", "place Church out", "cross Bank out").state
    assert state.candidates.places["Church"] == {OUT}
    assert left_out("Church") in state.facts
    assert OUT not in state.candidates.places["Bank"]


def test_what_stood_on_an_entry_falls_with_it() -> None:
    card = SoloSession("solo-1").puzzle.game.card(29)
    plot = min(card.named_plots)
    crosses = [f"cross {card.named} {p}" for p in sorted(card.named_plots) if p != plot]
    session = played("solo-1", *crosses, "card 29")
    before = session.state.candidates.places["Hotel"]
    for cross in crosses:
        session.do(cross.replace("cross", "back"))
    assert before < session.state.candidates.places["Hotel"] == card.my_plots


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["card 99"], "there is no card 99"),
        (["card 1"], "card 1 is not in this puzzle"),
        (["card 3", "card 3"], "lies on the board already"),
        (["card 3 for Hotel"], "nothing to choose"),
        (["card 45 for Hotel"], "nothing to choose"),
        (["take 3"], "does not lie on the board"),
        (["cross Bank 17"], "is no plot; allowed: 1 to 16, or out"),
        (["cross Banc 7"], "is no building"),
        (["cross Bank 7", "cross Bank 7"], "already ruled out on 7: crossed out by hand"),
        (["card 3", "back Bank 1"], "cannot come back on 1: card 3; take that back first"),
        (["cross Bank 1", "card 3", "back Bank 1"], "cannot come back on 1: card 3; take that back first"),
        (["back Bank 1"], "is not crossed out on 1"),
        (["place Bank 8", "cross Bank 8"], "is placed; lift it first"),
        (["place Bank 8", "place Hotel 8"], "already ruled out on 8: the Bank stands there"),
        (["lift Bank"], "is not placed"),
        (["mine Bank"], "nothing to mark"),
        (["place Bank out", "place Doc out", "place Judge out"], "only 2 buildings are left out"),
        (["jump Bank 7"], "is no move; allowed: card NUMBER"),
        (["cross"], "ends too early"),
        (["card three"], "is no card number"),
        (["cross " + "x" * 100], "longer than a move can be"),
        (["cross Bank 4", "cross Bank 8", "cross Bank 12", "cross Bank 16", "card 3"], "would leave the Bank no place"),
    ],
)
def test_what_is_not_allowed_is_refused_in_one_line_and_changes_nothing(moves: list[str], words: str) -> None:
    session = played("solo-1", *moves[:-1])
    before = session.state
    with pytest.raises(OldTownError) as caught:
        session.do(moves[-1])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert session.state is before


def test_marks_are_for_puzzles_in_which_mine_are_to_be_found() -> None:
    session = played("solo-7", "mine Bank", "not-mine Doc")
    assert session.state.marks == {"Bank": True, "Doc": False}
    with pytest.raises(MoveError, match="marked already"):
        session.do("not-mine Bank")
    session.do("unmark Bank")
    session.do("mine Hotel")
    session.do("mine Bank")
    session.do("mine Saloon")
    with pytest.raises(MoveError, match="only 3 buildings are mine"):
        session.do("mine Judge")


def test_two_states_with_the_same_entries_say_the_same() -> None:
    puzzle = SoloSession("solo-3").puzzle
    moves = tuple(parse_move(f"card {card}", puzzle.game) for card in puzzle.cards)
    one, other = BoardState(puzzle, moves), BoardState(puzzle, moves)
    assert one.facts == other.facts
    assert one.candidates == other.candidates


def test_a_card_is_for_nobody_who_is_marked_as_not_mine() -> None:
    session = played("solo-8", "not-mine Doc")
    card = next(c for c in session.puzzle.cards if "Bank" in session.state.can_be_for(c))
    with pytest.raises(MoveError, match="cannot be for the Doc"):
        session.do(f"card {card} for Doc")
    session.do(f"card {card} for Bank")
    assert mine("Bank") in session.state.facts
    with pytest.raises(MoveError, match="must be mine"):
        session.do("not-mine Bank")


def test_the_board_is_complete_when_all_plots_are_taken() -> None:
    session = SoloSession("solo-1")
    for plot, building in enumerate(session.puzzle.game.buildings[:16], start=1):
        assert not session.state.is_complete
        session.do(f"place {building} {plot}")
    assert session.state.is_complete
