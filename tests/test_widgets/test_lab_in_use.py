"""The lab without a browser, where readers meet it: in the dark, by keyboard, in a hurry, and when it refuses."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from oldtown_lab import BoardView, CardShelf, ProofPlayer, SoloLab, check, explain, load_puzzle, solve
from oldtown_lab.draw.palette import NIGHT, PAPER
from oldtown_lab.draw.picture import card_picture
from oldtown_lab.errors import MoveError
from oldtown_lab.play.save_code import save_code
from oldtown_lab.play.session import SoloSession
from oldtown_lab.proof.step import Role
from oldtown_lab.town.clues import MyBuildings
from oldtown_lab.widgets.candidate_grid import KEYS
from oldtown_lab.widgets.help_desk import CHANGED
from oldtown_lab.widgets.solo_lab import TABS
from oldtown_lab.widgets.speaking import Echo


@pytest.fixture
def lab() -> SoloLab:
    return SoloLab("solo-1")


def words(message: Any) -> str:
    """A message as it is read."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", message.value))).strip()


def solution(puzzle: str) -> list[str]:
    """The moves that place every building where it stood."""
    (town,) = solve(puzzle).towns
    placed = [f"place {building} {plot}" for plot, building in enumerate(town.buildings, start=1)]
    return placed + [f"place {b} out" for b in town.left_out(SoloSession(puzzle).puzzle.game.buildings)]


# --------------------------------------------------------------------------------------------------------------- theme


def colours(value: str) -> set[bool]:
    """Whether colours of the dark theme (True) and of the light one (False) occur."""
    return {
        dark for dark, theme in ((True, NIGHT), (False, PAPER)) for c in theme.roles.values() if f"color:{c}" in value
    }


@pytest.mark.parametrize("register", ["plain", "formal", "fitch"])
def test_the_words_of_the_player_follow_the_theme_of_the_page(register: str) -> None:
    player = ProofPlayer(explain("solo-4").pruned())
    player.register.value = register
    player.go(33)
    player.chain.value = 2
    player.board.page_side.dark = True
    assert f"color:{NIGHT.faint}" in player.text.value
    assert f"color:{PAPER.faint}" not in player.text.value
    assert colours(player.text.value) <= {True}
    assert colours(player.chain_text.value) == {True}
    assert player.chain.value == 2
    player.board.page_side.dark = False
    assert colours(player.chain_text.value) == {False}


def test_answers_and_verdicts_follow_the_theme_of_the_page(lab: SoloLab) -> None:
    (town,) = solve("solo-1").towns
    lab.help.next_step()
    lab.board.page_side.dark = True
    assert colours(lab.help.answer.value) == {True}
    assert lab.board.scene.roles
    for ask in (
        lambda: lab.help.ask(town.buildings[4], 5),
        lambda: lab.claims.claim("Bank", 12) or lab.claims.judge(),
    ):
        ask()
        pictures = []
        for dark in (True, False):
            lab.board.page_side.dark = dark
            pictures += re.findall(r'src="([^"]*)"', lab.help.answer.value + lab.claims.verdict.value)
        assert len(set(pictures)) == len(pictures) >= 2
    moves = lab.session.moves
    lab.board.page_side.dark = True
    assert lab.session.moves == moves


@pytest.mark.parametrize("alone", [True, False])
def test_the_cards_follow_the_theme_of_the_page(alone: bool) -> None:
    lab = SoloLab("solo-1")
    shelf = CardShelf("solo-1") if alone else lab.cards
    side = shelf._theme.page_side
    assert (side in shelf.children) == alone
    assert alone or side is lab.board.page_side
    puzzle = lab.session.puzzle
    for theme in (PAPER, NIGHT, PAPER):
        side.dark = theme is NIGHT
        assert card_picture(puzzle.game.card(3), puzzle.game, theme).data_url() in shelf._rows[3]._shown.value


def test_a_fixed_theme_stays() -> None:
    lab = SoloLab("solo-1", theme="dark")
    lab.help.next_step()
    assert colours(lab.help.answer.value) == {True}
    puzzle = lab.session.puzzle
    night = card_picture(puzzle.game.card(3), puzzle.game, NIGHT).data_url()
    assert night in lab.cards._rows[3]._shown.value


# ------------------------------------------------------------------------------------------------------------ clicking


