"""The whole lab without a browser: clicks, cards, help, claims, and going back and forth."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from oldtown_lab import CardShelf, SoloLab, check, solve
from oldtown_lab.draw.picture import layout_of
from oldtown_lab.play.session import SoloSession
from oldtown_lab.proof.questions import Check
from oldtown_lab.proof.step import Role
from oldtown_lab.town.candidates import OUT
from oldtown_lab.widgets.solo_lab import TABS


@pytest.fixture
def lab() -> SoloLab:
    return SoloLab("solo-1")


def words(message: Any) -> str:
    """A message as it is read."""
    return unescape(re.sub(r"<[^>]*>", " ", message.value)).strip()


def warned(message: Any) -> bool:
    return "&#9888;" in message.value


def click_chip(lab: SoloLab, plot: int, building: str) -> None:
    """Click in the middle of a chip, as the board shows it now."""
    from oldtown_lab.draw.board_artist import shown_chips  # noqa: PLC0415 - where chips lie is asked here only

    names, more = shown_chips(lab.board.scene, plot)
    box = layout_of(lab.board.scene.game.plan).chip_box(plot, names.index(building), len(names) + (1 if more else 0))
    lab.board.click(*box.middle)


def click_plot(lab: SoloLab, plot: int) -> None:
    lab.board.click(*layout_of(lab.board.scene.game.plan).head_box(plot).middle)


def places(lab: SoloLab, building: str) -> frozenset[int]:
    found: frozenset[int] = lab.session.state.candidates.places[building]
    return found


# --------------------------------------------------------------------------------------------------------------- board


def test_a_click_on_a_chip_crosses_out_brings_back_and_places_the_last_one(lab: SoloLab) -> None:
    lab.do("card 3")
    plots = sorted(places(lab, "Bank"))
    click_chip(lab, plots[0], "Bank")
    assert lab.session.moves[-1] == f"cross Bank {plots[0]}"
    assert lab.board.scene.ghosts == {plots[0]: ("Bank",)}
    assert lab.board.scene.building == "Bank"
    click_chip(lab, plots[0], "Bank")
    assert lab.session.moves[-1] == f"back Bank {plots[0]}"
    for plot in plots:
        click_chip(lab, plot, "Bank")
    assert lab.session.moves[-1] == f"place Bank {plots[-1]}"
    assert lab.board.scene.placed == {plots[-1]: "Bank"}


def test_a_click_on_a_plot_picks_it_and_another_one_lets_it_go(lab: SoloLab) -> None:
    click_plot(lab, 7)
    assert lab.board.scene.plots == (7,)
    assert "Plot 7: everybody may stand here." in re.sub(r"\s+", " ", words(lab.about)).replace(" :", ":")
    click_plot(lab, 7)
    assert lab.board.scene.plots == ()
    assert lab.session.moves == ()


def test_the_buttons_below_the_board_work_on_what_is_picked(lab: SoloLab) -> None:
    lab.here.place.click()
    assert warned(lab.message)
    click_plot(lab, 7)
    lab.buildings.value = "Hotel"
    assert all("Hotel" in names for names in lab.board.scene.chips.values())
    lab.here.cross.click()
    lab.here.why.click()
    assert lab.tabs.selected_index == TABS.index("Help")
    assert (lab.help.building.value, lab.help.place.value) == ("Hotel", 7)
    lab.here.cross.click()
    lab.here.place.click()
    assert lab.session.moves == ("cross Hotel 7", "back Hotel 7", "place Hotel 7")


def test_heat_shows_how_often_the_picked_building_stands_where(lab: SoloLab) -> None:
    lab.do("card 3")
    lab.buildings.value = "Bank"
    assert not lab.board.scene.heat
    lab.heat.value = True
    count = lab.session.count()
    assert lab.board.scene.heat == {plot: n / count.towns for plot, n in count.at["Bank"].items()}
    assert lab.grid.heat
    lab.do("card 45")
    count = lab.session.count()
    assert lab.board.scene.heat == {plot: n / count.towns for plot, n in count.at["Bank"].items()}
    lab.heat.value = False
    assert not lab.board.scene.heat
    assert lab.grid.heat == []


def test_the_count_of_towns_is_that_of_the_session(lab: SoloLab) -> None:
    for card in lab.session.puzzle.cards:
        lab.do(f"card {card}")
        assert words(lab.towns_left).replace("\u202f", "").split()[0] == str(lab.session.count().towns)
    assert words(lab.towns_left).startswith("1  town fits")


def test_the_grid_of_the_lab_does_what_it_is_told(lab: SoloLab) -> None:
    row = lab.grid.rows.index("Hotel")
    lab.grid._pressed(None, {"do": "toggle", "row": row, "place": OUT}, [])
    lab.grid._pressed(None, {"do": "choose", "row": row}, [])
    assert lab.buildings.value == "Hotel"
    assert lab.grid.chosen == row
    lab.grid._pressed(None, {"do": "place", "row": row, "place": 4}, [])
    lab.grid._pressed(None, {"do": "toggle", "row": row, "place": 4}, [])
    assert lab.session.moves == ("cross Hotel out", "place Hotel 4", "lift Hotel")
    lab.grid._pressed(None, {"do": "why", "row": row, "place": 4}, [])
    assert lab.tabs.selected_index == TABS.index("Help")
    assert "Hotel stands on 4" in words(lab.help.answer)


# --------------------------------------------------------------------------------------------------------------- cards


def test_the_shelf_plays_a_card_and_takes_it_back(lab: SoloLab) -> None:
    row = lab.cards._rows[3]
    row.button.click()
    assert lab.session.moves == ("card 3",)
    assert row.button.description == "Take card 3 back"
    assert "oldtown-card-used" in row._dom_classes
    row.button.click()
    assert lab.session.moves == ("card 3", "take 3")
    assert row.button.description == "Play card 3"
    assert "oldtown-card-used" not in row._dom_classes


def test_the_player_chooses_for_whom_a_card_is() -> None:
    lab = SoloLab("solo-6")
    row = lab.cards._rows[57]
    choices = lab.session.state.can_be_for(57)
    assert len(choices) > 1
    assert row.owner.options[1:] == choices
    row.owner.value = choices[-1]
    row.button.click()
    assert lab.session.moves == (f"card 57 for {choices[-1]}",)
    assert row.owner.disabled
    row.button.click()
    assert not row.owner.disabled
    row.owner.value = row.owner.options[0]
    row.button.click()
    assert lab.session.moves[-1] == "card 57"


def test_a_shelf_by_itself_says_what_is_wrong() -> None:
    session = SoloSession("solo-1")
    shelf = CardShelf(session)
    for plot in session.puzzle.game.card(3).plots:
        session.do(f"cross Bank {plot}")
    shelf.play(3)
    assert "no place" in words(shelf.message)
    assert 3 not in session.state.played
    assert shelf._rows[3].button.description == "Play card 3"


# ---------------------------------------------------------------------------------------------------------------- help


def wrong_move(puzzle: str) -> str:
    """A candidate that is right, crossed out."""
    (town,) = solve(puzzle).towns
    return f"cross {town.buildings[0]} 1"


def test_the_check_says_yes_or_no_and_no_more(lab: SoloLab) -> None:
    lab.help.check()
    assert words(lab.help.answer) == "Nothing is wrong: your board agrees with all the cards."
    lab.do(wrong_move("solo-1"))
    assert words(lab.help.answer) == ""
    lab.help.check()
    assert warned(lab.help.answer)
    told = words(lab.help.answer)
    assert not any(b in told for b in lab.session.puzzle.game.buildings)
    assert not re.search(r"\d", told.replace("&#9888;", ""))


def test_hints_reveal_no_more_than_their_level(lab: SoloLab) -> None:
    for _ in range(12):
        step = lab.session.next_step()
        assert step is not None
        lab.help.hint(1)
        first = words(lab.help.answer)
        assert first.startswith("Look at ")
        assert not re.search(r"\d", first)
        assert step.technique.name not in first
        assert not lab.board.scene.roles
        lab.help.hint(2)
        second = words(lab.help.answer)
        assert step.technique.name in second
        assert {int(n) for n in re.findall(r"\d+", second)} == set(step.cards)
        assert not lab.board.scene.roles
        assert lab.help.do_step.layout.display == "none"
        lab.help.hint(3)
        third = words(lab.help.answer)
        assert step.technique.name in third
        assert "because" in third
        assert lab.board.scene.roles == step.picture.places
        assert lab.help.do_step.layout.display == ""
        lab.help._do_step()
        assert not lab.board.scene.roles


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_wrong_board_is_a_warning_at_every_level(lab: SoloLab, level: int) -> None:
    wrong = wrong_move("solo-1")
    building = wrong.removeprefix("cross ").rpartition(" ")[0]
    lab.do(wrong)
    lab.help.hint(level)
    assert warned(lab.help.answer)
    assert building in words(lab.help.answer)
    assert ("is a mistake" in words(lab.help.answer)) == (level > 1)
    assert lab.help.do_step.layout.display == "none"


def test_doing_every_step_solves_the_puzzle(lab: SoloLab) -> None:
    for _ in range(120):
        lab.help.next_step()
        if lab.help._step is None:
            break
        lab.help._do_step()
        assert not warned(lab.help.answer)
        assert not warned(lab.message)
    assert lab.session.state.is_complete
    assert lab.session.solved
    (town,) = solve("solo-1").towns
    assert lab.board.scene.placed == dict(enumerate(town.buildings, start=1))
    assert words(lab.message) == "The town is complete, and it fits every card. Well done!"
    assert words(lab.help.answer) == "Everything that the cards determine is on your board."


def test_a_complete_town_that_is_wrong_is_called_wrong(lab: SoloLab) -> None:
    (town,) = solve("solo-1").towns
    one, other, *rest = town.buildings
    for plot, building in enumerate((other, one, *rest), start=1):
        lab.do(f"place {building} {plot}")
    for building in town.left_out(lab.session.puzzle.game.buildings):
        lab.do(f"place {building} out")
    assert lab.session.state.is_complete
    assert warned(lab.message)
    assert "does not fit every card" in words(lab.message)


def test_why_shows_a_town_or_a_proof(lab: SoloLab) -> None:
    (town,) = solve("solo-1").towns
    lab.help.ask(town.buildings[4], 5)
    assert f"It is possible that the {town.buildings[4]} stands on 5" in words(lab.help.answer)
    assert f"Plot 5: {town.buildings[4]}." in unescape(lab.help.answer.value)
    lab.help.ask(town.buildings[4], 6)
    told = words(lab.help.answer)
    assert told.startswith(f"It cannot be that the {town.buildings[4]} stands on 6. The proof has ")
    assert lab.board.scene.roles
    gone = town.left_out(lab.session.puzzle.game.buildings)[0]
    lab.help.ask(gone, OUT)
    assert f"the {gone} is left out" in words(lab.help.answer)


# -------------------------------------------------------------------------------------------------------------- claims


def line_of_code(lab: SoloLab) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of the line that is shown; parsed, not run."""
    (shown,) = re.findall(r"<code>(.*?)</code>", lab.claims.verdict.value)
    call = ast.parse(unescape(shown), mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    assert call.func.id == "check"
    given = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in call.keywords}
    return [ast.literal_eval(argument) for argument in call.args], given


