"""Where avatars and catalogs come from: codes, files, folders."""

from pathlib import Path
from typing import Final

from cna_avatars.description import AvatarDescription
from cna_avatars.errors import ArgumentError, ContentLoadError
from cna_avatars.host import folder

_BESIDE_THE_SOURCES: Final = Path(__file__).resolve().parents[3] / "catalogs"
_MOST_BYTES: Final = 1 << 16


def install_catalogs(path: Path | None) -> None:
    """Install the catalogs in the folder `path`; by default ./catalogs, or the one beside the sources.

    Raises
    ------
    ContentLoadError
        if there is none, or its files break a rule.
    """
    folder.install(
        path or next((it for it in (Path("catalogs"), _BESIDE_THE_SOURCES) if it.is_dir()), Path("catalogs"))
    )


def read_description(text: str) -> AvatarDescription:
    """Return the avatar of a share code, of 2,042 hexadecimal digits, or of a file of either or of 1,021 bytes.

    Raises
    ------
    ArgumentError
        if it is none of these; the message names the file.
    """
    path = Path(text)
    if not _is_file(path):
        try:
            return AvatarDescription.from_share_code(text)
        except ArgumentError as error:
            raise ArgumentError(f"{text[:100]!r} is neither a file nor an avatar: {error}") from None
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        if len(data) != AvatarDescription.SIZE:
            return AvatarDescription.from_share_code(data.decode("ascii").strip())
        description = AvatarDescription(data)
        return AvatarDescription.from_share_code(description.share_code)
    except (ArgumentError, UnicodeDecodeError) as error:
        reason = error if isinstance(error, ArgumentError) else "it is neither text nor 1,021 bytes long"
        raise ArgumentError(f"{path}: {reason}") from None


def read_codes(path: Path) -> list[tuple[int, str]]:
    """Return the lines of a list of share codes with their numbers; empty ones and those after # are left out.

    Raises
    ------
    ContentLoadError
        if there is no code in it.
    """
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except UnicodeDecodeError:
        raise ContentLoadError(f"{path}: expected a text file with a share code in each line.") from None
    codes = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"]
    if not codes:
        raise ContentLoadError(f"{path}: expected a share code in each line; there is none.")
    return codes


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