def say(widget: Any, content: Any) -> None:
    """What a page would send."""
    widget._handle_custom_msg(content, [])


def test_a_keyboard_picks_a_plot_in_the_grid(lab: SoloLab) -> None:
    say(lab.grid, {"do": "plot", "place": 7})
    assert lab.board.scene.plots == (7,)
    assert lab.grid.plot == 7
    say(lab.grid, {"do": "choose", "row": lab.grid.rows.index("Hotel")})
    lab.here.cross.click()
    lab.here.cross.click()
    lab.here.place.click()
    assert lab.session.moves == ("cross Hotel 7", "back Hotel 7", "place Hotel 7")
    say(lab.grid, {"do": "plot", "place": 7})
    assert lab.board.scene.plots == ()
    assert lab.grid.plot == -1
    say(lab.grid, {"do": "plot", "place": 8})
    lab.here.why.click()
    assert lab.tabs.selected_index == TABS.index("Help")
    assert (lab.help.building.value, lab.help.place.value) == ("Hotel", 8)


def test_a_click_on_the_board_picks_the_plot_in_the_grid_too(lab: SoloLab) -> None:
    lab.board.click(*lab.board._layout.head_box(3).middle)
    assert lab.grid.plot == 3


@pytest.mark.parametrize("place", [0, 17, -1, True, 1.0, "1", None, [1]])
def test_only_plots_can_be_picked(lab: SoloLab, place: Any) -> None:
    say(lab.grid, {"do": "plot", "place": place})
    assert lab.board.scene.plots == ()


def test_the_page_says_where_the_board_was_clicked() -> None:
    board = BoardView("solo-1")
    said: list[int] = []
    board.on_plot(said.append)
    x, y = board._layout.head_box(3).middle
    say(board.page_side, {"do": "click", "x": 2 * x, "y": 2 * y})
    for odd in (None, "1", [], {}, float("nan"), float("inf")):
        say(board.page_side, {"do": "click", "x": odd, "y": 2 * y})
        say(board.page_side, {"do": "click", "x": 2 * x, "y": odd})
        say(board.page_side, odd)
    say(board.page_side, {"x": 2 * x, "y": 2 * y})
    assert said == [3]


def test_what_goes_wrong_in_a_callback_of_a_board_stands_below_it() -> None:
    board = BoardView("solo-1")

    def fail(plot: int) -> None:
        raise ValueError(f"no plot <{plot}>")

    board.on_plot(fail)
    board.click(*board._layout.head_box(3).middle)
    assert "ValueError: no plot <3>" in words(board.troubles)
    board.click(1, 1)
    assert words(board.troubles) == ""


# ------------------------------------------------------------------------------------------------------------ refusals


def echoes(widget: Any) -> list[Echo]:
    """All places where the message can be repeated."""
    found = [widget] if isinstance(widget, Echo) else []
    return found + [echo for child in getattr(widget, "children", ()) for echo in echoes(child)]


def heard(lab: SoloLab) -> Echo:
    """The one place where the message is repeated, for the eye only."""
    (echo,) = [echo for echo in echoes(lab) if echo.value]
    assert words(echo) == words(lab.message) != ""
    assert "aria-hidden='true'" in echo.value
    assert "status" not in echo.value
    assert "aria-live" not in echo.value
    return echo


def test_a_refusal_is_read_where_the_reader_acts(lab: SoloLab) -> None:
    for plot in lab.session.puzzle.game.card(3).plots:
        lab.do(f"cross Bank {plot}")
    lab.cards.play(3)
    row = lab.cards._rows[3]
    assert echoes(row) == [heard(lab)]
    assert "no place" in words(row.children[1].children[1])
    lab.here.place.click()
    assert heard(lab) is lab.here.echo
    lab.session.reset()
    lab.moves.controls.children[0].click()
    assert heard(lab) is lab.moves.echo
    lab.moves.code.value = "OT1.solo-1.nonsense"
    lab.moves.restore.click()
    assert heard(lab) is lab.moves.code_echo
    assert "damaged" in words(lab.moves.code_echo)
    lab.do("cross Banc 3")
    assert not [echo for echo in echoes(lab) if echo.value]


