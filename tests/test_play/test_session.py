"""Sessions: back and forth, save codes, questions; for any game that can be played."""

import json
import string
import threading
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oldtown_lab import explain, load_puzzle, solve
from oldtown_lab.errors import MoveError, OldTownError, SaveCodeError, StoppedError
from oldtown_lab.logic.counting import count_towns
from oldtown_lab.logic.engine import stoppable
from oldtown_lab.play import save_code as codes
from oldtown_lab.play.moves import Move, parse_move
from oldtown_lab.play.save_code import restore, save_code
from oldtown_lab.play.session import SoloSession
from oldtown_lab.town.towns import Town

GAMES = [f"solo-{n}" for n in range(1, 9)]
BUILDINGS = load_puzzle("solo-1").game.buildings

spots = st.tuples(st.sampled_from(BUILDINGS), st.integers(0, 16))
move_texts = st.one_of(
    st.integers(1, 60).map(lambda n: Move("card", n)),
    st.integers(1, 60).map(lambda n: Move("take", n)),
    st.tuples(st.sampled_from(["cross", "back", "place"]), spots).map(lambda m: Move(m[0], None, *m[1])),
    st.tuples(st.sampled_from(["lift", "mine", "not-mine", "unmark"]), st.sampled_from(BUILDINGS)).map(
        lambda m: Move(m[0], None, m[1])
    ),
    st.tuples(st.integers(1, 60), st.sampled_from(BUILDINGS)).map(lambda m: Move("card", *m)),
)


def play_what_is_allowed(session: SoloSession, moves: list[Move]) -> None:
    for move in moves:
        before = session.state
        if (trouble := trouble_with(session, move)) is not None:
            assert "\n" not in trouble
            assert session.state is before


def trouble_with(session: SoloSession, move: Move) -> str | None:
    try:
        session.do(move)
    except OldTownError as error:
        return str(error)
    return None


def same(one: SoloSession, other: SoloSession) -> bool:
    return _said(one) == _said(other)


def _said(session: SoloSession) -> tuple[object, ...]:
    return session.state.candidates, session.state.facts, session.moves


@given(move_texts)
def test_a_move_is_read_as_it_is_written(move: Move) -> None:
    assert parse_move(str(move), load_puzzle("solo-1").game) == move


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.lists(move_texts, max_size=40))
def test_undo_leads_to_the_start_and_redo_back(game: str, moves: list[Move]) -> None:
    session, other = SoloSession(game), SoloSession(game)
    play_what_is_allowed(session, moves)
    play_what_is_allowed(other, moves)
    count = len(session.moves)
    for _ in range(count):
        session.undo()
    assert session.moves == ()
    assert session.state.facts == ()
    for _ in range(count):
        session.redo()
    assert same(session, other)


@settings(max_examples=40)
@given(st.sampled_from(GAMES), st.lists(move_texts, max_size=40), st.integers(0, 3))
def test_a_save_code_restores_the_session(game: str, moves: list[Move], undone: int) -> None:
    session = SoloSession(game)
    play_what_is_allowed(session, moves)
    for _ in range(min(undone, len(session.moves))):
        session.undo()
    code = save_code(session)
    assert code.isascii()
    assert len(code.split()) == 1
    restored = restore(code)
    assert same(session, restored)
    assert restored.undone == session.undone


@settings(max_examples=150)
@given(st.integers(0, 10_000), st.sampled_from(string.ascii_letters + string.digits + "-_.~ "))
def test_a_code_with_one_wrong_character_is_refused(place: int, wrong: str) -> None:
    session = SoloSession("solo-1")
    for move in ("card 3", "card 45", "cross Hotel 1"):
        session.do(move)
    code = save_code(session)
    place %= len(code)
    damaged = code[:place] + wrong + code[place + 1 :]
    if damaged == code:
        return
    with pytest.raises(SaveCodeError) as caught:
        restore(damaged)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "code", ["", "OT1", "OT1.....", "hello", "OT2.solo-1.a.b.c", "OT1." + "A" * 200_000, "\0", "OT1.\ud800.a.b.c"]
)
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(SaveCodeError):
        restore(code)


def test_a_code_of_another_puzzle_is_refused() -> None:
    code = save_code(SoloSession("solo-3"))
    with pytest.raises(SaveCodeError, match="is for solo-3, not for solo-1"):
        restore(code, load_puzzle("solo-1"))


def test_a_code_of_the_same_puzzle_with_other_cards_is_refused() -> None:
    puzzle = load_puzzle("solo-1")
    fewer = replace(puzzle, cards=puzzle.cards[:-1])
    with pytest.raises(SaveCodeError, match="other cards"):
        restore(save_code(SoloSession(puzzle)), fewer)


def test_a_code_that_unpacks_to_very_much_is_refused() -> None:
    puzzle = load_puzzle("solo-1")
    many = json.dumps([["card 3", "take 3"] * 1_001, []]).encode()
    for text in (b"[" + b" " * 5_000_000 + b"]", many):
        bomb = urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")
        body = ".".join(["OT1", "solo-1", codes._fingerprint(puzzle), bomb])
        with pytest.raises(SaveCodeError, match="more than a game can"):
            restore(f"{body}.{codes._check(body)}")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_solved_by_playing_its_cards_and_following_the_steps(game: str) -> None:
    session = SoloSession(game)
    for card in session.puzzle.cards:
        session.do(f"card {card}")
        assert session.count().towns >= 1
    while (step := session.next_step()) is not None:
        session.follow(step)
        if session.state.is_complete:
            break
    assert session.solved
    assert session.count().towns == 1


