"""The sizes of an environment and of its wheels, on ones made for it."""

from __future__ import annotations

import zipfile

import pytest

from tests.binder import sizes


@pytest.fixture
def environment(tmp_path):
    """An environment of three packages."""
    packages = tmp_path / "env/lib/python3.11/site-packages"
    for name, version in [("Torch_like", "2.0+cpu"), ("small", "1.0"), ("course", "1")]:
        metadata = packages / f"{name}-{version}.dist-info/METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return tmp_path / "env"


@pytest.fixture
def wheels(tmp_path):
    """A wheel for each of the first two, and one that another version has replaced."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name, size in [("torch_like-2.0+cpu", 70_000), ("small-1.0.0", 2_000), ("small-0.9", 900)]:
        with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as wheel:
            wheel.writestr("zeros", bytes(size), zipfile.ZIP_DEFLATED)
    return folder


def test_the_wheels_that_are_installed_are_counted(environment, wheels, monkeypatch):
    monkeypatch.setattr(sizes, "GB", 1)
    used = [wheels / f"{name}-py3-none-any.whl" for name in ("torch_like-2.0+cpu", "small-1.0.0")]
    download = sum(path.stat().st_size for path in used)
    assert download < 1000
    assert sizes.compare(environment, wheels) == (
        f"environment {sizes.on_disk(environment)}.00 GB on disk, its 2 wheels {download}.00 GB "
        "to download and 72000.00 GB unpacked; not from a wheel: course"
    )


def test_a_file_takes_its_blocks_of_the_disk_and_a_link_does_not_take_them_again(tmp_path):
    before = sizes.on_disk(tmp_path)
    (tmp_path / "file").write_bytes(b"x" * 1_000_000)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert 1_000_000 <= sizes.on_disk(tmp_path) - before < 1_100_000