def test_the_grid_says_what_is_wrong_above_itself(lab: SoloLab) -> None:
    lab.do("card 3")
    row = lab.grid.rows.index("Bank")
    say(lab.grid, {"do": "toggle", "row": row, "place": 1})
    assert "card 3; take that back first" in lab.grid.caption
    say(lab.grid, {"do": "toggle", "row": row, "place": 4})
    assert lab.grid.caption == KEYS


def test_a_game_that_is_back_says_so_beside_the_code(lab: SoloLab) -> None:
    lab.do("card 3")
    other = SoloLab("solo-1")
    other.moves.code.value = lab.save_code
    other.moves.restore.click()
    assert heard(other) is other.moves.code_echo
    assert words(other.message) == "Your game is back."
    assert other.session.moves == ("card 3",)


def test_a_game_is_restored_without_building_anything_anew(lab: SoloLab) -> None:
    lab.do("card 3")
    code = lab.save_code
    lab.do("cross Bank 4")
    lab.buildings.value = "Bank"
    parts, alive = lab.children, len(_instances)
    for _ in range(3):
        lab.restore(code)
    assert lab.children is parts
    assert len(_instances) == alive
    assert lab.session.moves == ("card 3",)
    assert lab.board.scene.building is None
    assert lab.grid.states[lab.grid.rows.index("Bank")][3] == "open"


def test_rewind_says_how_far_it_went(lab: SoloLab) -> None:
    (town,) = solve("solo-1").towns
    for move in ("card 3", f"cross {town.buildings[0]} 1", "cross Hotel out"):
        lab.do(move)
    lab.moves.controls.children[2].click()
    assert words(heard(lab)) == "2 moves were taken back. Redo leads on again."


# ---------------------------------------------------------------------------------------------------------- in a hurry


def in_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), timeout=30))


async def idle(lab: SoloLab) -> None:
    while any(work.is_running for work in (lab.work, lab._counting, lab._finishing, lab._proving)):
        await asyncio.sleep(0.01)


def slow(lab: SoloLab, name: str) -> None:
    """Make a question of a session take a moment."""
    asked = getattr(lab.session, name)

    def later(*question: Any) -> Any:
        found = asked(*question)
        time.sleep(0.3)
        return found

    setattr(lab.session, name, later)


@pytest.mark.parametrize("moves", [(), ("card 2",)])
def test_nothing_that_was_asked_before_acts_on_a_restored_game(moves: tuple[str, ...]) -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        for move in moves:
            lab.do(move)
        await idle(lab)
        other = SoloSession("solo-1")
        code = save_code(other)
        slow(lab, "claim")
        lab.claims.claim("Bank", 1)
        lab.claims.cards[3].value = True
        lab.claims.judge()
        await asyncio.sleep(0.05)
        lab.restore(code)
        await idle(lab)
        assert "Proved" in words(lab.claims.verdict)
        assert lab.session.moves == ()
        slow(lab, "hint")
        lab.help.next_step()
        await asyncio.sleep(0.05)
        lab.restore(code)
        await idle(lab)
        assert CHANGED in words(lab.help.answer)
        assert not lab.board.scene.roles

    in_a_loop(test)


def test_a_claim_that_is_proved_is_crossed_out_though_the_game_went_on() -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        await idle(lab)
        slow(lab, "claim")
        lab.claims.claim("Bank", 1)
        lab.claims.cards[3].value = True
        lab.claims.judge()
        await asyncio.sleep(0.05)
        lab.do("card 2")
        await idle(lab)
        assert lab.session.moves == ("card 2", "cross Bank 1")

    in_a_loop(test)


@pytest.mark.parametrize("meanwhile", [None, "cross Hotel 2"])
def test_a_rewind_looks_for_the_right_board_beside_the_page(meanwhile: str | None) -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        (town,) = solve("solo-1").towns
        for move in ("card 3", f"cross {town.buildings[0]} 1"):
            lab.do(move)
        await idle(lab)
        slow(lab, "moves_to_rewind")
        lab.moves.controls.children[2].click()
        assert len(lab.session.moves) == 2
        await asyncio.sleep(0.05)
        if meanwhile is not None:
            lab.do(meanwhile)
        await idle(lab)
        if meanwhile is None:
            assert lab.session.moves == ("card 3",)
            assert "1 move was taken back." in words(lab.message)
        else:
            assert len(lab.session.moves) == 3
            assert "Your board has changed meanwhile. Press Rewind again." in words(lab.message)

    in_a_loop(test)