def test_the_session_does_without_the_stored_solution() -> None:
    puzzle = load_puzzle("solo-1")
    lying = replace(puzzle, solution=Town(tuple(reversed(puzzle.game.buildings[:16]))))
    session = SoloSession(lying)
    assert session.is_consistent()
    assert session.hint(3).text == SoloSession(puzzle).hint(3).text
    assert session.explain().text() == SoloSession(puzzle).explain().text()


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAMES[:6]), st.data())
def test_whatever_is_true_of_the_town_never_counts_as_wrong(game: str, data: st.DataObject) -> None:
    session = SoloSession(game)
    town = solve(game).towns[0]
    where = {b: town.at.get(b, 0) for b in session.puzzle.game.buildings}
    truths = [Move("cross", None, b, p) for b, there in where.items() for p in range(17) if p != there]
    truths += [Move("place", None, b, there) for b, there in where.items()]
    play_what_is_allowed(session, data.draw(st.lists(st.sampled_from(truths), max_size=30)))
    assert session.is_consistent()
    assert session.count().towns >= 1


def test_rewind_goes_back_to_the_last_right_board() -> None:
    session = SoloSession("solo-1")
    true_plot = solve("solo-1").towns[0].at["Bank"]
    session.do("card 3")
    session.do(f"cross Bank {true_plot}")
    session.do("card 45" if true_plot not in session.puzzle.game.card(45).plots else "cross Hotel 1")
    assert not session.is_consistent()
    assert session.moves_to_rewind() == 2
    session.take_back(2)
    assert session.moves == ("card 3",)
    session.redo()
    assert session.moves == ("card 3", f"cross Bank {true_plot}")
    session.undo()
    with pytest.raises(MoveError, match="nothing on the board is wrong"):
        session.moves_to_rewind()


def test_at_the_ends_there_is_nothing_to_undo_or_redo() -> None:
    session = SoloSession("solo-1")
    for act in (session.undo, session.redo, session.reset):
        with pytest.raises(MoveError):
            act()


def test_observers_hear_of_every_change() -> None:
    session, heard = SoloSession("solo-1"), []
    session.observe(lambda: heard.append(session.moves))
    session.do("card 3")
    session.undo()
    session.redo()
    session.reset()
    assert heard == [("card 3",), (), ("card 3",), ()]


def test_why_gives_a_proof_or_a_town_with_the_building_there() -> None:
    session = SoloSession("solo-1")
    town = solve("solo-1").towns[0]
    possible = session.why("Bank", town.at["Bank"])
    assert possible.refuting_town is not None
    assert possible.refuting_town.at["Bank"] == town.at["Bank"]
    assert session.why("Bank", 1).proof is not None
    assert session.why("Bank", 0).proof is not None


def test_the_count_respects_what_is_crossed_out() -> None:
    session = SoloSession("solo-1")
    everything = session.count().towns
    session.do("cross Bank 7")
    at_seven = count_towns(SoloSession("solo-1").state.theory).at["Bank"][7]
    assert session.count().towns == everything - at_seven
    assert session.count().at["Bank"][7] == 0


def test_work_stops_when_it_is_told_to() -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with pytest.raises(StoppedError), stoppable(stop):
        explain("solo-8")
    assert explain("solo-8").complete


def test_a_session_goes_on_from_where_another_one_is() -> None:
    other = SoloSession("solo-1")
    for move in ("card 3", "card 45", "place Bank 8"):
        other.do(move)
    other.undo()
    session, heard = SoloSession("solo-1"), []
    session.do("card 2")
    session.observe(lambda: heard.append(session.moves))
    session.resume(other)
    assert heard == [("card 3", "card 45")]
    assert session.undone == ("place Bank 8",)
    assert session.state.candidates == other.state.candidates
    session.redo()
    assert len(other.moves) == 2
    session.reset()
    assert session.undone == ("card 3", "card 45", "place Bank 8")


def test_a_rewind_that_is_stopped_changes_nothing() -> None:
    session = SoloSession("solo-1")
    session.do("card 3")
    session.do(f"cross Bank {solve('solo-1').towns[0].at['Bank']}")
    stop = threading.Event()
    stop.set()
    with stoppable(stop), pytest.raises(StoppedError):
        session.moves_to_rewind()
    assert len(session.moves) == 2


def test_two_threads_may_ask_at_once() -> None:
    answers: dict[str, object] = {}

    def ask(name: str, what: str) -> None:
        answers[name] = explain(what).pruned().text()

    def hint() -> None:
        answers["hint"] = SoloSession("solo-2").hint(3).text

    threads = [threading.Thread(target=ask, args=(f"{n}", f"solo-{1 + n % 3}")) for n in range(6)]
    threads.append(threading.Thread(target=hint))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.pop("hint") == SoloSession("solo-2").hint(3).text
    assert {n: answers[n] == explain(f"solo-{1 + int(n) % 3}").pruned().text() for n in answers} == dict.fromkeys(
        map(str, range(6)), True
    )
