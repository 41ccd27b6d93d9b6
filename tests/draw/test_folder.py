"""A folder of pictures made elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.draw.systems.folder import MAX_BYTES, BadFolder, read_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "a-1/1.png",
        "a-1/2.svg",
        "a-1/10.JPG",
        "b-2/3.webp",
        "b-2/note.txt",
        "c-3/1.png",
        "readme.md",
        ".x/1.png",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    return tmp_path


def test_samples_are_the_pictures_in_the_order_of_their_numbers(folder: Path) -> None:
    found = read_folder(folder, {"a-1", "b-2"})

    assert [path.name for path in found.pictures["a-1"]] == ["1.png", "2.svg", "10.JPG"]
    assert found.samples == 3
    assert found.picture("a-1", 2) == (b"a-1/2.svg", "image/svg+xml")
    assert found.picture("a-1", 3) == (b"a-1/10.JPG", "image/jpeg")
    assert found.picture("b-2", 1) == (b"b-2/3.webp", "image/webp")


def test_what_is_not_used_is_named(folder: Path) -> None:
    assert read_folder(folder, {"a-1", "b-2"}).ignored == (
        "b-2/note.txt: not <number>.png or .svg",
        "c-3: not a task of this run",
        "readme.md: not a folder named after a task",
    )


def test_all_folders_count_where_no_tasks_are_named(folder: Path) -> None:
    assert set(read_folder(folder).pictures) == {"a-1", "b-2", "c-3"}


def test_a_missing_picture_says_where_to_put_it(folder: Path) -> None:
    found = read_folder(folder)
    for task, sample in (("b-2", 2), ("d-4", 1), ("a-1", 0)):
        with pytest.raises(BadFolder, match=rf"{task}: no picture for sample {sample}; put {sample}.png"):
            found.picture(task, sample)


def test_two_files_for_one_sample_are_refused(folder: Path) -> None:
    (folder / "a-1" / "01.svg").write_text("<svg/>")

    with pytest.raises(BadFolder, match=r"01\.svg and 1\.png are both sample 1"):
        read_folder(folder)


@pytest.mark.parametrize("path", ["nowhere", "readme.md", "empty"])
def test_a_folder_without_pictures_is_refused(folder: Path, path: str) -> None:
    (folder / "empty").mkdir()

    with pytest.raises(BadFolder, match=r"it should hold <task id>/<n>\.png"):
        read_folder(folder / path, {"a-1"})


def test_a_huge_file_is_refused(folder: Path) -> None:
    with (folder / "a-1" / "1.png").open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    with pytest.raises(BadFolder, match=r"64,000,001 bytes; 64,000,000 are allowed"):
        read_folder(folder).picture("a-1", 1)
