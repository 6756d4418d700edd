"""The second judge: each kind of step accepted, each damage refused, and agreement with a SAT solver."""

import ast
import copy
import json
import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from oldtown_lab.errors import OldTownError
from oldtown_lab.games.loader import load_game
from oldtown_lab.proof import checker
from oldtown_lab.proof.checker import Finding, check_proof, follows
from oldtown_lab.proof.checker_search import GaveUpError, Work, can_serve_all
from oldtown_lab.town.cards import Card
from oldtown_lab.town.game import Game

from ..test_logic.small_games import SmallPuzzle, a, b, c, small_puzzles

Json = dict[str, Any]

OLD_TOWN = load_game("old-town")
BUILDINGS = OLD_TOWN.buildings
PLOTS = range(1, 17)
PUZZLES = Path(__file__).parents[2] / "puzzles"
OPPOSITES = {
    "not": "at",
    "left_out": "in_town",
    "not_mine": "mine",
    "at": "not",
    "in_town": "left_out",
    "mine": "not_mine",
}


def no(building: str, *plots: int) -> list[Json]:
    return [{"not": [building, plot]} for plot in plots]


def at(building: str, plot: int) -> Json:
    return {"at": [building, plot]}


def card(*numbers: int) -> list[Json]:
    return [{"card": number} for number in numbers]


def one_building(*plots: int) -> list[Json]:
    return [{"rule": "one-building-per-plot", "plot": plot} for plot in plots]


def filled(*plots: int) -> list[Json]:
    return [{"rule": "plot-filled", "plot": plot} for plot in plots]


def one_plot(*buildings: str) -> list[Json]:
    return [{"rule": "one-plot-per-building", "building": building} for building in buildings]


def about(kind: str, *buildings: str) -> list[Json]:
    return [{kind: building} for building in buildings]


def others(*buildings: str) -> list[str]:
    return [building for building in BUILDINGS if building not in buildings]


def count(number: int) -> Json:
    return {"rule": "my-buildings", "count": number}


def is_fact(premise: Json) -> bool:
    return "card" not in premise and "rule" not in premise


def one_step(mine: list[str] | int, premises: list[Json], conclusions: list[Json]) -> Json:
    """A proof of one step; the facts that it cites are on the board already."""
    given = {
        "game": "old-town",
        "cards": sorted(OLD_TOWN.deck.cards),
        "for": {"45": "Bank"},
        "my_buildings": mine,
        "state": [premise for premise in premises if is_fact(premise)],
    }
    ends = {"contradiction": True} in conclusions
    step = {"n": 1, "technique": "?", "premises": premises, "conclusions": conclusions, "text": "?", "seconds": 0.1}
    return {"puzzle": "?", "given": given, "outcome": "no town" if ends else "open", "complete": ends, "steps": [step]}