def test_the_proof_is_shown_though_another_question_is_still_being_answered() -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        await idle(lab)
        slow(lab, "is_consistent")
        lab.help.check()
        await asyncio.sleep(0.05)
        lab._mode.value = "Proof"
        lab._mode.value = "Play"
        lab._mode.value = "Proof"
        await idle(lab)
        assert isinstance(lab._stage.children[0], ProofPlayer)

    in_a_loop(test)


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("is_consistent", lambda lab: lab.help.check()),
        ("hint", lambda lab: lab.help.hint(1)),
        ("hint", lambda lab: lab.help.next_step()),
        ("why", lambda lab: lab.help.ask("Bank", 1)),
    ],
    ids=["check", "hint", "next step", "why"],
)
def test_an_answer_about_an_older_board_is_not_given(name: str, ask: Callable[[SoloLab], None], undone: bool) -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        await idle(lab)
        slow(lab, name)
        ask(lab)
        await asyncio.sleep(0.05)
        lab.do("card 3")
        if undone:
            lab.session.undo()
        await idle(lab)
        assert CHANGED in words(lab.help.answer)
        assert not lab.board.scene.roles
        assert lab.help.do_step.layout.display == "none"
        ask(lab)
        await idle(lab)
        assert CHANGED not in words(lab.help.answer)
        assert words(lab.help.answer)

    in_a_loop(test)


def test_the_verdict_about_the_town_is_not_lost_while_other_work_runs() -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        *moves, last = solution("solo-1")
        for move in moves:
            lab.do(move)
        await idle(lab)
        slow(lab, "hint")
        lab.help.hint(1)
        await asyncio.sleep(0.05)
        lab.do(last)
        await idle(lab)
        assert lab.session.state.is_complete
        assert "The town is complete, and it fits every card." in words(lab.message)

    in_a_loop(test)


def test_a_verdict_about_a_town_that_is_no_longer_there_is_not_given() -> None:
    async def test() -> None:
        lab = SoloLab("solo-1")
        await idle(lab)
        slow(lab, "is_consistent")
        for move in solution("solo-1"):
            lab.do(move)
        await asyncio.sleep(0.05)
        while lab.session.state.is_complete:
            lab.session.undo()
        await idle(lab)
        assert "complete" not in words(lab.message)

    in_a_loop(test)


# ---------------------------------------------------------------------------------------------------------------- mine


def test_marks_are_seen_and_can_be_taken_back() -> None:
    lab = SoloLab("solo-8")
    assert lab.here.not_mine.layout.display == ""
    lab.buildings.value = "Bank"
    lab.here.mine.click()
    lab.buildings.value = "Hotel"
    lab.here.not_mine.click()
    assert lab.session.moves == ("mine Bank", "not-mine Hotel")
    assert lab.board.scene.mine == {"Bank": True, "Hotel": False}
    assert "Marked as mine: Bank. Marked as not mine: Hotel." in lab.board.page_side.words
    assert "You say that it is not mine" in words(lab.about)
    labels = [label for label, _ in lab.buildings.options]
    assert "Bank (mine)" in labels
    assert "Hotel (not mine)" in labels
    assert lab.buildings.value == lab.board.scene.building == "Hotel"
    assert lab.here.not_mine.layout.display == "none"
    assert lab.here.mine.description == "Unmark: not mine"
    lab.here.mine.click()
    assert lab.session.moves[-1] == "unmark Hotel"
    assert "Hotel" in [label for label, _ in lab.buildings.options]
    assert lab.buildings.value == "Hotel"
    assert lab.here.mine.description == "It is mine"


def test_a_card_that_is_for_a_building_marks_it() -> None:
    lab = SoloLab("solo-8")
    number = next(n for n in lab.session.puzzle.cards if lab.session.state.can_be_for(n))
    owner = lab.session.state.can_be_for(number)[0]
    lab.do(f"card {number} for {owner}")
    assert lab.board.scene.mine == {owner: True}


def test_where_mine_are_known_there_is_nothing_to_mark(lab: SoloLab) -> None:
    assert lab.here.mine.layout.display == lab.here.not_mine.layout.display == "none"


