"""Local profiles in a file: the profile store of any program outside a browser.

Every write reads, changes and writes under a lock that dies with its process, into a file beside the store that then
takes its place. A process killed at any moment leaves the old store or the new one. Source: cna-facts 7.7.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from cna_avatars.gamer_services import GamerServices, ProfileList, ProfileStoreError, gamers
from cna_avatars.gamer_services.gamertag import require_gamertag
from cna_avatars.gamer_services.profile_list import MAX_BYTES

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FOLDER_VARIABLE: Final = "CNA_GAMER_SERVICES_PROFILES_DIR"
AUTO_SIGN_IN_VARIABLE: Final = "CNA_GAMER_SERVICES_AUTO_SIGN_IN"
MAX_AUTO_SIGN_IN: Final = 4
FILE_NAME: Final = "profiles.json"
LOCK_WAIT_SECONDS: Final = 5.0
_RETRY_SECONDS: Final = 0.005

Result = TypeVar("Result")


def default_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder of the profiles of this user."""
    if named := environment.get(FOLDER_VARIABLE):
        return Path(named)
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home()) / "CNA" / "gamer-services"
    data = Path(environment.get("XDG_DATA_HOME") or "")
    if not data.is_absolute():
        data = Path(environment.get("HOME") or Path.home()) / ".local" / "share"
    return data / "cna" / "gamer-services"


def auto_sign_in(environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """Return the gamertags that the environment says to sign in, or None if it says nothing.

    Raises
    ------
    ArgumentError
        if one is no gamertag.
    ProfileStoreError
        if there are more than four.
    """
    named = environment.get(AUTO_SIGN_IN_VARIABLE)
    if not named:
        return None
    names = [require_gamertag(name.strip()) for name in named.split(",")]
    if len(names) > MAX_AUTO_SIGN_IN:
        raise ProfileStoreError(
            f"{AUTO_SIGN_IN_VARIABLE}: expected at most {MAX_AUTO_SIGN_IN} names; got {len(names)}."
        )
    return names


def install(
    folder: str | Path | None = None,
    services: GamerServices = gamers,
    environment: Mapping[str, str] = os.environ,
) -> "ProfileFile":
    """Keep local profiles in `folder` (this user's own if None) and heed the environment; do it before initializing."""
    store = ProfileFile(default_folder(environment) if folder is None else folder)
    services.use_store(store)
    services.auto_sign_in = auto_sign_in(environment)
    return store


class ProfileFile:
    """The store in one folder: profiles.json, its lock file, and for a moment the file that will replace it.

    Parameters
    ----------
    folder
        where; made by the first write.
    lock_wait_seconds
        how long a write waits for those of others.
    clock, sleep
        seconds, rising, and what waits for some; injected in tests.
    """

    def __init__(
        self,
        folder: str | Path,
        lock_wait_seconds: float = LOCK_WAIT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.path = Path(folder) / FILE_NAME
        self._lock_wait = lock_wait_seconds
        self._clock = clock
        self._sleep = sleep

    def read(self) -> ProfileList:
        """Return what is stored now; ProfileStoreError if the file cannot be read at all."""
        with _as_store_error(f"{self.path} cannot be read"), self._lock_for_reading():
            return _parse(self._target())

    def update(self, change: Callable[[ProfileList], Result]) -> Result:
        """Read, apply `change`, write and wait for the disk. When it returns, the change is kept.

        Raises
        ------
        ProfileStoreError
            if the store cannot be read, locked or written; it is as it was then, as it is when `change` raises.
        """
        with _as_store_error(f"{self.path} cannot be written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock():
                target = self._target()
                profiles = _parse(target)
                before = profiles.to_bytes()
                result = change(profiles)
                after = profiles.to_bytes()
                if after != before:
                    replace_durably(target, after)
            return result

    def _target(self) -> Path:
        """A store that is a link stays one."""
        return Path(os.path.realpath(self.path))

    def _lock_for_reading(self) -> AbstractContextManager[None]:
        """Windows replaces no file that somebody reads; elsewhere a reader has the old file or the new one."""
        return self._lock() if sys.platform == "win32" and self.path.parent.is_dir() else nullcontext()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Hold the lock file, which is never removed: a lock on a file that others no longer see locks nothing."""
        with open(self.path.with_name(FILE_NAME + ".lock"), "ab") as file:
            deadline = self._clock() + self._lock_wait
            while not _try_lock(file):
                if self._clock() >= deadline:
                    raise TimeoutError(f"another process has held {file.name} for {self._lock_wait:g} seconds")
                self._sleep(_RETRY_SECONDS)
            try:
                yield
            finally:
                _unlock(file)


def replace_durably(path: Path, data: bytes) -> None:
    """Make `data` the content of `path`, all or nothing, and wait until the disk has it.

    Only one process may do so at a time. What a killed one left beside it is overwritten.
    """
    new = path.with_name(path.name + ".new")
    with open(new, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _parse(path: Path) -> ProfileList:
    try:
        if not path.is_file() and path.exists():
            raise OSError("it is no file")
        with open(path, "rb") as file:
            return ProfileList.parse(file.read(MAX_BYTES + 1))
    except FileNotFoundError:
        return ProfileList()


@contextmanager
def _as_store_error(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ProfileStoreError(f"{what}: {error.strerror or error}.") from error


if sys.platform == "win32":

    def _try_lock(file: BinaryIO) -> bool:
        """Lock `file` until it is closed, also by the end of the process; False if somebody else has it."""
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: BinaryIO) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:

    def _try_lock(file: BinaryIO) -> bool:
        """Lock `file` until it is closed, also by the end of the process; False if somebody else has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: BinaryIO) -> None:
        """Closing would not do: a process forked meanwhile has the file open too."""
        fcntl.flock(file, fcntl.LOCK_UN)