#: For each kind of step: the my-buildings, premises that are all needed, conclusions.
EXAMPLES: dict[str, tuple[list[str] | int, list[Json], list[Json]]] = {
    "reading a card": (
        ["Hotel"],
        [*card(4), *one_plot("Saloon")],
        no("Saloon", 1, 2, 3, 4, 5, 8, 9, 12, 13, 14, 15, 16),
    ),
    "a card's building is in town": (["Hotel"], card(4), about("in_town", "Saloon")),
    "a district card": (
        ["Hotel"],
        [*card(45), *one_plot("Bank")],
        [*no("Bank", 1, 2, 3, 4, 6, 7, 10, 11)],
    ),
    "taken plot": (
        ["Hotel"],
        [at("Bank", 12), *one_building(12)],
        [fact for building in others("Bank") for fact in no(building, 12)],
    ),
    "placed on one plot only": (
        ["Hotel"],
        [at("Bank", 12), *one_plot("Bank")],
        [fact for plot in PLOTS if plot != 12 for fact in no("Bank", plot)],
    ),
    "last plot": (["Hotel"], [*card(4), *no("Saloon", 6, 7, 10)], [at("Saloon", 11)]),
    "last plot in town": (
        ["Hotel"],
        [*about("in_town", "Saloon"), *no("Saloon", *(plot for plot in PLOTS if plot != 3))],
        [at("Saloon", 3)],
    ),
    "last building": (
        ["Hotel"],
        [*filled(7), *(fact for building in others("Saloon") for fact in no(building, 7))],
        [at("Saloon", 7), {"in_town": "Saloon"}],
    ),
    "nowhere left": (["Hotel"], no("Judge", *PLOTS), about("left_out", "Judge")),
    "two plots, two buildings": (
        ["Hotel"],
        [*card(3, 17), *no("Bank", 12, 16), *no("Stable", 1, 7), *one_building(4, 8)],
        [fact for building in others("Bank", "Stable") for fact in no(building, 4, 8)],
    ),
    "two buildings, two plots": (
        ["Hotel"],
        [
            *filled(4, 8),
            *one_plot("Bank", "Stable"),
            *(fact for building in others("Bank", "Stable") for fact in no(building, 4, 8)),
        ],
        [*no("Bank", 12, 16, 1), *no("Stable", 1, 7, 16), *about("in_town", "Bank", "Stable")],
    ),
    "three plots, three buildings": (
        ["Hotel"],
        [*card(3, 17, 6), *no("Bank", 12, 16), *no("Stable", 1), *no("Drugstore", 3), *one_building(4, 7, 8)],
        [fact for building in others("Bank", "Stable", "Drugstore") for fact in no(building, 4, 7, 8)],
    ),
    "counting who is left out": (
        ["Hotel"],
        [*about("in_town", *BUILDINGS[:16]), *one_building(*PLOTS)],
        about("left_out", *BUILDINGS[16:]),
    ),
    "counting who is in town": (
        ["Hotel"],
        [*about("left_out", *BUILDINGS[16:]), *filled(*PLOTS), *one_plot(*BUILDINGS[:16])],
        about("in_town", *BUILDINGS[:16]),
    ),
    "partner plots": (["Hotel"], [*card(35), *no("Hotel", 12)], no("Casino", 11)),
    "partner plots of several": (["Hotel", "Bank"], [*card(35), *no("Hotel", 12), *no("Bank", 12)], no("Casino", 11)),
    "the partner's last plot": (["Hotel"], [*card(35), at("Casino", 11)], [at("Hotel", 12)]),
    "the other one is the partner": (
        ["Hotel", "Bank"],
        [*card(35), at("Casino", 11), *no("Hotel", 12)],
        [at("Bank", 12)],
    ),
    "partner plots of unknown ones": (
        3,
        [*card(35), *about("not_mine", *others("Hotel", "Casino")), *no("Hotel", 12)],
        no("Casino", 11),
    ),
    "one of mine": (
        3,
        [*card(38), *about("not_mine", *others("Saloon", "Bank")), *no("Bank", 1, 2, 3, 4, 5, 6, 7, 8)],
        about("mine", "Saloon") + about("in_town", "Saloon"),
    ),
    "no more of mine": (
        3,
        [count(3), *about("mine", "Bank", "Doc", "Hotel")],
        about("not_mine", *others("Bank", "Doc", "Hotel")),
    ),
    "all the rest are mine": (
        3,
        [count(3), *about("not_mine", *BUILDINGS[3:])],
        about("mine", *BUILDINGS[:3]),
    ),
    "one of mine is not enough": (
        1,
        [count(1), *card(38, 47), *one_plot(*BUILDINGS)],
        [{"contradiction": True}],
    ),
    "three of mine on four plots": (  # the Bank's partner would be the fourth, after those on 2, 6 and 7
        3,
        [
            *[count(3), *card(19, 20, 27, 31)],
            *[at("Drugstore", 7), at("Undertaker", 15)],
            *about("not_mine", "Bank", "Barber"),
            *one_plot(*others("Bank", "Barber", "Undertaker")),
        ],
        no("Barber", 6),
    ),
    "three of mine on four plots, though others may stand on several": (  # for then they need partners themselves
        3,
        [
            *[count(3), *card(19, 20, 27, 31)],
            *[at("Drugstore", 7), at("Undertaker", 15)],
            *about("not_mine", "Bank", "Printer's", "Prison"),
            *one_plot(*others("Bank", "Printer's", "Prison", "Undertaker")),
        ],
        [*no("Barber", 6), {"not_mine": "Barber"}],
    ),
    "what if": (
        ["Hotel"],
        [*card(35, 3, 18), *one_building(11, 12, 16), *no("Bank", 4, 8), *no("Doc", 15)],
        no("Casino", 11),
    ),
    "contradiction": (["Hotel"], [*card(3), *no("Bank", 4, 8, 12, 16)], [{"contradiction": True}]),
}

each_example = pytest.mark.parametrize("name", EXAMPLES)


