"""The site's folder: catalogs by their content, and exactly the files it should hold."""

import hashlib
import json
from pathlib import Path

import pytest

from steps.progress import SetupError
from steps.site import Site, add_catalogs


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def make_catalog(folder: Path, version: int, files: dict[str, bytes]) -> bytes:
    """Write catalogs/v<version> and return its manifest."""
    place = folder / f"v{version}"
    place.mkdir(parents=True)
    for name, data in files.items():
        (place / name).write_bytes(data)
    assets = [{"name": name, "sha256": sha256(data), "size": len(data)} for name, data in files.items()]
    manifest = json.dumps({"version": version, "assets": assets}).encode()
    (place / "catalog.json").write_bytes(manifest)
    return manifest


def test_catalog_files_lie_at_their_hash(tmp_path: Path) -> None:
    manifest = make_catalog(tmp_path, 1, {"hat.glb": b"hat", "face.png": b"face"})
    site = Site()
    add_catalogs(site, tmp_path)
    site.write(tmp_path / "site")
    for data in (manifest, b"hat", b"face"):
        assert (tmp_path / "site" / "catalogs" / "files" / sha256(data)).read_bytes() == data


def test_the_index_lists_manifests_in_order_of_version(tmp_path: Path) -> None:
    manifests = {version: make_catalog(tmp_path, version, {"a": bytes([version])}) for version in (10, 2)}
    (tmp_path / "notes").mkdir()
    site = Site()
    add_catalogs(site, tmp_path)
    content = site.contents["catalogs/index.json"]
    assert isinstance(content, bytes)
    assert json.loads(content) == {
        "catalogs": [
            {"version": v, "sha256": sha256(manifests[v]), "size": len(manifests[v])} for v in (2, 10)
        ]
    }


def test_no_catalog_at_all_is_an_empty_index(tmp_path: Path) -> None:
    site = Site()
    add_catalogs(site, tmp_path / "none")
    assert site.contents == {"catalogs/index.json": b'{\n "catalogs": []\n}\n'}


def test_a_changed_catalog_file_is_refused(tmp_path: Path) -> None:
    make_catalog(tmp_path / "catalogs", 1, {"hat.glb": b"hat"})
    (tmp_path / "catalogs" / "v1" / "hat.glb").write_bytes(b"cap")
    with pytest.raises(SetupError, match=r"catalogs/v1/catalog.json: hat.glb differs .*got 3 bytes, SHA-256 " + sha256(b"cap")):
        add_catalogs(Site(), tmp_path / "catalogs")


def test_a_missing_catalog_file_is_named(tmp_path: Path) -> None:
    make_catalog(tmp_path / "catalogs", 1, {"hat.glb": b"hat"})
    (tmp_path / "catalogs" / "v1" / "hat.glb").unlink()
    with pytest.raises(SetupError, match="hat.glb, which is not there"):
        add_catalogs(Site(), tmp_path / "catalogs")


@pytest.mark.parametrize("manifest", ["", "[]", '{"assets": [{}]}', '{"assets": 3}', '{"assets": [{"name": "a"}]}'])
def test_an_unreadable_manifest_is_named(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "catalogs" / "v1").mkdir(parents=True)
    (tmp_path / "catalogs" / "v1" / "catalog.json").write_text(manifest)
    with pytest.raises(SetupError, match="catalogs/v1/catalog.json: expected JSON"):
        add_catalogs(Site(), tmp_path / "catalogs")


def test_a_manifest_may_not_name_files_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "catalogs" / "v1").mkdir(parents=True)
    (tmp_path / "secret").write_bytes(b"secret")
    entry = {"name": "../../secret", "sha256": sha256(b"secret"), "size": 6}
    (tmp_path / "catalogs" / "v1" / "catalog.json").write_text(json.dumps({"assets": [entry]}))
    with pytest.raises(SetupError, match="leaves its folder"):
        add_catalogs(Site(), tmp_path / "catalogs")


def test_writing_again_changes_nothing_and_removes_what_is_gone(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "site"
    (source / "deep").mkdir(parents=True)
    (source / "deep" / "a.js").write_text("a")
    (source / ".hidden").write_text("no")
    site = Site()
    site.add_folder(source)
    site.add_json("index.json", {"b": 1, "a": 2})
    assert site.write(target) == 2
    assert site.write(target) == 0
    del site.contents["deep/a.js"]
    assert site.write(target) == 1
    assert sorted(path.name for path in target.rglob("*")) == ["index.json"]
    assert (target / "index.json").read_text() == '{\n "a": 2,\n "b": 1\n}\n'
