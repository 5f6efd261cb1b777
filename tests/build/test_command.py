"""The command line as a person uses it: what it writes, what it says, and how it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cna_avatars.catalog.png import decode_png
from cna_avatars.command.main import main
from cna_avatars.command.picture import VIEWS
from cna_avatars.command.png_writer import encode_png
from cna_avatars.command.progress_bar import ProgressBar

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the command line in `folder`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "COLUMNS": "200"}
    command = [sys.executable, "-W", "error", "-m", "cna_avatars", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def succeed(*arguments: str, folder: Path = ROOT) -> str:
    """Run it, expect that all went well, and return what it printed."""
    result = run(*arguments, folder=folder)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def pixels_of(path: Path) -> np.ndarray:
    """The pixels of a PNG file, (height, width, 4), premultiplied."""
    return decode_png(path.read_bytes(), path.name, (4096, 4096)).astype(int)


@pytest.fixture(scope="module")
def codes() -> list[str]:
    """Three avatars."""
    return succeed("random", "--seed", "11", "--count", "3").split()


@pytest.fixture(scope="module")
def standing(codes: list[str], tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The first avatar as it stands, 96 pixels."""
    path = tmp_path_factory.mktemp("standing") / "a.png"
    succeed("render", codes[0], "--out", str(path), "--size", "96")
    return pixels_of(path)


# --- random -------------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_avatars_again(codes: list[str]) -> None:
    assert succeed("random", "--seed", "11", "--count", "2").split() == codes[:2]
    assert len(set(codes)) == 3
    assert succeed("random") != succeed("random")


def test_a_body_can_be_asked_for() -> None:
    code = succeed("random", "--body", "male").strip()
    assert json.loads(succeed("inspect", code, "--json"))["body"] == "male"


# --- render -------------------------------------------------------------------------------------------------------


def test_a_picture_is_a_png_of_the_avatar_on_nothing(standing: np.ndarray) -> None:
    assert standing.shape == (96, 96, 4)
    assert not standing[[0, 0, -1, -1], [0, -1, 0, -1]].any()
    assert standing[48, 48, 3] == 255
    assert 0.08 < (standing[..., 3] == 255).mean() < 0.5