def assert_readable(findings: Iterable[Finding]) -> None:
    for finding in findings:
        assert finding.problem.isprintable()
        assert 0 < len(finding.problem) < 300


def problems(proof: Any, game: Game = OLD_TOWN, strict: bool = False) -> list[str]:
    """What is found, each with its step: '1: …'; the same whatever is found, it reads well."""
    findings = check_proof(proof, game, strict)
    assert_readable(findings)
    return [f"{finding.step}: {finding.problem}" for finding in findings]


@each_example
def test_a_step_of_each_kind_is_accepted_and_needs_all_its_premises(name: str) -> None:
    assert problems(one_step(*EXAMPLES[name]), strict=True) == []


@each_example
def test_a_step_without_one_of_its_premises_is_refused(name: str) -> None:
    mine, premises, conclusions = EXAMPLES[name]
    for left in range(len(premises)):
        found = problems(one_step(mine, premises[:left] + premises[left + 1 :], conclusions))
        assert found
        assert all(line.endswith("does not follow from the premises") for line in found), premises[left]


@each_example
def test_a_step_that_concludes_the_opposite_or_something_else_is_refused(name: str) -> None:
    mine, premises, conclusions = EXAMPLES[name]
    known = set(map(str, premises + conclusions))
    for number, conclusion in enumerate(conclusions):
        if conclusion == {"contradiction": True}:
            continue
        (kind, what), changed = *conclusion.items(), []
        changed.append({OPPOSITES[kind]: what})
        if isinstance(what, list):
            free = [plot for plot in PLOTS if not {str(no(what[0], plot)[0]), str(at(what[0], plot))} & known]
            changed += [at(what[0], plot) for plot in free[:2]]
        for wrong in changed:
            found = problems(one_step(mine, premises, [*conclusions[:number], wrong, *conclusions[number + 1 :]]))
            assert len(found) == 1
            assert found[0].startswith("1: ")
            assert found[0].endswith("does not follow from the premises")


@each_example
def test_a_step_with_a_premise_too_many_is_refused_by_the_strict_judge_only(name: str) -> None:
    mine, premises, conclusions = EXAMPLES[name]
    proof = one_step(mine, [*premises, *no("Undertaker", 1)], conclusions)
    assert problems(proof) == []
    assert problems(proof, strict=True) == ['1: "Undertaker not 1" is not needed']


@each_example
def test_a_fact_that_nobody_concluded_is_refused(name: str) -> None:
    for fact in filter(is_fact, EXAMPLES[name][1]):
        proof = one_step(*EXAMPLES[name])
        proof["given"]["state"].remove(fact)
        (found,) = problems(proof)
        assert found.startswith('1: cites "')
        assert found.endswith('", which no earlier step concludes')


# ------------------------------------------------------------------------------------------------ whole proofs

SMALL = SmallPuzzle(1, 2, ("Bank", "Doc", "Hotel"), (a(1, "Bank", 1), a(2, "Doc", 1, 2), b(3, 1)))


def whole_proof() -> Json:
    def step(n: int, premises: list[Json], *conclusions: Json) -> Json:
        return {"n": n, "premises": premises, "conclusions": list(conclusions)}

    steps = [
        step(1, card(1), at("Bank", 1)),
        step(2, [at("Bank", 1), *one_building(1)], *no("Doc", 1), *no("Hotel", 1)),
        step(3, [*card(2), *no("Doc", 1)], at("Doc", 2)),
        step(4, [at("Doc", 2), *one_building(2)], *no("Hotel", 2)),
        step(5, no("Hotel", 1, 2), {"left_out": "Hotel"}),
    ]
    given = {"game": "small", "cards": [1, 2], "for": {}, "my_buildings": [], "state": []}
    return {"puzzle": "small", "given": given, "outcome": "one town", "complete": True, "steps": steps}


def no_town() -> Json:
    proof = whole_proof()
    proof["given"] |= {"cards": [1, 3], "for": {"3": "Doc"}}
    last = {"n": 2, "premises": [at("Bank", 1), *card(3), *one_building(1)], "conclusions": [{"contradiction": True}]}
    return proof | {"steps": [proof["steps"][0], last], "outcome": "no town"}


def test_a_whole_proof_is_accepted() -> None:
    assert problems(whole_proof(), SMALL.game, strict=True) == []
    assert problems(no_town(), SMALL.game, strict=True) == []


