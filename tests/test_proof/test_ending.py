"""How proofs end in words, and on which earlier steps a step stands."""

import pytest

from oldtown_lab import explain
from oldtown_lab.proof.words.ending import ending


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("solo-1", "the town is complete, and there is no other."),
        ("solo-7", "no other. Mine: Drugstore and Hotel. Who else is mine the cards leave open."),
        ("solo-8", "no other. Mine: Drugstore, Laundry and Smith."),
    ],
)
def test_the_ending_says_what_has_been_reached(puzzle: str, said: str) -> None:
    assert ending(explain(puzzle)).endswith(said)


def test_the_sources_of_a_step_are_the_first_steps_that_say_what_it_uses() -> None:
    proof = explain("solo-4").pruned()
    for step in proof.steps:
        sources = proof.sources[step.n]
        assert all(n < step.n for n in sources)
        said = {fact for n in sources for fact in proof.steps[n - 1].conclusions}
        assert set(step.facts) <= said | set(proof.given)
        for n in sources:
            before = {fact for other in proof.steps[: n - 1] for fact in other.conclusions}
            assert set(step.facts) & set(proof.steps[n - 1].conclusions) - before
    assert any(len(sources) > 1 for sources in proof.sources.values())