def claim(lab: SoloLab, building: str, place: int, *cards: int) -> Check:
    lab.claims.claim(building, place)
    for number, box in lab.claims.cards.items():
        box.value = number in cards
    lab.claims.judge()
    arguments, given = line_of_code(lab)
    written = f"{building} in town" if place == OUT else f"{building} not {place}"
    assert arguments == ["solo-1", written]
    assert given == {"because": [f"card:{n}" for n in lab.session.puzzle.cards if n in cards]}
    return check(*arguments, **given)


def test_a_claim_that_is_proved_is_crossed_out(lab: SoloLab) -> None:
    plot = min(lab.session.puzzle.game.plan.all_plots - lab.session.puzzle.game.card(3).plots)
    same = claim(lab, "Bank", plot, 3)
    assert same.sufficient
    assert words(lab.claims.verdict).startswith("Proved:")
    assert "Every card that you named is needed." in words(lab.claims.verdict)
    assert lab.session.moves == (f"cross Bank {plot}",)
    claim(lab, "Bank", OUT, 3)
    assert lab.session.moves[-1] == "cross Bank out"


def test_a_claim_with_a_needless_card_says_so(lab: SoloLab) -> None:
    plot = min(lab.session.puzzle.game.plan.all_plots - lab.session.puzzle.game.card(3).plots)
    other = next(n for n in lab.session.puzzle.cards if n != 3)
    assert claim(lab, "Bank", plot, 3, other).not_needed == (f"card:{other}",)
    assert f"Not needed: card {other}." in words(lab.claims.verdict)