def test_what_is_on_the_board_counts_as_concluded() -> None:
    proof = whole_proof()
    proof["given"]["state"] = [at("Bank", 1)]
    proof["steps"] = [step | {"n": step["n"] - 1} for step in proof["steps"][1:]]
    assert problems(proof, SMALL.game) == []


@pytest.mark.parametrize("outcome", ["open", "several towns"])
def test_a_proof_that_stops_early_is_accepted_where_it_says_so(outcome: str) -> None:
    proof = whole_proof() | {"outcome": outcome, "complete": False}
    del proof["steps"][3:]
    assert problems(proof, SMALL.game) == []


def test_the_order_of_the_steps_counts() -> None:
    proof = whole_proof()
    steps = proof["steps"]
    proof["steps"] = [steps[0] | {"n": 1}, steps[2] | {"n": 2}, steps[1] | {"n": 3}, *steps[3:]]
    assert problems(proof, SMALL.game) == ['2: cites "Doc not 1", which no earlier step concludes']
    proof["steps"] = [steps[0], steps[2], steps[1], *steps[3:]]
    assert problems(proof, SMALL.game)[:2] == [
        '2: "n" must be 2, not 3',
        '2: cites "Doc not 1", which no earlier step concludes',
    ]


def test_a_step_may_not_cite_itself() -> None:
    proof = whole_proof()
    proof["steps"][0]["premises"] = [at("Bank", 1)]
    assert problems(proof, SMALL.game) == ['1: cites "Bank at 1", which no earlier step concludes']


def test_a_missing_step_is_missed() -> None:
    for left in range(5):
        proof = whole_proof()
        del proof["steps"][left]
        for n, step in enumerate(proof["steps"], start=1):
            step["n"] = n
        assert problems(proof, SMALL.game), left


def wrong_outcomes() -> Iterator[tuple[Json, list[str]]]:
    short = whole_proof()
    del short["steps"][4:]
    open_end = "no step concludes where the Hotel stands or that it is left out"
    yield short, [f'None: the outcome is "one town", but {open_end}']
    yield whole_proof() | {"complete": False}, ['None: "complete" is false, but the outcome is "one town"']
    yield no_town() | {"complete": False}, ['None: "complete" is false, but the outcome is "no town"']
    yield short | {"outcome": "open"}, ['None: "complete" is true, but the outcome is "open"']
    yield short | {"outcome": "several towns"}, ['None: "complete" is true, but the outcome is "several towns"']
    yield (
        whole_proof() | {"outcome": "several towns", "complete": False},
        ['None: the outcome is "several towns", but every building has its plot or is left out'],
    )
    yield (
        whole_proof() | {"outcome": "no town"},
        ['None: the outcome is "no town", but the last step concludes no contradiction'],
    )
    yield (
        whole_proof() | {"outcome": "no town", "steps": []},
        ['None: the outcome is "no town", but the last step concludes no contradiction'],
    )
    for outcome in ("open", "several towns"):
        line = f'2: concludes a contradiction, but the outcome is "{outcome}"'
        yield no_town() | {"outcome": outcome, "complete": False}, [line]
    goes_on = no_town()
    goes_on["steps"].append({"n": 3, "premises": card(3), "conclusions": [at("Doc", 1)]})
    yield (
        goes_on,
        [
            "2: concludes a contradiction, but is not the last step",
            'None: the outcome is "no town", but the last step concludes no contradiction',
        ],
    )
    allowed = "allowed: one town, several towns, no town, open"
    unknown: list[tuple[Any, str]] = [("two towns", '"two towns"'), (None, "nothing"), (["open"], "a list"), (1, "1")]
    for value, shown in unknown:
        yield whole_proof() | {"outcome": value}, [f'None: "outcome" is {shown}; {allowed}']
    yield whole_proof() | {"complete": 1}, ['None: "complete" must be true or false, not 1']


@pytest.mark.parametrize(("proof", "found"), list(wrong_outcomes()))
def test_an_outcome_that_the_steps_do_not_establish_is_refused(proof: Json, found: list[str]) -> None:
    assert problems(proof, SMALL.game) == found


def test_the_one_town_must_fit_the_cards() -> None:
    proof = no_town() | {"outcome": "one town"}
    proof["steps"][1]["conclusions"] = [at("Doc", 2), {"left_out": "Hotel"}]  # from premises that contradict each other
    assert problems(proof, SMALL.game) == ["None: the town that the steps arrive at does not fit the cards"]


