"""Builds that are killed, stopped, crowded out or put where they cannot be; the pool and Ray."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphicacy.diagram.engines import guard
from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.read.dataset import build as building
from graphicacy.read.dataset import engines
from graphicacy.read.dataset import plan as planning
from graphicacy.read.dataset.build import DiskFull, build
from graphicacy.read.dataset.parts import Parts
from graphicacy.read.dataset.plan import Plan

COMMAND = [sys.executable, "-m", "graphicacy", "read", "build", "--source", "generated", "--task", "S1", "--quiet"]


def plan(count=10):
    source = GeneratedSource(3, 4 * count, knobs=Knobs(nodes=6, form=Form.WORKFLOW))
    return Plan(3, count, count // 3, ("graph-parsing",), (source,))


def files(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def small_parts(monkeypatch):
    """Two diagrams to a part, so that a small build has many."""
    monkeypatch.setattr(planning, "PART", 2)
    monkeypatch.setattr(building, "PART", 2)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The files of ``plan()`` in small parts, made in this process."""
    out = tmp_path_factory.mktemp("here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "PART", 2)
        patch.setattr(building, "PART", 2)
        build(plan(), out, engine="here")
    return files(out)


# Processes


def below(root):
    """Ids of all processes that a process has started, and those that these have started."""
    shown = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in shown.splitlines()]
    found = [root]
    for pid in found:
        found += [child for child, parent in pairs if parent == pid]
    return found[1:]


def said(pid):
    shown = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return shown.stdout


def until(happens, seconds=120.0):
    end = time.monotonic() + seconds
    while not (found := happens()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)
    return found


def all_gone(pids):
    return lambda: not [pid for pid in pids if said(pid) and "defunct" not in said(pid)]


