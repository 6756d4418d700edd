"""Formulas as students write them: read back as they were meant, or refused at the right character."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oldtown_lab import load_game
from oldtown_lab.errors import FormulaError
from oldtown_lab.logic.propositions import And, Formula, Implies, Letter, Not, Or
from oldtown_lab.logic.statements import At, InTown, Mine
from oldtown_lab.proof.formula_text import is_cnf, is_dnf, parse_formula

GAME = load_game("old-town")
BUILDINGS = st.sampled_from(GAME.buildings)
LETTERS = st.one_of(
    st.builds(At, BUILDINGS, st.integers(1, 16)), st.builds(InTown, BUILDINGS), st.builds(Mine, BUILDINGS)
).map(Letter)
SEVERAL = 4


def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    parts = st.lists(inner, min_size=2, max_size=SEVERAL).map(tuple)
    return st.one_of(
        st.builds(Not, inner), st.builds(And, parts), st.builds(Or, parts), st.builds(Implies, inner, inner)
    )


FORMULAS = st.recursive(LETTERS, larger, max_leaves=12)

BANK4, BANK8, DOC3 = (Letter(At(b, p)) for b, p in (("Bank", 4), ("Bank", 8), ("Doc", 3)))


@given(FORMULAS)
def test_what_is_shown_can_be_read_again(formula: Formula) -> None:
    assert parse_formula(str(formula), GAME) == formula


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Bank@4", BANK4),
        ("bank AT 4", BANK4),
        ("stagecoachoffice@2", Letter(At("Stage Coach Office", 2))),
        ("the Bank@4", None),
        ("Stage Coach Office on 2", Letter(At("Stage Coach Office", 2))),
        ("printers@2", Letter(At("Printer's", 2))),
        ("Bank@4 or Bank@8", Or((BANK4, BANK8))),
        ("Bank@4|Bank@8 || Doc@3", Or((BANK4, BANK8, DOC3))),
        ("Bank@4 v Doc@3", Or((BANK4, DOC3))),
        ("Bank@4 or Bank@8 and Doc@3", Or((BANK4, And((BANK8, DOC3))))),
        ("(Bank@4 or Bank@8) and Doc@3", And((Or((BANK4, BANK8)), DOC3))),
        ("[Bank@4]", BANK4),
        ("if Bank@4 then not Doc@3", Implies(BANK4, Not(DOC3))),
        ("Bank@4 -> Bank@8 -> Doc@3", Implies(BANK4, Implies(BANK8, DOC3))),
        ("Bank@4 => ~Doc@3", Implies(BANK4, Not(DOC3))),
        ("not not Bank@4", Not(Not(BANK4))),
        ("¬Bank@4 ∧ -Doc@3", And((Not(BANK4), Not(DOC3)))),
        ("Bank@4 iff Doc@3", And((Implies(BANK4, DOC3), Implies(DOC3, BANK4)))),
        ("Bank in town & !Bank mine", And((Letter(InTown("Bank")), Not(Letter(Mine("Bank")))))),
        ("if not Bank@4, then not Doc@3", Implies(Not(BANK4), Not(DOC3))),
        ("Bank@4 or Bank@8.", Or((BANK4, BANK8))),
        ("Bank in town .", Letter(InTown("Bank"))),
        ("Bank in {4,8}", Or((BANK4, BANK8))),
        ("not Bank in { 4 , 8 } and Doc in {3}", And((Not(Or((BANK4, BANK8))), DOC3))),
        ("Printer@2", Letter(At("Printer's", 2))),
        ("not Drugst. mine", Not(Letter(Mine("Drugstore")))),
        ("Coach at 2 or Stage Coach Office@3", Or(tuple(Letter(At("Stage Coach Office", p)) for p in (2, 3)))),
    ],
)
def test_the_same_may_be_written_in_many_ways(text: str, meant: Formula | None) -> None:
    if meant is None:
        with pytest.raises(FormulaError):
            parse_formula(text, GAME)
    else:
        assert parse_formula(text, GAME) == meant


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", 1, "is empty"),
        ("Bank@4 or", 10, "the end is no letter"),
        ("Bank@17", 6, '"17" is no plot; allowed: 1 to 16'),
        ("Bank@0", 6, "is no plot"),
        ("Bank@", 6, "the end is no plot"),
        ("(Bank@1", 8, "a bracket should close"),
        ("Bank@1)", 7, "does not fit here"),
        ("Bnk@3", 1, '"Bnk" is no letter'),
        ("Bank 4", 6, "after Bank should follow"),
        ("if Bank@1 Doc@2", 11, 'allowed: "then"'),
        ("Bank@1 § Doc@2", 8, "does not fit here"),
        ("(" * 60 + "Bank@1", 51, "more than 50 parts inside each other"),
        ("~" * 51 + "Bank@1", 51, "more than 50 parts inside each other"),
        ("->".join(["Doc@1"] * 240), 351, "more than 50 parts inside each other"),
        ("if Doc@1 then " * 60 + "Doc@1", 701, "more than 50 parts inside each other"),
        (("~" * 36 + "(") * 40 + "Doc@1" + ")" * 40, 51, "more than 50 parts inside each other"),
        ("<->".join(["Doc@1"] * 8), 54, 'has more than 6 times "iff"'),
        ("(Doc@1 iff Doc@1) iff " * 4 + "Doc@1", 74, 'has more than 6 times "iff"'),
        ("Bank@4, or Doc@3", 7, '"," does not fit here'),
        ("if Bank@4, Doc@3", 10, '"," does not fit here; allowed: "then"'),
        ("Bank in {4,17}", 12, '"17" is no plot'),
        ("Bank in {}", 10, "is no plot"),
        ("Bank in {4 8}", 12, 'allowed: "," or "}"'),
        ("Bank in {4", 11, 'allowed: "," or "}"'),
        ("S@4", 1, '"S" is no letter'),
        ("Bank@1 " * 400, 1, "is longer than 2,000 characters"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, place: int, problem: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text, GAME)
    assert caught.value.place == place
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_may_be_inside_each_other_is_read_as_it_stands() -> None:
    """No negation is lost on the way, and each part of a deep formula is counted once it is over."""
    formula = parse_formula("~" * 49 + "Bank@4", GAME)
    for _ in range(49):
        assert isinstance(formula, Not)
        formula = formula.part
    assert formula == BANK4
    parse_formula(" and ".join(["not not (Bank@4 -> Doc@3)"] * 30), GAME)
    parse_formula("<->".join(["Doc@1"] * 7), GAME)


@given(st.text(max_size=60))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(FormulaError):
        parse_formula(text, GAME)


@pytest.mark.parametrize(
    ("text", "cnf", "dnf"),
    [
        ("Bank@4", True, True),
        ("not Bank@4", True, True),
        ("not not Bank@4", False, False),
        ("Bank@4 or not Doc@3", True, True),
        ("Bank@4 and not Doc@3", True, True),
        ("(Bank@4 or Bank@8) and Doc@3", True, False),
        ("(Bank@4 and Doc@3) or Bank@8", False, True),
        ("if Bank@4 then Doc@3", False, False),
        ("not (Bank@4 or Doc@3)", False, False),
    ],
)
def test_normal_forms_are_seen(text: str, cnf: bool, dnf: bool) -> None:
    formula = parse_formula(text, GAME)
    assert (is_cnf(formula), is_dnf(formula)) == (cnf, dnf)