# ------------------------------------------------------------------------------------------------ foreign data

HUGE = 10**5000
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]

WRONG_PREMISES: list[tuple[Any, str]] = [
    ({"card": 61}, "cites card 61, which is not given"),
    ({"card": True}, "cites card true, which is not given"),
    ({"card": "4"}, 'cites card "4", which is not given'),
    ({"card": HUGE}, "cites card a very large number, which is not given"),
    ({"card": 4, "why": 1}, 'an object with "card" and "why" is no fact'),
    ({"rule": "no-rule", "plot": 7}, '"no-rule" is no rule; allowed: one-building-per-plot'),
    ({"rule": ["plot-filled"], "plot": 7}, "a list is no rule"),
    ({"rule": "plot-filled", "building": "Bank"}, 'the rule plot-filled comes with "plot" and nothing else'),
    ({"rule": "plot-filled", "plot": 7, "card": 4}, 'the rule plot-filled comes with "plot" and nothing else'),
    ({"rule": "plot-filled", "plot": 17}, "17 is no plot of old-town"),
    ({"rule": "plot-filled", "plot": 7.0}, "7.0 is no plot of old-town"),
    ({"rule": "one-plot-per-building", "building": "bank"}, '"bank" is no building of old-town'),
    ({"rule": "my-buildings", "count": 1}, "cites that the number of my-buildings is 1, which is not given"),
    ({"rule": "my-buildings", "count": 0}, "cites that the number of my-buildings is 0, which is not given"),
    ({"at": ["Bank", 0]}, "0 is no plot of old-town"),
    ({"at": ["Bank", True]}, "true is no plot of old-town"),
    ({"at": ["Bank"]}, '"at" comes with a building and a plot, not with a list'),
    ({"at": "Bank"}, '"at" comes with a building and a plot, not with "Bank"'),
    ({"not": [["Bank"], 7]}, "a list is no building of old-town"),
    ({"not": [DEEP, DEEP]}, "a list is no building of old-town"),
    ({"left_out": None}, "nothing is no building of old-town"),
    ({"mine": "Ba\nnk\x1b[31m" + "k" * 1000}, '"Ba nk [31mkkkk'),
    ({"at": ["Bank", 3], "not": ["Bank", 4]}, 'an object with "at" and "not" is no fact; allowed: not, at, left_out'),
    ({"contradiction": True}, 'an object with "contradiction" is no fact'),
    ({"__class__": "Bank"}, 'an object with "__class__" is no fact'),
    ({}, "an object with no key is no fact"),
    ([], "a premise must be an object, not a list"),
    ("card:4", 'a premise must be an object, not "card:4"'),
    (None, "a premise must be an object, not nothing"),
    (float("nan"), "a premise must be an object, not nan"),
    (object(), "a premise must be an object, not something that is not JSON"),
]


@pytest.mark.parametrize(("premise", "problem"), WRONG_PREMISES)
def test_a_premise_that_makes_no_sense_gets_its_line(premise: Any, problem: str) -> None:
    (found,) = problems(one_step(["Hotel"], card(4), about("in_town", "Saloon")) | {"steps": [step_with(premise)]})
    assert found.startswith(f"1: {problem}")


