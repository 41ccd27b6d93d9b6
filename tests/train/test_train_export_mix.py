"""Abilities, quotas, order."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.read.taxonomy import LEAVES
from graphicacy.train.mix import ABILITIES, BadMix, arrange, leaves_of, parse_mix, quotas

CODES = {leaf.code: leaf.name for leaf in LEAVES.values()}


def test_the_weight_of_a_capability_is_shared_by_its_leaves():
    mix = parse_mix(["structural=0.6,C1=2"])
    assert mix == pytest.approx({CODES["S1"]: 0.2, CODES["S2"]: 0.2, CODES["S3"]: 0.2, CODES["C1"]: 2.0})


def test_nothing_named_is_all_leaves_alike():
    assert parse_mix() == dict.fromkeys(LEAVES, 1.0) == parse_mix([" , "])


def test_what_is_named_twice_has_the_sum():
    assert parse_mix(["S1=1", "s1, graph-parsing=3"]) == {CODES["S1"]: 5.0}


def test_semantic_and_comprehensive_are_capabilities_and_their_codes_leaves():
    assert leaves_of("semantic") == leaves_of("M") == (CODES["M1"], CODES["M2"])
    assert leaves_of("M1") == ("semantic",)
    assert leaves_of("Comprehensive") == (CODES["C1"], CODES["C2"], CODES["C3"])


def test_a_weight_of_zero_takes_a_leaf_out():
    assert CODES["S1"] not in parse_mix(["S1=0,S2"])


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["poetry"], "'poetry' is none of structural, visual"),
        (["S1=0"], "every weight is 0"),
        (["S1=nan"], "a weight is a number from 0"),
        (["S1=-1"], "a weight is a number from 0"),
        (["S1=1e300"], "a weight is a number from 0"),
        (["S1="], "a weight is a number from 0"),
        (["=1"], "'' is none of"),
    ],
)
def test_what_is_no_mix_is_told_in_one_line(texts, told):
    with pytest.raises(BadMix) as caught:
        parse_mix(texts)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.dictionaries(st.sampled_from(sorted(LEAVES)), st.floats(1e-3, 1e3), min_size=1), st.integers(1, 10_000))
def test_quotas_make_up_the_count_and_miss_no_share_by_one(weights, count):
    found = quotas(weights, count)
    total = sum(weights.values())
    assert sum(found.values()) == count
    assert all(abs(found.get(leaf, 0) - count * weight / total) < 1 + 1e-6 for leaf, weight in weights.items())


def test_remainders_go_to_the_largest_and_ties_to_the_first():
    assert quotas({"graph-parsing": 1, "semantic": 1, "comprehensive": 1}, 4) == {
        "graph-parsing": 2,
        "semantic": 1,
        "comprehensive": 1,
    }
    assert quotas({"graph-parsing": 1, "semantic": 5}, 2) == {"semantic": 2}
    with pytest.raises(BadMix, match="--count 0"):
        quotas({"graph-parsing": 1}, 0)


def _leaves(count: int) -> list[str]:
    return [list(LEAVES)[k % len(LEAVES)] for k in range(count)]


def test_a_shuffle_has_every_example_once_and_its_seed_decides():
    leaves = _leaves(40)
    (one,), (same,), (other,) = (arrange(leaves, "shuffled", seed) for seed in (1, 1, 2))
    assert sorted(one.order) == list(range(40))
    assert one == same != other
    assert one.order != tuple(range(40))


def test_a_curriculum_has_the_published_order_and_replays_only_what_was_before():
    leaves = _leaves(260)
    parts = arrange(leaves, "curriculum", 3, 0.2)
    assert tuple(part.name for part in parts) == ABILITIES
    before: set[int] = set()
    for part in parts:
        capability = {k: LEAVES[leaves[k]].capability for k in part.order}
        again = [k for k in part.order if capability[k] != part.name]
        assert len(again) == part.replayed == len(set(again))
        assert set(again) <= before
        assert part.replayed == (0 if part.name == "structural" else round(0.25 * (len(part.order) - len(again))))
        before |= set(part.order)
    assert Counter(k for part in parts for k in part.order).keys() == set(range(260))


def test_a_curriculum_without_replay_has_every_example_once():
    parts = arrange(_leaves(50), "curriculum", 0)
    assert sorted(k for part in parts for k in part.order) == list(range(50))


@pytest.mark.parametrize("replay", [-0.1, 1.0, float("nan"), float("inf")])
def test_a_replay_is_a_share(replay):
    with pytest.raises(BadMix, match="from 0 to below 1"):
        arrange(_leaves(20), "curriculum", 0, replay)


def test_a_replay_that_wants_more_than_there_was_is_told_with_counts():
    leaves = [CODES["S1"], *[CODES["V1"]] * 9]
    with pytest.raises(BadMix, match="visual wants 9 examples of earlier abilities; there are 1"):
        arrange(leaves, "curriculum", 0, 0.5)
    with pytest.raises(BadMix, match="needs --order curriculum"):
        arrange(leaves, "shuffled", 0, 0.5)