@contextmanager
def command(out, count=16):
    """A build that has made its first part; killed at the end, lest it stay."""
    process = subprocess.Popen(
        [*COMMAND, "--workers", "1", "--count", str(count), "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        until((out / ".build" / "000000").is_dir)
        yield process
    finally:
        process.kill()
        process.wait()


def again(out, count=16):
    done = subprocess.run([*COMMAND, "--workers", "9", "--count", str(count), "--out", str(out)], check=False)
    assert done.returncode == 0
    return files(out)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return again(tmp_path_factory.mktemp("whole") / "out")


@pytest.mark.slow
def test_a_killed_process_of_the_pool_is_told_in_one_line_and_the_next_run_goes_on(tmp_path, whole):
    with command(tmp_path) as process:
        started = below(process.pid)
        os.kill(next(pid for pid in started if "spawn_main" in said(pid)), signal.SIGKILL)
        error = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert error.count("\n") == 1
    assert "a process of the build was killed" in error
    until(all_gone(started))
    assert again(tmp_path) == whole


@pytest.mark.slow
def test_a_killed_build_leaves_no_process_and_no_lock_behind(tmp_path, whole):
    with command(tmp_path) as process:
        started = below(process.pid)
        assert any("spawn_main" in said(pid) for pid in started)
        process.kill()
    until(all_gone(started))
    assert again(tmp_path) == whole


@pytest.mark.slow
def test_ctrl_c_ends_a_build_without_a_word_and_at_once(tmp_path):
    with command(tmp_path, 400) as process:
        started = below(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=30)[1] == ""
    assert process.returncode == 130
    until(all_gone(started))


# Folders


def test_two_builds_in_one_folder_do_not_mix(tmp_path):
    with Parts(tmp_path).alone():
        before = files(tmp_path)
        with pytest.raises(FileExistsError, match="another build is at work here; wait for it, or stop it"):
            build(plan(), tmp_path, engine="here")
    assert files(tmp_path) == before


def test_a_build_that_was_killed_at_its_very_end_leaves_nothing_of_its_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(Parts, "close", lambda self: None)
    build(plan(2), tmp_path, engine="here")
    monkeypatch.undo()
    made = {name: digest for name, digest in files(tmp_path).items() if not name.startswith(".build")}
    assert build(plan(2), tmp_path, engine="here") is None
    assert files(tmp_path) == made
    assert not (tmp_path / ".build").exists()


def test_a_file_or_something_else_in_the_place_of_the_dataset_is_left_alone(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(NotADirectoryError, match="this is a file; name a folder"):
        build(plan(), tmp_path / "file", engine="here")
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(FileExistsError, match=r"there is README\.md of something else; choose another folder"):
        build(plan(), tmp_path, engine="here")
    assert files(tmp_path).keys() == {"file", "README.md"}
    assert (tmp_path / "README.md").read_text() == "mine"


def test_files_that_no_dataset_has_may_lie_beside_it(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    build(plan(1), tmp_path, engine="here")
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert (tmp_path / "questions.parquet").is_file()


def test_a_build_without_a_usable_diagram_leaves_no_parts_that_would_be_taken_for_made(tmp_path):
    source = GeneratedSource(3, 8, knobs=Knobs(nodes=6))
    nothing = Plan(3, 2, 0, ("graph-parsing",), (source,), bounds=planning.Bounds(nodes=(900, 901)))
    with pytest.raises(ValueError, match="none of 8 diagrams can be used"):
        build(nothing, tmp_path, engine="here")
    assert files(tmp_path) == {}


@pytest.fixture
def tiny_disk(tmp_path):
    """A file system with room for a few parts."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "none", str(place)]
    if os.geteuid() or not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system can be mounted by root only")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("engine", ["here", "pool"])
def test_a_full_disk_is_told_and_the_build_goes_on_when_there_is_room(tiny_disk, small_parts, expected, engine):
    with pytest.raises(DiskFull, match="the disk is full; make room and run the command again to go on"):
        build(plan(), tiny_disk, engine=engine, workers=2)
    assert (tiny_disk / ".build" / "000000").is_dir()
    subprocess.run(["mount", "-o", "remount,size=30m", str(tiny_disk)], check=True)
    build(plan(), tiny_disk, engine=engine, workers=2)
    assert files(tiny_disk) == expected


def test_a_folder_that_cannot_be_written_to_is_told(tiny_disk):
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    with pytest.raises(OSError, match="Read-only file system"):
        build(plan(), tiny_disk, engine="here")


# Ray


@pytest.fixture(scope="module")
def cluster():
    """Two nodes with a processor each, as far as Ray knows; the second one is lost in a test."""
    pytest.importorskip("ray", reason="ray is not installed: pip install 'graphicacy[ray]'")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.second = made.add_node(num_cpus=1)
    yield made
    guard.close()  # this process has workers of its own
    started = below(os.getpid())
    made.shutdown()
    until(all_gone([pid for pid in started if "graphicacy" in said(pid) and "worker import" in said(pid)]))


@pytest.fixture
def at_cluster(cluster, small_parts, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    return cluster


def makers():
    """Worker processes of Ray that make parts, on whatever node: all are below this process."""
    return [pid for pid in below(os.getpid()) if said(pid).startswith("ray::_make_alike")]


def once(action):
    """A ``progress`` that acts after the first part alone."""
    done = []

    def progress(made, of):
        if not done:
            done.append(made)
            action()

    return progress


@pytest.mark.slow
def test_ray_makes_the_same_bytes_though_a_worker_process_is_killed(at_cluster, expected, tmp_path):
    lost = []

    def kill():
        lost.extend(below(until(makers)[0]))
        os.kill(until(makers)[0], signal.SIGKILL)

    build(plan(), tmp_path, engine="ray", progress=once(kill))
    assert files(tmp_path) == expected
    until(all_gone(lost))


@pytest.mark.slow
def test_ray_makes_the_same_bytes_though_a_node_is_lost(at_cluster, expected, tmp_path):
    def lose():
        at_cluster.remove_node(at_cluster.second, allow_graceful=False)

    build(plan(), tmp_path, engine="ray", progress=once(lose))
    assert files(tmp_path) == expected


@pytest.mark.slow
def test_a_cluster_without_a_free_cpu_is_not_waited_for(at_cluster, expected, tmp_path, monkeypatch):
    import ray

    monkeypatch.setattr(engines, "_PATIENCE", 0.5)
    ray.init(at_cluster.address, log_to_driver=False)
    try:

        @ray.remote(num_cpus=1)
        class Holder:
            def here(self):
                return True

        holders = [Holder.remote() for _ in range(2)]  # one waits for the lost node, should it still be there
        ray.wait([holder.here.remote() for holder in holders], num_returns=1)
        build(plan(), tmp_path, engine="ray")
    finally:
        ray.shutdown()
    assert files(tmp_path) == expected


def test_what_a_task_raises_on_the_cluster_is_raised_here(at_cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "version", lambda name: "0.0.0")
    with pytest.raises(RuntimeError, match=r"^\S+ has graphicacy \S+, not 0.0.0: install one version on all nodes$"):
        build(plan(), tmp_path, engine="ray")


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9"])
def test_a_wrong_address_is_told_in_one_line_and_soon(address, tmp_path, monkeypatch):
    pytest.importorskip("ray", reason="ray is not installed: pip install 'graphicacy[ray]'")
    monkeypatch.setenv("RAY_ADDRESS", address)
    start = time.monotonic()
    with pytest.raises(RuntimeError, match=f"RAY_ADDRESS {address}: there is no Ray cluster to work on: .*refused"):
        build(plan(), tmp_path, engine="ray")
    assert time.monotonic() - start < engines._REACH + 10


def test_ray_is_named_where_it_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RuntimeError, match="--engine ray needs the extra: pip install 'graphicacy\\[ray\\]'"):
        build(plan(), tmp_path, engine="ray")
    assert not (tmp_path / "questions.parquet").exists()
    assert Path(tmp_path / ".build").is_dir()
