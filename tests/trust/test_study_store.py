"""The store of a rater study in SQLite: nothing acknowledged is lost, nothing overwritten, nothing hostile accepted."""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import store_contract as contract
from graphicacy.trust.study.engine import connect
from graphicacy.trust.study.record import MOST_TAGS, Answer, Study, Tag
from graphicacy.trust.study.scales import SCALES, scales_id
from graphicacy.trust.study.store import (
    BadAnswer,
    BadStore,
    Conflict,
    NothingToUndo,
    Store,
    Unavailable,
    new_token,
    open_store,
)
from small_study import RATINGS, small_study


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = contract.prepared(tmp_path / "study.db")
    yield made
    made.close()


def test_a_token_opens_its_own_queue_and_no_other(store: Store) -> None:
    rater = store.rater_of("token r2")
    assert rater is not None
    assert (rater.id, rater.name) == ("r2", "Rater 2")
    assert store.rater_of("token r4") is None
    assert store.rater_of("\ud800") is None
    assert [one.place for one in store.queue("r2")] == [1, 2, 3, 4, 5, 6]
    assert store.queue("r2")[0].item == small_study().items[0].id
    assert store.queue("r9") == ()


def test_tokens_are_not_in_the_database(tmp_path: Path, store: Store) -> None:
    cookie = store.start_session("r1")
    store.close()
    data = (tmp_path / "study.db").read_bytes()
    assert b"token r1" not in data
    assert cookie.encode() not in data
    assert len(new_token()) == 22
    assert new_token() != new_token()


def test_an_answer_comes_back_as_it_was_saved(store: Store, tmp_path: Path) -> None:
    tag = Tag(kind="gibberish", box=(1.5, 2, 30, 40), note="here — “so”")
    saved = store.save("r1", 1, RATINGS, "Très bien\n<b>", [tag], 12.5, based_on=0)
    assert saved.ratings == RATINGS
    assert (saved.revision, saved.tags, saved.seconds, saved.withdrawn) == (1, (tag,), 12.5, False)
    again = open_store(tmp_path / "study.db")
    assert again.answer("r1", 1) == saved
    assert again.answers() == again.answers("r1") == again.history() == (saved,)
    assert store.answer("r1", 10**30) is store.answer("r1", 2) is store.answer("r2", 1) is None
    assert datetime.fromisoformat(saved.submitted).tzinfo is not None


def test_each_save_is_a_new_revision_and_history_is_kept(store: Store) -> None:
    for n in range(3):
        store.save("r1", 1, {**RATINGS, "TF": n + 1}, based_on=n)
    assert [answer.ratings["TF"] for answer in store.history()] == [1, 2, 3]
    assert [answer.ratings["TF"] for answer in store.answers()] == [3]


def test_a_save_on_an_old_revision_is_a_conflict_that_says_what_counts(store: Store) -> None:
    first = store.save("r1", 1, RATINGS, "tab one", based_on=0)
    for stale in (0, 2):
        with pytest.raises(Conflict) as caught:
            store.save("r1", 1, RATINGS, "tab two", based_on=stale)
        assert caught.value.current == first
    with pytest.raises(Conflict) as caught:
        store.save("r1", 2, RATINGS, based_on=1)
    assert caught.value.current is None
    assert store.history() == (first,)


def test_the_same_submit_again_gives_the_same_answer(store: Store) -> None:
    first = store.save("r1", 1, RATINGS, "a", based_on=0, client="x")
    second = store.save("r1", 1, RATINGS, "b", based_on=1, client="y")
    assert store.save("r1", 1, RATINGS, "a", based_on=0, client="x") == first
    assert store.answer("r1", 1) == second
    with pytest.raises(BadAnswer, match="saved before, with another answer"):
        store.save("r1", 1, RATINGS, "c", based_on=2, client="x")
    assert store.save("r2", 1, RATINGS, based_on=0, client="x").revision == 1


def test_undo_goes_back_and_back_and_saving_goes_on(store: Store) -> None:
    with pytest.raises(NothingToUndo):
        store.undo("r1", 1, based_on=0)
    for n in range(3):
        store.save("r1", 1, RATINGS, f"answer {n}", based_on=n)
    back = store.undo("r1", 1, based_on=3)
    assert (back.note, back.revision) == ("answer 1", 4)
    store.save("r1", 1, RATINGS, "answer 3", based_on=4)
    notes = [store.undo("r1", 1, based_on=n).note for n in (5, 6, 7)]
    assert notes == ["answer 1", "answer 0", ""]
    none = store.answer("r1", 1)
    assert none is not None
    assert none.withdrawn
    assert none.revision == 8
    assert store.answers() == ()
    with pytest.raises(NothingToUndo):
        store.undo("r1", 1, based_on=8)
    with pytest.raises(Conflict):
        store.undo("r1", 1, based_on=7)
    assert store.save("r1", 1, RATINGS, "anew", based_on=8).revision == 9
    assert len(store.history()) == 9