def step_with(premise: Any) -> Json:
    return {"n": 1, "premises": [*card(4), premise], "conclusions": [{"in_town": "Saloon"}]}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"conclusions": []}, "concludes nothing"),
        ({"conclusions": None}, '"conclusions" must be a list, not nothing'),
        ({"conclusions": {"in_town": "Saloon"}}, '"conclusions" must be a list, not an object'),
        ({"conclusions": [{"contradiction": False}]}, 'an object with "contradiction" is no fact'),
        ({"conclusions": [{"contradiction": 1}]}, 'an object with "contradiction" is no fact'),
        ({"conclusions": card(4)}, 'an object with "card" is no fact'),
        ({"conclusions": [7]}, "a conclusion must be an object, not 7"),
        ({"conclusions": [{"in_town": "Saloon"}] * 501}, '"conclusions" has 501 entries; allowed: 500'),
        ({"premises": card(4) * 501}, '"premises" has 501 entries; allowed: 500'),
        ({"premises": card(4) * 2}, 'cites "card 4" twice'),
        ({"premises": "card"}, '"premises" must be a list, not "card"'),
        ({"premises": []}, '"Saloon in town" does not follow from the premises'),
        ({"n": 2}, '"n" must be 1, not 2'),
        ({"n": True}, '"n" must be 1, not true'),
        ({"n": 1.0}, '"n" must be 1, not 1.0'),
    ],
)
def test_a_step_that_makes_no_sense_gets_its_line(change: Json, problem: str) -> None:
    proof = one_step(["Hotel"], card(4), about("in_town", "Saloon"))
    proof["steps"][0] |= change
    found = problems(proof)
    assert len(found) == 1
    assert found[0].startswith(f"1: {problem}")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"game": "new-town"}, '"game" is "new-town"; allowed: old-town'),
        ({"cards": None}, '"cards" must be a list, not nothing'),
        ({"cards": [4, 45, 4]}, "card 4 is given twice"),
        ({"cards": [4, 99]}, "99 is no card of old-town"),
        ({"cards": [4, HUGE]}, "a very large number is no card of old-town"),
        ({"cards": [[4]]}, "a list is no card of old-town"),
        ({"cards": [4] * 501}, '"cards" has 501 entries; allowed: 500'),
        ({"for": {"4": "Bank"}}, '"for" names "4", which is no card of kind B that is given'),
        ({"for": {"61": "Bank"}}, '"for" names "61", which is no card of kind B that is given'),
        ({"for": {"45": "Pub"}}, '"Pub" is no building of old-town'),
        ({"for": {"45": None}}, "nothing is no building of old-town"),
        ({"for": ["45"]}, '"for" must be an object, not a list'),
        ({"my_buildings": []}, "card 19 speaks of my building, but none is named"),
        ({"my_buildings": ["Pub"]}, '"Pub" is no building of old-town'),
        ({"my_buildings": ["Bank", "Bank"]}, '"my_buildings" names a building twice'),
        ({"my_buildings": 0}, '"my_buildings" is 0; allowed: a list of buildings, or a number from 1 to 18'),
        ({"my_buildings": True}, '"my_buildings" is true; allowed: a list of buildings, or a number from 1 to 18'),
        ({"state": {}}, '"state" must be a list, not an object'),
        ({"state": [{"contradiction": True}]}, 'an object with "contradiction" is no fact'),
        ({"state": card(4)}, 'an object with "card" is no fact'),
    ],
)
def test_a_given_that_makes_no_sense_gets_its_line(change: Json, problem: str) -> None:
    proof = one_step(["Hotel"], card(4), about("in_town", "Saloon"))
    proof["given"] |= change
    (found,) = problems(proof)
    assert found.startswith(f"None: {problem}")


def test_a_card_that_is_not_in_the_puzzle_is_refused() -> None:
    proof = one_step(["Hotel"], card(4), about("in_town", "Saloon"))
    proof["given"] |= {"cards": [5]} | {"for": {}}
    assert problems(proof) == ["1: cites card 4, which is not given"]


def test_another_number_of_my_buildings_is_refused() -> None:
    proof = one_step(3, [count(2), *about("mine", "Bank", "Doc")], about("not_mine", "Hotel"))
    assert problems(proof) == ["1: cites that the number of my-buildings is 2, which is not given"]


def test_a_proof_that_is_too_long_is_not_read() -> None:
    proof = one_step(["Hotel"], card(4), about("in_town", "Saloon"))
    assert problems(proof | {"steps": proof["steps"] * 5001}) == ['None: "steps" has 5,001 entries; allowed: 5,000']
    assert len(problems(proof | {"steps": [DEEP] * 5000})) == checker.MOST_FINDINGS


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(BUILDINGS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["at", "rule"]), inner),
    max_leaves=5,
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object or list in the proof with each of its keys."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


@given(st.data())
@settings(max_examples=150)
def test_no_damage_ends_in_a_traceback(data: st.DataObject) -> None:
    proof = data.draw(st.sampled_from([whole_proof(), no_town()]) | st.fixed_dictionaries({"steps": JSON}))
    for _ in range(data.draw(st.integers(1, 3))):
        spots = list(places(proof))
        holder, key = spots[data.draw(st.integers(0, len(spots) - 1))]
        holder[key] = data.draw(JSON)
    before = copy.deepcopy(proof)
    assert_readable(check_proof(proof, SMALL.game, strict=True))
    assert str(proof) == str(before)


@given(JSON)
def test_any_json_is_read(value: Any) -> None:
    assert check_proof(value, SMALL.game)
    with pytest.raises(OldTownError):
        follows(SMALL.game, value, [], at("Bank", 1))