def test_a_claim_with_too_few_cards_shows_a_town_and_what_is_missing(lab: SoloLab) -> None:
    plot = min(lab.session.puzzle.game.plan.all_plots - lab.session.puzzle.game.card(3).plots)
    same = claim(lab, "Bank", plot)
    assert same.follows
    assert not same.sufficient
    assert "is true, but your cards do not prove it" in words(lab.claims.verdict)
    assert all(str(reason).replace(":", " ") in words(lab.claims.verdict) for reason in same.missing)
    (alt,) = re.findall(r'alt="([^"]*)"', lab.claims.verdict.value)
    assert f"Plot {plot}: Bank." in unescape(alt)
    assert lab.session.moves == ()


def test_a_false_claim_shows_a_town_in_which_the_building_stands_there(lab: SoloLab) -> None:
    (town,) = solve("solo-1").towns
    for plot in (1, 11):
        same = claim(lab, town.buildings[plot - 1], plot, 3)
        assert not same.follows
        assert "does not follow" in words(lab.claims.verdict)
        (alt,) = re.findall(r'alt="([^"]*)"', lab.claims.verdict.value)
        assert f"Plot {plot}: {town.buildings[plot - 1]}." in unescape(alt)
    gone = town.left_out(lab.session.puzzle.game.buildings)
    claim(lab, gone[0], OUT)
    assert f"Left out: {' and '.join(gone)}." in unescape(lab.claims.verdict.value)
    assert lab.session.moves == ()