def test_an_undo_sent_twice_goes_back_once(store: Store) -> None:
    for n in range(2):
        store.save("r1", 1, RATINGS, f"answer {n}", based_on=n)
    assert store.undo("r1", 1, based_on=2, client="u") == store.undo("r1", 1, based_on=2, client="u")
    assert len(store.history()) == 3


@given(st.lists(st.sampled_from(["save", "undo"]), max_size=14))
@settings(max_examples=25, deadline=None)
def test_undo_is_the_inverse_of_save(tmp_path_factory: pytest.TempPathFactory, steps: list[str]) -> None:
    store = contract.prepared(tmp_path_factory.mktemp("undo") / "study.db")
    stack: list[str] = []
    for n, step in enumerate(steps):
        revision = now.revision if (now := store.answer("r1", 1)) else 0
        if step == "save":
            stack.append(store.save("r1", 1, RATINGS, f"note {n}", based_on=revision).note)
        elif stack:
            stack.pop()
            store.undo("r1", 1, based_on=revision)
    assert [answer.note for answer in store.answers()] == stack[-1:]
    store.close()


def test_progress_counts_answers_that_count(store: Store) -> None:
    for place in (1, 2, 4):
        store.save("r1", place, RATINGS, based_on=0)
    store.undo("r1", 2, based_on=1)
    found = store.progress("r1")
    assert (found.done, found.total, found.next) == (2, 6, 2)
    for place, based_on in ((2, 2), (3, 0), (5, 0), (6, 0)):
        store.save("r1", place, RATINGS, based_on=based_on)
    assert store.progress("r1").next is None
    assert store.progress("r2").done == 0


def test_answers_are_in_the_order_of_raters_by_number(tmp_path: Path) -> None:
    store = contract.prepared(tmp_path / "study.db", raters=11)
    for rater in ("r10", "r2", "r11"):
        store.save(rater, 1, RATINGS, based_on=0)
    assert [answer.rater for answer in store.answers()] == ["r2", "r10", "r11"]


@pytest.mark.parametrize(
    "change",
    [
        {"ratings": {}},
        {"ratings": {"TF": 1}},
        {"ratings": {**RATINGS, "XX": 1}},
        {"ratings": {**RATINGS, "TF": 0}},
        {"ratings": {**RATINGS, "TF": 6}},
        {"ratings": {**RATINGS, "TF": 1.5}},
        {"ratings": {**RATINGS, "TF": True}},
        {"ratings": {**RATINGS, "TF": "3"}},
        {"ratings": {**RATINGS, "TF": float("nan")}},
        {"note": "x" * 4001},
        {"note": "\ud800"},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": -1.0},
        {"tags": (Tag(kind="other", box=(0, 0, 1, 1)),) * (MOST_TAGS + 1)},
        {"place": 7},
        {"place": 0},
        {"place": 10**30},
        {"rater": "r4"},
        {"rater": "r1' or 1=1"},
        {"based_on": -1},
        {"based_on": 10**30},
        {"client": "x" * 65},
    ],
)
def test_hostile_answers_are_refused_in_one_line(store: Store, change: dict[str, object]) -> None:
    given = {"rater": "r1", "place": 1, "ratings": RATINGS, "based_on": 0, **change}
    with pytest.raises(BadAnswer) as caught:
        store.save(**given)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    assert store.history() == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "nonsense"},
        {"kind": "nothing-drawn"},
        {"box": (5, 0, 1, 1)},
        {"box": (0, 1, 1, 1)},
        {"box": (-1, 0, 1, 1)},
        {"box": (0, 0, 1, 1e9)},
        {"box": (0, 0, float("nan"), 1)},
        {"box": (0, 0, 1)},
        {"note": "x" * 501},
    ],
)
def test_hostile_tags_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Tag.model_validate({"kind": "other", "box": (0, 0, 1, 1), **fields})


def test_control_characters_are_dropped_from_notes(store: Store) -> None:
    saved = store.save("r1", 1, RATINGS, "a\x00b\r\nc\x1b[31m\td", based_on=0)
    assert saved.note == "ab\nc[31m\td"
    assert store.answer("r1", 1) == saved


