"""Places and relations: computed from the map, each with an id, parameters and a sentence."""

import pytest

from oldtown_lab.town.places import Place, combined_places, places_of_size, simple_places
from oldtown_lab.town.plan import TownPlan
from oldtown_lab.town.relations import Pair, Relation, plain_relations, relations_of_size


@pytest.fixture(scope="module")
def places(plan: TownPlan) -> dict[str, Place]:
    return {place.id: place for place in simple_places(plan)}


@pytest.fixture(scope="module")
def relations(plan: TownPlan) -> dict[str, Relation]:
    return {relation.id: relation for relation in plain_relations(plan)}


def both_ways(*pairs: Pair) -> set[Pair]:
    return {pair for a, b in pairs for pair in ((a, b), (b, a))}


@pytest.mark.parametrize(
    ("place", "plots"),
    [
        ("along:main", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("along:dalton", {1, 2, 5, 6, 9, 10, 13, 14}),
        ("between:main,cemetery-rd", {5, 6, 7, 8, 9, 10, 11, 12}),
        ("between:railway,cemetery-rd", {9, 10, 11, 12}),
        ("between:dalton,cavendish", {2, 3, 6, 7, 10, 11, 14, 15}),
        ("east-of:cavendish", {4, 8, 12, 16}),
        ("corner", {1, 4, 13, 16}),
        ("centre", {6, 7, 10, 11}),
        ("edge:north,south", {1, 2, 3, 4, 13, 14, 15, 16}),
        ("edge-no-corner", {2, 3, 5, 8, 9, 12, 14, 15}),
        ("sight:cemetery", {9, 10, 13, 14}),
        ("quarter:south-east", {11, 12, 15, 16}),
        ("crossing:railway,dalton", {5, 6, 9, 10}),
        ("column:2", {2, 6, 10, 14}),
        ("entrance:railway", {5, 6, 8, 11}),
        ("faces:east", {3, 9, 13, 15}),
        ("diagonal:falling", {1, 6, 11, 16}),
    ],
)
def test_a_simple_place_has_exactly_these_plots(places: dict[str, Place], place: str, plots: set[int]) -> None:
    assert places[place].plots == plots


def test_no_set_of_plots_has_two_names(plan: TownPlan) -> None:
    for size in (4, 7, 8):
        found = places_of_size(plan, size)
        assert len({place.plots for place in found}) == len(found)
        assert len({place.id for place in found}) == len(found)
        assert {len(place.plots) for place in found} == {size}


def test_a_combined_place_is_what_its_connective_says(plan: TownPlan, places: dict[str, Place]) -> None:
    meant = {"&": frozenset.intersection, "|": frozenset.union, "-": frozenset.difference}
    combined = combined_places(plan, frozenset({4, 7, 8}))
    assert {place.family for place in combined} == set(meant)
    for place in combined:
        one, other = (places[id].plots for id in place.parameters)
        assert place.plots == meant[place.family](one, other), place
        assert place.weight > 0


def test_the_known_card_with_seven_plots_is_in_the_vocabulary(plan: TownPlan) -> None:
    (place,) = [p for p in places_of_size(plan, 7) if p.plots == {4, 8, 12, 13, 14, 15, 16}]
    assert place.sentence("My building") == "My building stood south of Cemetery Rd. or east of Cavendish St."


@pytest.mark.parametrize(
    ("relation", "pairs"),
    [
        ("next-to", both_ways((2, 3), (6, 7), (10, 11), (14, 15))),
        ("opposite:railway", both_ways((5, 9), (6, 10), (7, 11), (8, 12))),
        ("opposite:dalton", both_ways((1, 2), (5, 6), (9, 10), (13, 14))),
        (
            "opposite",
            both_ways(*[(a, a + 4) for a in (1, 2, 3, 4, 9, 10, 11, 12)])
            | both_ways(*[(a, a + 1) for a in (1, 5, 9, 13, 3, 7, 11, 15)]),
        ),
        ("diagonal-across:main", both_ways((1, 6), (2, 5), (2, 7), (3, 6), (3, 8), (4, 7))),
        ("one-between-on:main", both_ways((1, 3), (2, 4), (5, 7), (6, 8))),
        ("beside-on:cavendish", both_ways((3, 7), (7, 11), (11, 15), (4, 8), (8, 12), (12, 16))),
        ("one-between:row", both_ways(*[(r + c, r + c + 2) for r in (1, 5, 9, 13) for c in (0, 1)])),
        ("next:north", {(plot, plot + 4) for plot in range(1, 13)}),
        ("face-to-face", both_ways((3, 4), (9, 10))),
    ],
)
def test_a_relation_has_exactly_these_pairs(relations: dict[str, Relation], relation: str, pairs: set[Pair]) -> None:
    assert relations[relation].pairs == pairs


def test_no_relation_pairs_a_plot_with_itself(relations: dict[str, Relation]) -> None:
    assert all(one != other for relation in relations.values() for one, other in relation.pairs)


def test_a_bound_relation_keeps_what_its_place_allows(
    plan: TownPlan, places: dict[str, Place], relations: dict[str, Relation]
) -> None:
    bound = [r for r in relations_of_size(plan, 8) if "@" in r.family]
    assert {r.family for r in bound} == {"@", "@my", "@both"}
    for relation in bound:
        base, place = relations[relation.parameters[0]], places[relation.parameters[1]].plots
        kept = {
            (named, mine)
            for named, mine in base.pairs
            if (relation.family == "@my" or named in place) and (relation.family == "@" or mine in place)
        }
        assert relation.pairs == kept, relation.id


def test_condition_cards_leave_eight_plots_for_each_side(plan: TownPlan) -> None:
    found = relations_of_size(plan, 8)
    assert len({relation.pairs for relation in found}) == len(found) > 100
    assert all(len(r.named_plots) == len(r.my_plots) == 8 for r in found)


def test_ids_come_apart_into_family_and_parameters(places: dict[str, Place], plan: TownPlan) -> None:
    assert places["between:main,cemetery-rd"].family == "between"
    assert places["between:main,cemetery-rd"].parameters == ("main", "cemetery-rd")
    assert places["corner"].parameters == ()


def test_every_meaning_makes_one_whole_sentence(plan: TownPlan) -> None:
    meanings = [*simple_places(plan), *places_of_size(plan, 8), *relations_of_size(plan, 8)]
    for meaning in meanings:
        sentence = meaning.sentence("The Bank")
        assert sentence.startswith("The Bank stood ")
        assert sentence.endswith(".")
        assert not any(flaw in sentence for flaw in ("..", "  ", "{", "None", "\n", " ,", "of of"))
    assert all("mine" in r.phrase or "my building" in r.phrase for r in relations_of_size(plan, 8))