def test_views_show_less_of_the_avatar_and_it_larger(codes: list[str], tmp_path: Path) -> None:
    shares = []
    for view in VIEWS:
        succeed("render", codes[0], "--out", str(tmp_path / "a.png"), "--size", "64", "--view", view)
        shares.append((pixels_of(tmp_path / "a.png")[..., 3] == 255).mean())
    assert shares == sorted(shares)
    assert shares[0] < 0.7 * shares[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--animation", "Wave", "--time", "0.8"),
        ("--expression", "mouth:PhoneticO eyes:Blink"),
        ("--turn", "90"),
        ("--samples", "1"),
    ],
)
def test_each_option_changes_the_picture(
    codes: list[str], standing: np.ndarray, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    succeed("render", codes[0], "--out", str(tmp_path / "a.png"), "--size", "96", *arguments)
    assert (pixels_of(tmp_path / "a.png") != standing).any()


def test_a_background_is_an_opaque_colour_behind_the_same_avatar(
    codes: list[str], standing: np.ndarray, tmp_path: Path
) -> None:
    succeed("render", codes[0], "--out", str(tmp_path / "a.png"), "--size", "96", "--background", "#2040fF")
    pixels = pixels_of(tmp_path / "a.png")
    assert pixels[0, 0].tolist() == [0x20, 0x40, 0xFF, 255]
    assert (pixels[..., 3] == 255).all()
    solid = standing[..., 3] == 255
    assert (pixels[solid] == standing[solid]).all()


def test_sizes_may_differ_and_files_may_hold_the_avatar(codes: list[str], tmp_path: Path) -> None:
    (tmp_path / "code.txt").write_text(codes[0] + "\n")
    succeed(
        "render", "code.txt", "--out", "a.png", "--size", "60x40", "--catalogs", str(ROOT / "catalogs"), folder=tmp_path
    )
    assert pixels_of(tmp_path / "a.png").shape == (40, 60, 4)


def test_a_file_may_hold_the_bytes_of_a_description(codes: list[str], tmp_path: Path) -> None:
    from cna_avatars.description.share_code import from_share_code
    from cna_avatars.wardrobe import WardrobeRegistry

    data = from_share_code(codes[0], WardrobeRegistry())
    (tmp_path / "avatar.bin").write_bytes(data)
    from_bytes = json.loads(succeed("inspect", str(tmp_path / "avatar.bin"), "--json"))
    assert from_bytes == json.loads(succeed("inspect", data.hex(), "--json"))
    assert from_bytes["code"] == codes[0]


# --- many ---------------------------------------------------------------------------------------------------------


def test_many_are_drawn_each_into_a_file_as_alone(codes: list[str], standing: np.ndarray, tmp_path: Path) -> None:
    lines = ["# avatars", "", *codes, "not-an-avatar"]
    (tmp_path / "codes.txt").write_text("\n".join(lines))
    out = tmp_path / "new" / "pictures"
    result = run("render", "--many", str(tmp_path / "codes.txt"), "--out", str(out), "--size", "96", "--jobs", "2")
    assert result.returncode == 1
    assert sorted(path.name for path in out.iterdir()) == ["3.png", "4.png", "5.png"]
    assert (pixels_of(out / "3.png") == standing).all()
    assert "avatars: 4 of 4" in result.stderr
    assert "line 6: Expected a share code" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_progress_bar_rewrites_its_line_on_a_terminal_only() -> None:
    class Stream:
        def __init__(self, live: bool) -> None:
            self.text, self.live = "", live

        def write(self, text: str) -> int:
            self.text += text
            return len(text)

        def flush(self) -> None: ...

        def isatty(self) -> bool:
            return self.live

    terminal, log = Stream(True), Stream(False)
    for stream in (terminal, log):
        bar = ProgressBar("avatars", 40, stream)  # type: ignore[arg-type]
        for _ in range(40):
            bar.step()
    assert terminal.text.count("\r") == 40
    assert terminal.text.endswith("█ 40 of 40\n")
    assert log.text.splitlines() == [f"avatars: {count} of 40" for count in (10, 20, 30, 40)]


# --- inspect ------------------------------------------------------------------------------------------------------


def test_inspect_describes_in_words_and_numbers(codes: list[str]) -> None:
    text = succeed("inspect", codes[0])
    facts = json.loads(succeed("inspect", codes[0], "--json"))
    assert text.startswith(facts["sentence"])
    assert f"{facts['figure']['triangles']:,} triangles" in text
    assert facts["figure"]["triangles"] > 1000
    for name, color in facts["colors"].items():
        assert f"{color['rgb']}  {color['name']}" in text, name
    for name, item in facts["items"].items():
        assert str(item["id"]) in text, name


# --- errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("render", "nonsense", "--out", "a.png"), "'nonsense' is neither a file nor an avatar"),
        (("inspect", "x" * 5000), "is neither a file nor"),
        (("render", "--many", "missing.txt", "--out", "d"), "missing.txt"),
        (("random", "--catalogs", "nowhere"), "expected v<N>/catalog.json in nowhere"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_status_1(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = run(*arguments, folder=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("error: ")
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_avatar_is_named(tmp_path: Path) -> None:
    for name, data in (
        ("empty", b""),
        ("zeros", bytes(1021)),
        ("noise", bytes(range(256)) * 400),
        ("short", b"AUNOQQ"),
    ):
        (tmp_path / name).write_bytes(data)
        result = run("inspect", str(tmp_path / name))
        assert (result.returncode, len(result.stderr.splitlines())) == (1, 1), name
        assert str(tmp_path / name) in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "COMMAND"),
        (("render", "x"), "--out"),
        (("render", "--out", "a.png"), "--many"),
        (("render", "x", "--many", "y", "--out", "z"), "not allowed with"),
        (("render", "x", "--out", "a.png", "--size", "5000"), "1 to 4096 pixels"),
        (("render", "x", "--out", "a.png", "--size", "-3"), "--size"),
        (("render", "x", "--out", "a.png", "--background", "red"), "transparent or #rrggbb"),
        (("render", "x", "--out", "a.png", "--animation", "Dance"), "Dance"),
        (("render", "x", "--out", "a.png", "--expression", "nose:Happy"), "'nose'"),
        (("render", "x", "--out", "a.png", "--time", "nan"), "0 to 3600 seconds"),
        (("random", "--count", "0"), "1 to 100000"),
    ],
)
def test_a_wrong_command_line_says_what_was_expected_with_status_2(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_help_tells_commands_options_and_what_can_be_asked_for() -> None:
    top, render = succeed("--help"), succeed("render", "--help")
    for word in ("render", "random", "inspect", "Exit status"):
        assert word in top
    for word in ("--size", "--view {full,upper,head}", "--background", "--many", "Celebrate", "mouth:PhoneticO"):
        assert word in render


# --- PNG ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("channels", [3, 4])
def test_png_files_read_back_as_they_were(channels: int) -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (7, 5, channels)).astype(np.uint8)
    if channels == 4:
        pixels[..., 3] = 255
    read = decode_png(encode_png(pixels), "picture")
    assert (read[..., :channels] == pixels).all()