def test_in_claim_mode_a_click_asks_for_a_proof(lab: SoloLab) -> None:
    lab.do("card 3")
    plot = min(places(lab, "Bank"))
    lab.claims.active.value = True
    click_chip(lab, plot, "Bank")
    assert lab.session.moves == ("card 3",)
    assert lab.tabs.selected_index == TABS.index("Claim")
    assert lab.claims.text == f"Bank not {plot}"
    lab.do(f"place Bank {plot}")
    lab._toggle("Bank", plot)
    assert lab.session.moves[-1] == "lift Bank"


def later(puzzle: str, test: Callable[[SoloLab], None], end: Callable[[SoloLab], None]) -> None:
    """Run the first part inside an event loop, and the second when the lab has done its work."""

    async def inside() -> None:
        lab = SoloLab(puzzle)
        await idle(lab)
        test(lab)
        await idle(lab)
        end(lab)

    async def idle(lab: SoloLab) -> None:
        while lab.work.is_running or lab._counting.is_running:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(inside(), timeout=20))


def test_a_claim_is_judged_as_it_was_when_it_was_asked() -> None:
    def ask(lab: SoloLab) -> None:
        lab.claims.claim("Bank", 1)
        lab.claims.cards[3].value = True
        lab.claims.judge()
        lab.claims.place.value = 4
        lab.claims.cards[3].value = False

    def end(lab: SoloLab) -> None:
        assert line_of_code(lab) == (["solo-1", "Bank not 1"], {"because": ["card:3"]})
        assert lab.session.moves == ("cross Bank 1",)

    assert 1 not in SoloSession("solo-1").puzzle.game.card(3).plots
    assert 4 in SoloSession("solo-1").puzzle.game.card(3).plots
    later("solo-1", ask, end)


def test_heat_is_never_that_of_an_older_board() -> None:
    def ask(lab: SoloLab) -> None:
        lab.buildings.value = "Bank"
        lab.heat.value = True
        assert lab.board.scene.heat
        lab.do("card 3")
        lab.buildings.value = "Hotel"
        lab.buildings.value = "Bank"
        assert not lab.board.scene.heat

    def end(lab: SoloLab) -> None:
        assert {plot for plot, share in lab.board.scene.heat.items() if share} == places(lab, "Bank")

    later("solo-1", ask, end)


# ---------------------------------------------------------------------------------------------------- back and forth


@pytest.mark.parametrize(
    ("index", "said"),
    [(0, "nothing to undo"), (1, "nothing to redo"), (2, "nothing to rewind"), (3, "nothing to take")],
)
def test_at_its_ends_going_back_and_forth_says_so(lab: SoloLab, index: int, said: str) -> None:
    lab.moves.controls.children[index].click()
    assert warned(lab.message)
    assert said in words(lab.message)
    assert lab.session.moves == ()


