"""The store of a rater study in a real PostgreSQL, and a study that moves there from its own SQLite file."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

import store_contract as contract
from graphicacy.trust.study.export import ratings_csv
from graphicacy.trust.study.folder import BadStudy, open_study
from graphicacy.trust.study.package import new_study
from graphicacy.trust.study.record import Tag
from graphicacy.trust.study.store import BadStore, Store, Unavailable, open_store
from postgres import running_postgres
from report.synthetic_runs import SUITE
from small_study import RATINGS, SYSTEMS, drawn_run

_NUMBERS = count(1)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture
def database(server: str) -> str:
    """The URL of a new database."""
    from sqlalchemy import create_engine

    name = f"study{next(_NUMBERS)}"
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"create database {name}")
    engine.dispose()
    return server.rsplit("/", 1)[0] + f"/{name}"


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = contract.prepared(database)
    yield made
    made.close()


def test_an_answer_comes_back_as_it_was_saved(store: Store, database: str) -> None:
    tag = Tag(kind="gibberish", box=(1.5, 2, 30, 40), note="here")
    saved = store.save("r1", 1, RATINGS, "Très bien\x00\n<b>", [tag], 12.5, based_on=0)
    again = open_store(database)
    assert again.answer("r1", 1) == saved
    assert again.answers() == (saved,)
    assert store.undo("r1", 1, based_on=1).withdrawn
    assert [answer.revision for answer in again.history()] == [1, 2]
    again.close()


def test_tokens_and_sessions(store: Store) -> None:
    rater = store.rater_of("token r2")
    assert rater is not None
    cookie = store.start_session(rater.id)
    assert store.session_rater(cookie) == rater
    store.end_session(cookie)
    assert store.session_rater(cookie) is None
    assert store.progress("r2").total == 6
    assert store.answer("r1", 10**30) is None


def test_one_of_many_tabs_wins(store: Store) -> None:
    contract.one_of_many_tabs_wins(store)


def test_a_submit_sent_many_times_is_saved_once(store: Store) -> None:
    contract.a_submit_sent_many_times_is_saved_once(store)


def test_nothing_is_lost_among_processes(store: Store, database: str) -> None:
    contract.nothing_is_lost_among_processes(database, store)


def test_a_killed_writer_loses_nothing(store: Store, database: str) -> None:
    contract.a_killed_writer_loses_nothing(database, store)


def test_a_study_moves_to_postgresql_before_its_first_answer(tmp_path: Path, database: str) -> None:
    made = new_study([drawn_run(tmp_path / "run")], tmp_path / "study", SUITE, raters=["A", "B", "C"], items=12)
    token = made.links.read_text().splitlines()[1].rsplit("/", 1)[1]
    study, store = open_study(tmp_path / "study", database)
    rater = store.rater_of(token)
    assert rater is not None
    assert rater.name == "A"
    store.save("r1", 1, RATINGS, based_on=0)
    store.close()
    again = open_study(tmp_path / "study", database)[1]
    assert len(again.answers()) == 1
    assert ratings_csv(study, again.answers()).count("\n") == 5
    again.close()


def test_answers_are_never_left_behind_in_the_own_database(tmp_path: Path, database: str) -> None:
    new_study([drawn_run(tmp_path / "run")], tmp_path / "study", SUITE, raters=list(SYSTEMS), items=12)
    own = open_study(tmp_path / "study")[1]
    own.save("r1", 1, RATINGS, based_on=0)
    own.close()
    with pytest.raises(BadStudy, match="holds answers"):
        open_study(tmp_path / "study", database)


def test_another_study_has_its_own_database(tmp_path: Path, store: Store, database: str) -> None:
    assert store.study_id()
    new_study([drawn_run(tmp_path / "run")], tmp_path / "study", SUITE, raters=list(SYSTEMS), items=12)
    with pytest.raises(BadStore, match="another study"):
        open_study(tmp_path / "study", database)


def test_a_server_that_goes_away_saves_nothing_and_says_so() -> None:
    with running_postgres() as url:
        store = contract.prepared(url)
        store.save("r1", 1, RATINGS, based_on=0)
    for call in (lambda: store.save("r1", 2, RATINGS, based_on=0), lambda: store.answer("r1", 1)):
        with pytest.raises(Unavailable) as caught:
            call()
        assert "\n" not in str(caught.value)
    store.close()


def test_connections_that_the_server_drops_are_made_anew(store: Store, database: str) -> None:
    store.save("r1", 1, RATINGS, based_on=0)
    cut = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null"
    subprocess.run(["psql", "-q", "-d", database, "-c", cut], check=True, capture_output=True)
    assert store.save("r1", 1, RATINGS, based_on=1).revision == 2
