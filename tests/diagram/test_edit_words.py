"""Wrong words: near misses of the right kind, made of the label they replace."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.edit.words import gibberish, misspell, plausible, siblings
from graphicacy.draw.scoring.gibberish import is_gibberish

SEEDS = st.integers(0, 1000)


@given(st.text(min_size=1, max_size=12), SEEDS)
def test_misspelt_is_never_the_same(label: str, seed: int) -> None:
    wrong = misspell(label, np.random.default_rng(seed))
    assert wrong.casefold() != label.casefold()
    assert abs(len(wrong) - len(label)) <= 1
    assert wrong == misspell(label, np.random.default_rng(seed))


@given(st.text("abcdefghijklmnopqrstuvwxyzABCXYZ 0123456789", min_size=1), SEEDS)
def test_a_typo_is_one_letter_in_the_same_case_and_spares_digits(label: str, seed: int) -> None:
    wrong = misspell(label, np.random.default_rng(seed))
    changed = [(a, b) for a, b in zip(label, wrong, strict=False) if a != b]
    if any(c.isalpha() for c in label):
        ((before, after),) = changed
        assert before.isalpha()
        assert (before.islower(), before.isupper()) == (after.islower(), after.isupper())
    elif label.strip():
        assert len(changed) == 1


@pytest.mark.parametrize(("before", "looks"), [("n", "m"), ("v", "w"), ("k", "x"), ("i", "t"), ("W", "M")])
def test_a_typo_is_no_look_alike(before: str, looks: str) -> None:
    assert looks not in {misspell(before, np.random.default_rng(seed)) for seed in range(60)}


@pytest.mark.parametrize(
    ("label", "other"),
    [
        ("HER2", "HER3"), ("AKT1", "AKT2"), ("NADH", "NADPH"), ("Afferent neuron", "Efferent neuron"),
        ("mTORC1", "mTORC2"), ("scale up", "scale down"), ("INCREASE", "DECREASE"), ("3 days", "4 days"), ("z", "y"),
        ("TGF-β1", "TGF-α1"), ("Photosystem II", "Photosystem III"), ("HIF-1alpha", "HIF-1beta"), ("CO2", "CO"),
        ("Module A", "Module B"), ("C", "D"), ("B Cells", "T Cells"), ("step 09", "step 10"), ("Yes", "No"),
        ("Is input valid?", "Is output valid?"), ("Ca2+", "Na+"), ("Glucose-6-phosphate", "Fructose-6-phosphate"),
    ],
)  # fmt: skip
def test_siblings(label: str, other: str) -> None:
    assert siblings(label)[0] == other


@pytest.mark.parametrize("label", ["", "Kidney", "1.5 mM", "細胞", "p.Glu", "upstairs", "know", "AZ", "Q-AB"])
def test_no_sibling_where_no_rule_fits(label: str) -> None:
    assert siblings(label) == ()


def test_a_sibling_is_not_already_in_the_label() -> None:
    assert not any("sodium-sodium" in other.casefold() for other in siblings("Sodium-Potassium pump"))


@given(st.text(max_size=30))
def test_a_sibling_is_another_label(label: str) -> None:
    assert label not in siblings(label)


@given(st.text("abcdefXYZ 012-", max_size=30), SEEDS)
def test_gibberish_looks_like_it(label: str, seed: int) -> None:
    made = gibberish(label, np.random.default_rng(seed))
    assert any(is_gibberish(word) for word in made.split())
    assert len(made) <= max(len(label), 5)


def test_a_plausible_label_is_new_and_of_the_kind() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        assert plausible(["AKT1", "MEK1", "Fos"], rng) in {"AKT2", "MEK2"}
        assert plausible(["EGF-L", "TP-X", "FOO"], rng).isupper()
        assert plausible(["Kidney", "Order goods"], rng) not in {"Kidney", "Order goods"}
    everything = [plausible(["Kidney"], np.random.default_rng(seed)) for seed in range(200)]
    assert plausible(["Kidney", *everything], np.random.default_rng(0)) not in everything