@pytest.mark.parametrize(
    ("puzzle", "marks", "said"),
    [
        ("solo-8", [], "Well done! Mine are the Drugstore, the Laundry and the Smith."),
        ("solo-7", [], "Mine are the Drugstore and the Hotel; who else is mine the cards leave open."),
        ("solo-8", ["mine Bank"], "it does not fit every card. Or a mark is wrong: look again at who is mine."),
        ("solo-1", [], "it fits every card. Well done!"),
    ],
)
def test_the_end_names_mine(puzzle: str, marks: list[str], said: str) -> None:
    lab = SoloLab(puzzle)
    for move in (*marks, *solution(puzzle)):
        lab.do(move)
    assert lab.session.state.is_complete
    assert words(lab.message).endswith(said)


# ---------------------------------------------------------------------------------------------------------------- help


@pytest.mark.parametrize("button", ["hint", "next step"])
def test_a_mistake_is_one_sentence_and_then_its_steps(lab: SoloLab, button: str) -> None:
    (town,) = solve("solo-1").towns
    lab.do(f"cross {town.buildings[0]} 1")
    lab.help.hint(3) if button == "hint" else lab.help.next_step()
    hint = lab.session.hint(3)
    assert hint.proof is not None
    assert len(hint.proof.steps) > 1
    told = words(lab.help.answer)
    assert told.startswith(f'⚠ "{town.buildings[0]} not 1" is a mistake. {len(hint.proof.steps)} steps show why:')
    for step in hint.proof.steps:
        assert f"{step.n}. {step.technique.name}" in told
    assert lab.help.answer.value.count("because") == len(hint.proof.steps)
    assert colours(lab.help.answer.value) == {False}
    assert lab.help.do_step.layout.display == "none"
    assert Role.KEPT not in lab.board.scene.roles.values()


# --------------------------------------------------------------------------------------------------------------- names


def test_cards_are_named_and_say_that_they_are_played(lab: SoloLab) -> None:
    row = lab.cards._rows[3]
    assert row.button.description == "Play card 3"
    assert row.tag.layout.display == "none"
    row.button.click()
    assert row.button.description == "Take card 3 back"
    assert row.tag.layout.display == ""
    assert "played" in words(row.tag)
    row.button.click()
    assert row.tag.layout.display == "none"


def test_every_list_to_choose_from_has_a_name() -> None:
    lab = SoloLab("solo-8")
    lists = [lab.help.building, lab.help.place, lab.claims.building, lab.claims.place]
    lists += [row.owner for row in lab.cards._rows.values() if row.owner is not None]
    assert len(lists) > 4
    names = [choice.tooltip for choice in lists]
    assert all(names)
    assert len(set(names)) == len(names)


def test_a_claim_shows_what_is_on_the_cards() -> None:
    lab = SoloLab("solo-1")
    game = lab.session.puzzle.game
    kinds = set()
    for number, box in lab.claims.cards.items():
        card = game.card(number)
        kinds.add(card.kind)
        shown = card.text if card.kind == "C" else ", ".join(map(str, sorted(card.plots)))
        assert box.description.startswith(f"{number} ")
        assert box.description.endswith(shown)
        assert (card.building or lab.session.puzzle.for_building[number]) in box.description
    assert kinds == {"A", "B", "C"}
    assert lab.claims.cards[3].description == "3 Bank: 4, 8, 12, 16"


def test_a_claim_about_a_puzzle_of_your_own_is_code_that_runs() -> None:
    own = replace(load_puzzle("solo-1"), title="Mine")
    for puzzle, called in ((load_puzzle("solo-1"), "'solo-1'"), (own, "puzzle")):
        lab = SoloLab(puzzle)
        lab.claims.claim("Bank", 1)
        lab.claims.judge()
        (line,) = re.findall(r"As a line of code: (.*)$", words(lab.claims.verdict))
        assert line == f"check({called}, 'Bank not 1', because=[])"
        assert eval(line, {"check": check, "puzzle": own}).follows  # noqa: S307 - a line of ours


def test_one_my_building_is_spoken_of_as_one() -> None:
    one = replace(load_puzzle("solo-8"), mine=MyBuildings((), 1), solution=None)
    assert one.spoken_mine == "Mine is one of the buildings."
    session = SoloSession(one)
    session.do("mine Bank")
    with pytest.raises(MoveError, match="only one building is mine, and one is marked"):
        session.do("mine Hotel")