def test_too_much_work_is_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, premises, conclusions = EXAMPLES["what if"]
    proof = one_step(mine, premises, conclusions)
    monkeypatch.setattr(checker, "WORK_PER_CONCLUSION", 20)
    too_much = 'could not be checked: whether "Casino not 11" follows takes too much work'
    assert problems(proof) == [f"1: {too_much}"]
    assert follows(OLD_TOWN, proof["given"], premises, conclusions[0]) is None
    monkeypatch.undo()
    assert problems(proof) == []
    monkeypatch.setattr(checker, "WORK_PER_PROOF", 500)
    again = proof["steps"][0]
    proof["steps"] = [again | {"n": n} for n in range(1, 101)]
    found = problems(proof)
    assert found == [f"{n}: {too_much}" for n in range(101 - len(found), 101)]
    assert 80 < len(found) < 100


def test_counting_is_work_too() -> None:
    wishes = [0b0011, 0b0110, 0b1100]
    assert can_serve_all(wishes, 2, Work(10))
    assert not can_serve_all(wishes, 1, Work(10))
    with pytest.raises(GaveUpError):
        can_serve_all(wishes, 2, Work(2))


def test_it_knows_nothing_of_the_solvers() -> None:
    for name in ("checker.py", "checker_search.py"):
        tree = ast.parse(Path(checker.__file__).with_name(name).read_text(encoding="utf-8"))
        imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
        assert imports <= {
            *("__future__", "collections.abc", "dataclasses", "functools", "itertools", "typing"),
            *("errors", "town.buildings", "town.clues", "town.game", "checker_search"),
        }


# --------------------------------------------------------------------------------- agreement with a SAT solver


class Reference:
    """The premises as clauses for a SAT solver, straight from the little maps on the cards."""

    def __init__(self, game: Game, given: Json) -> None:
        self.game, self.given = game, given
        self.plots = sorted(game.plan.all_plots)
        self.unknown = isinstance(given["my_buildings"], int)
        everywhere = [(b, p) for b in game.buildings for p in self.plots]
        names = [("at", *place) for place in everywhere] + [("mine", b) for b in game.buildings]
        names += [("both", *place) for place in everywhere]
        self.number: dict[tuple[Any, ...], int] = {name: n for n, name in enumerate(names, start=1)}
        self.solver = Solver(name="cadical195")
        for building, plot in everywhere:
            for half in (self.at(building, plot), self.number["mine", building]):
                self.solver.add_clause([-self.number["both", building, plot], half])

    def switch(self, premise: Json) -> int:
        """A number that is true only if the premise is."""
        name = ("switch", str(premise))
        if name not in self.number:
            self.number[name] = len(self.number) + 1
            for clause in self.clauses(premise):
                self.solver.add_clause([-self.number[name], *clause])
        return self.number[name]

    def follows(self, premises: Iterable[Json], conclusion: Json) -> bool:
        said = [*premises, *({OPPOSITES[kind]: what} for kind, what in conclusion.items() if kind in OPPOSITES)]
        return not self.solver.solve(assumptions=[self.switch(premise) for premise in said])

    def at(self, building: str, plot: int) -> int:
        return self.number["at", building, plot]

    def premises(self) -> list[Json]:
        rules = one_building(*self.plots) + filled(*self.plots) + one_plot(*self.game.buildings)
        return card(*self.given["cards"]) + rules + ([count(self.given["my_buildings"])] if self.unknown else [])

    def facts(self) -> list[Json]:
        alone = [fact for kind in ("in_town", "left_out") for fact in about(kind, *self.game.buildings)]
        if self.unknown:
            alone += about("mine", *self.game.buildings) + about("not_mine", *self.game.buildings)
        return alone + [{kind: [b, p]} for kind in ("at", "not") for b in self.game.buildings for p in self.plots]

    def clauses(self, premise: Json) -> list[list[int]]:
        buildings, plots = self.game.buildings, self.plots
        clauses: list[list[int]]
        match premise:
            case {"card": number}:
                clauses = self._card(self.game.deck.cards[number])
            case {"rule": "one-building-per-plot", "plot": plot}:
                clauses = [[-self.at(x, plot), -self.at(y, plot)] for x, y in combinations(buildings, 2)]
            case {"rule": "one-plot-per-building", "building": building}:
                clauses = [[-self.at(building, x), -self.at(building, y)] for x, y in combinations(plots, 2)]
            case {"rule": "plot-filled", "plot": plot}:
                clauses = [[self.at(building, plot) for building in buildings]]
            case {"rule": "my-buildings", "count": number}:
                mine = [self.number["mine", building] for building in buildings]
                clauses = [[-x for x in some] for some in combinations(mine, number + 1)]
                clauses += [list(some) for some in combinations(mine, len(mine) - number + 1)]
            case {"at": [building, plot]}:
                clauses = [[self.at(building, plot)]]
            case {"in_town": building}:
                clauses = [[self.at(building, plot) for plot in plots]]
            case {"mine": building}:
                clauses = [[self.number["mine", building]]]
            case _:
                ((kind, what),) = premise.items()
                clauses = [[-x] for clause in self.clauses({OPPOSITES[kind]: what}) for x in clause]
        return clauses

    def _card(self, card: Card) -> list[list[int]]:
        def mine(*plots: int, but: str | None = None) -> list[int]:
            names = self.game.buildings if self.unknown else self.given["my_buildings"]
            return [self.number["both" if self.unknown else "at", x, p] for x in names if x != but for p in plots]

        if card.kind == "C":
            named = sorted({plot for plot, _ in card.pairs})
            right = {plot: mine(*(q for p, q in card.pairs if p == plot), but=card.building) for plot in named}
            stands = {plot: self.at(str(card.building), plot) for plot in named}
            return [list(stands.values()), *([-stands[plot], *right[plot]] for plot in named)]
        building = card.building or self.given["for"].get(str(card.number))
        return [[self.at(building, plot) for plot in card.plots] if building else mine(*card.plots)]


