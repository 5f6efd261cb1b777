"""The layers of `web`, checked on the source: imports point downwards, and each browser interface has one room."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parents[2] / "web"
SOURCES = sorted(WEB.rglob("*.js"))
MAY_IMPORT = {
    "graphics": set(),
    "gl": {"graphics"},
    "gpu": {"graphics"},
    "render": {"gl", "gpu"},
    "runtime": {"render"},
    "elements": {"runtime"},
    "viewer": {"elements"},
    "demos": {"elements", "runtime"},
}
"""Folder → the folders, beside itself, whose modules it may import; types (JSDoc) are free."""

IMPORT = re.compile(
    r'^(?:import|export)\b[^;"]*"(\.[^"]+)";|\bimport\("(\.[^"]+)"\)\)?;|await import\("(\.[^"]+)"\)', re.M
)
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.S)


def name_of(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


def code_of(path: Path) -> str:
    """The source without its comments."""
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def test_every_folder_has_a_layer() -> None:
    assert {path.relative_to(WEB).parts[0] for path in SOURCES} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_point_downwards(path: Path) -> None:
    folder = path.relative_to(WEB).parts[0]
    for groups in IMPORT.findall(code_of(path)):
        target = (path.parent / next(filter(None, groups))).resolve()
        assert target.is_file(), target
        other = target.relative_to(WEB).parts[0]
        assert other == folder or other in MAY_IMPORT[folder], f"{name_of(path)} imports {name_of(target)}"


@pytest.mark.parametrize(
    ("interface", "used", "rooms"),
    [
        (
            "WebGL",
            re.compile(r'getContext\("webgl2"|\bgl\.[a-zA-Z]|WebGL2RenderingContext'),
            {"gl", "demos/guest-scene.js"},
        ),
        ("WebGPU", re.compile(r"navigator\.gpu|\bGPU[A-Z]\w+\.|\.gpu\.(?:create|queue)"), {"gpu"}),
        ("Pyodide", re.compile(r"loadPyodide|\btoPy\b|\btoJs\b|pyimport"), {"runtime/boot.js", "runtime/heap.js"}),
        ("Python proxies", re.compile(r"\bproxy\.destroy\("), {"runtime/boot.js", "runtime/bridge.js"}),
        ("IndexedDB", re.compile(r"indexedDB\."), {"runtime/profile-database.js"}),
    ],
)
def test_an_interface_of_the_browser_is_called_in_one_room(
    interface: str, used: "re.Pattern[str]", rooms: set[str]
) -> None:
    users = {path for path in SOURCES if used.search(code_of(path))}
    assert users, interface
    strangers = [name_of(p) for p in users if name_of(p) not in rooms and p.relative_to(WEB).parts[0] not in rooms]
    assert strangers == []