def test_the_buttons_go_back_and_forth(lab: SoloLab) -> None:
    undo, redo, rewind, reset = lab.moves.controls.children
    wrong = wrong_move("solo-1")
    for move in ("card 3", wrong, "cross Hotel out"):
        lab.do(move)
    rewind.click()
    assert lab.session.moves == ("card 3",)
    redo.click()
    assert lab.session.moves == ("card 3", wrong)
    undo.click()
    reset.click()
    assert lab.session.moves == ()
    assert words(lab.moves.list) == "No moves yet."
    redo.click()
    assert lab.session.moves == ("card 3",)
    assert lab.board.scene.chips
    assert not warned(lab.message)


def test_a_game_goes_on_from_its_code(lab: SoloLab) -> None:
    for move in ("card 3", "cross Hotel 5", "place Church out"):
        lab.do(move)
    code = lab.save_code
    assert SoloLab("solo-1", code=code).session.moves == lab.session.moves
    other = SoloLab("solo-1")
    other.moves.code.value = f"  {code}\n"
    other.moves.restore.click()
    assert other.session.moves == lab.session.moves
    assert other.board.scene.chips == lab.board.scene.chips
    assert other.grid.states == lab.grid.states
    assert words(other.message) == "Your game is back."
    other.do("card 45")
    assert other.session.moves[-1] == "card 45"
    assert other.moves.code.value == other.save_code != code


def damaged() -> str:
    code = SoloLab("solo-1").save_code
    return code[:-1] + ("0" if code[-1] != "0" else "1")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (lambda: "", "no save code"),
        (lambda: "hello <script>", "no save code"),
        (damaged, "damaged"),
        (lambda: SoloLab("solo-2").save_code, "is for solo-2, not for solo-1"),
    ],
)
def test_a_code_that_is_no_good_changes_nothing(lab: SoloLab, code: Callable[[], str], said: str) -> None:
    lab.do("card 3")
    session = lab.session
    lab.moves.code.value = code()
    lab.moves.restore.click()
    assert warned(lab.message)
    assert said in words(lab.message)
    assert "<script>" not in lab.message.value
    assert lab.session is session
    assert lab.session.moves == ("card 3",)


def test_an_error_inside_a_callback_is_shown(lab: SoloLab, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("broken <b>")

    monkeypatch.setattr(lab.session, "is_consistent", fail)
    lab.help.check()
    assert warned(lab.message)
    assert "RuntimeError: broken <b>" in words(lab.message)
    assert "<b>)" not in lab.message.value
    lab.do("card 3")
    assert lab.session.moves == ("card 3",)


def test_a_move_that_is_not_allowed_is_shown(lab: SoloLab) -> None:
    lab.do("cross Banc 3")
    assert warned(lab.message)
    assert "is no building" in words(lab.message)
    lab.do("card 3")
    assert words(lab.message) == ""


def test_mine_can_be_marked_only_where_they_are_to_be_found(lab: SoloLab) -> None:
    assert lab.here.mine.layout.display == "none"
    other = SoloLab("solo-7")
    assert other.here.mine.layout.display == ""
    other.here.mine.click()
    assert warned(other.message)
    other.buildings.value = "Bank"
    other.here.mine.click()
    other.here.mine.click()
    assert other.session.moves == ("mine Bank", "unmark Bank")


def test_the_proof_is_a_click_away_and_the_game_waits(lab: SoloLab) -> None:
    lab.do("card 3")
    lab._mode.value = "Proof"
    assert lab._player is not None
    assert lab._stage.children == (lab._player,)
    lab._mode.value = "Play"
    assert lab._stage.children == (lab._workplace,)
    assert lab.session.moves == ("card 3",)


def test_the_scene_of_a_step_keeps_the_board_below_it(lab: SoloLab) -> None:
    lab.do("card 3")
    before = lab.board.scene
    lab.help.next_step()
    assert Role.REMOVED in lab.board.scene.roles.values() or Role.KEPT in lab.board.scene.roles.values()
    for plot, names in before.chips.items():
        assert set(names) <= set(lab.board.scene.chips[plot])
    lab.help.check()
    assert lab.board.scene == before
