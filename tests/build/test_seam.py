"""The numbers that both sides of the seam repeat are the same."""

import json
import subprocess
from pathlib import Path

import pytest

from cna_avatars.assembly.model import MAX_PARTS, VERTEX
from cna_avatars.host import records, stage

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = "import(process.argv[1]).then((layout) => console.log(JSON.stringify({ ...layout })))"
BRIDGE = ROOT / "web" / "runtime" / "bridge.js"


@pytest.fixture(scope="module")
def layout() -> dict:
    """Return the exports of web/render/layout.js."""
    module = (ROOT / "web" / "render" / "layout.js").as_uri()
    result = subprocess.run(["node", "-e", SCRIPT, module], capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def test_records_have_one_layout(layout: dict) -> None:
    assert layout["RECORD_BYTES"] == 4 * records.FLOATS
    assert layout["BONES_OFFSET"] == 4 * records.BONES
    assert layout["BONES_BYTES"] == 71 * 3 * 16
    assert layout["DRAW_BYTES"] > 4 * records.EFFECT.stop
    assert layout["RECORD"] == {"kind": records.HEADER.start, "target": 1001, "resource": 1002}
    assert layout["RECORD_KIND"] == {"avatar": records.KIND_AVATAR, "silhouette": records.KIND_SILHOUETTE}
    assert layout["INPUT_FLOATS"] == stage.INPUTS


def test_uploads_have_one_layout(layout: dict) -> None:
    assert layout["UPLOAD"] == {
        "model": records.OP_MODEL,
        "releaseModel": records.OP_RELEASE_MODEL,
        "tiles": records.OP_TILES,
        "sphere": records.OP_SPHERE,
        "releaseTiles": records.OP_RELEASE_TILES,
    }
    assert layout["UPLOAD_WORDS"] == records.Uploads().words.shape[1]
    assert layout["PARTS_BYTES"] == 2 * MAX_PARTS * 16


def test_vertices_have_one_layout(layout: dict) -> None:
    assert layout["VERTEX_BYTES"] == VERTEX.itemsize
    assert VERTEX.fields is not None
    offsets = [VERTEX.fields[name][1] for name in VERTEX.names or ()]
    assert [attribute["offset"] for attribute in layout["VERTEX_ATTRIBUTES"]] == offsets


def test_the_bridge_calls_only_functions_that_the_host_has() -> None:
    from cna_avatars.host import web

    text = BRIDGE.read_text(encoding="utf-8")
    listed = text.partition("const FUNCTIONS = ")[2].partition("]")[0]
    names = [line.strip().strip('",') for line in listed.splitlines()[1:] if line.strip()]
    assert len(names) == 21
    assert all(callable(getattr(web, name)) for name in names)