def test_sessions_end_by_logout_and_by_time(tmp_path: Path) -> None:
    contract.prepared(tmp_path / "study.db").close()
    clock = [datetime(2026, 12, 1, tzinfo=UTC)]
    store = Store(connect(tmp_path / "study.db"), now=lambda: clock[0])
    one, two = store.start_session("r1"), store.start_session("r2", days=2)
    assert [rater.id for cookie in (one, two) if (rater := store.session_rater(cookie))] == ["r1", "r2"]
    store.end_session(one)
    assert store.session_rater(one) is None
    assert store.session_rater("token r1") is None
    clock[0] += timedelta(days=2)
    assert store.session_rater(two) is None
    store.start_session("r1")
    with sqlite3.connect(tmp_path / "study.db") as database:
        assert database.execute("select count(*) from sessions").fetchone() == (1,)


def test_a_database_holds_one_study(store: Store, tmp_path: Path) -> None:
    assert store.study_id() == small_study().id
    assert set(store.token_hashes()) == {"r1", "r2", "r3"}
    store.prepare(small_study(), {})
    with pytest.raises(BadStore, match="another study"):
        store.prepare(small_study().model_copy(update={"id": "f" * 16}), {})
    assert open_store(tmp_path / "new.db").study_id() is None


def test_sqlite_is_set_to_lose_nothing(store: Store, tmp_path: Path) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys")
    for engine in connect(tmp_path / "study.db"):
        with engine.connect() as connection:
            found = [connection.exec_driver_sql(f"pragma {name}").scalar() for name in names]
        assert found == ["wal", 2, 1]  # 2 is FULL
    assert stat.S_IMODE((tmp_path / "study.db").stat().st_mode) == 0o600


def test_a_locked_database_says_that_nothing_was_saved(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphicacy.trust.study.engine._SQLITE", ("PRAGMA busy_timeout=50",))
    other = open_store(tmp_path / "study.db")
    lock = sqlite3.connect(tmp_path / "study.db", isolation_level=None)
    lock.execute("begin immediate")
    with pytest.raises(Unavailable, match="took nothing: database is locked"):
        other.save("r1", 1, RATINGS, based_on=0, client="x")
    assert other.answer("r1", 1) is None  # readers go on
    lock.execute("rollback")
    lock.close()
    assert other.save("r1", 1, RATINGS, based_on=0, client="x").revision == 1


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda folder: folder, "Is a directory"),
        (lambda folder: folder / "no" / "study.db", "No such file"),
        (lambda folder: folder / "text.db", "not a database"),
        (lambda folder: "mysql://u:secret@h/x", "SQLite file, or postgresql://"),
        (lambda folder: "postgresql://u:secret@127.0.0.1:1/x", "refused"),
        (lambda folder: "://", "not the URL of a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_named(tmp_path: Path, make: Callable[[Path], str | Path], says: str) -> None:
    (tmp_path / "text.db").write_text("This is a text, and has been for a long time. " * 30)
    with pytest.raises(BadStore, match=says) as caught:
        open_store(make(tmp_path))
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_of_many_tabs_wins(store: Store) -> None:
    contract.one_of_many_tabs_wins(store)


def test_a_submit_sent_many_times_is_saved_once(store: Store) -> None:
    contract.a_submit_sent_many_times_is_saved_once(store)


def test_nothing_is_lost_among_processes(store: Store, tmp_path: Path) -> None:
    contract.nothing_is_lost_among_processes(tmp_path / "study.db", store)


def test_a_killed_writer_loses_nothing(store: Store, tmp_path: Path) -> None:
    contract.a_killed_writer_loses_nothing(tmp_path / "study.db", store)
    with sqlite3.connect(tmp_path / "study.db") as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)


def test_a_study_whose_parts_do_not_fit_is_refused() -> None:
    record = json.loads(small_study().model_dump_json())
    assert Study.model_validate(record) == small_study()
    for damage in (
        {"assignments": record["assignments"] * 2},
        {"items": record["items"][1:]},
        {"raters": record["raters"][1:]},
        {"tasks": {}},
        {"items": record["items"] * 2},
        {"id": "x"},
    ):
        with pytest.raises(ValidationError):
            Study.model_validate({**record, **damage})


def test_every_level_of_every_scale_has_words_of_its_own() -> None:
    anchors = [anchor for scale in SCALES for anchor in scale.anchors]
    assert len(set(anchors)) == 20
    assert all(20 < len(anchor) < 160 for anchor in anchors)
    assert scales_id().startswith("scales-v1:")


def test_an_answer_has_every_dimension_in_their_order() -> None:
    shuffled = dict(reversed(RATINGS.items()))
    answer = Answer(rater="r1", place=1, ratings=shuffled, revision=1, submitted="now")
    assert list(answer.ratings) == ["TF", "SC", "SQ", "CA"]