def given_of(puzzle: SmallPuzzle) -> Json:
    return {
        "game": "small",
        "cards": [card.number for card in puzzle.cards],
        "for": {str(number): building for number, building in puzzle.for_building.items()},
        "my_buildings": puzzle.mine.unknown or list(puzzle.mine.known),
    }


@given(small_puzzles(), st.randoms(use_true_random=False), st.sampled_from([0.3, 0.7, 0.9, 1]), st.integers(0, 12))
@settings(max_examples=200)
def test_small_games_agree_with_a_sat_solver(puzzle: SmallPuzzle, rng: random.Random, share: float, facts: int) -> None:
    reference = Reference(puzzle.game, given_of(puzzle))
    premises = [premise for premise in reference.premises() if rng.random() < share]
    possible: list[Json] = []
    for fact in rng.sample(reference.facts(), facts):
        if not reference.follows([*premises, *possible, fact], {"contradiction": True}):
            possible.append(fact)
    for conclusion in [*rng.sample(reference.facts(), 10), {"contradiction": True}]:
        expected = reference.follows(premises + possible, conclusion)
        assert follows(puzzle.game, reference.given, premises + possible, conclusion) is expected


@pytest.mark.parametrize("number", range(1, 9))
def test_steps_of_the_solo_games_agree_with_a_sat_solver(number: int) -> None:
    """Random facts of the town with premises that prove them, none too many; and with one of these left out."""
    puzzle = json.loads((PUZZLES / f"solo-{number}.json").read_text(encoding="utf-8"))
    reference = Reference(OLD_TOWN, {key: puzzle.get(key, {}) for key in ("game", "cards", "for", "my_buildings")})
    rng = random.Random(number)
    premises, given = reference.premises(), reference.given
    true = [fact for fact in reference.facts() if "mine" not in str(fact) and reference.follows(premises, fact)]
    for conclusion in rng.sample(true, 4):
        needed = premises + rng.sample([fact for fact in true if fact != conclusion], rng.choice((20, 60, 150)))
        rng.shuffle(needed)
        for premise in tuple(needed):
            fewer = [other for other in needed if other != premise]
            needed = fewer if reference.follows(fewer, conclusion) else needed
        assert follows(OLD_TOWN, given, needed, conclusion) is True
        for premise in needed:
            assert follows(OLD_TOWN, given, [other for other in needed if other != premise], conclusion) is False


def test_a_relation_card_without_a_partner_is_false() -> None:
    alone = SmallPuzzle(1, 2, ("Bank", "Doc", "Hotel"), (c(1, "Doc", (1, 2)),))
    given = given_of(alone) | {"my_buildings": ["Doc"]}
    assert follows(alone.game, given, card(1), {"contradiction": True}) is True
    assert follows(alone.game, given, [], {"contradiction": True}) is False
