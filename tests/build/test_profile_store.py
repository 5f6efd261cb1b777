"""profiles.json under fire: killed processes, many at once, locks, damaged files. Processes of the system only."""

from __future__ import annotations

import dataclasses
import fcntl
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

import pytest

from cna_avatars.description import Descriptor, decode, encode
from cna_avatars.errors import ArgumentError
from cna_avatars.gamer_services import (
    Gamer,
    GamerServices,
    LocalProfiles,
    MemoryProfileStore,
    Profile,
    ProfileStoreError,
    SignedInGamerCollection,
)
from cna_avatars.host.profile_file import ProfileFile, auto_sign_in, default_folder, install

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "OPENBLAS_NUM_THREADS": "1"}
BODY = Descriptor(body=0, height_mm=1450, items=(1, 20, 40, 60, 0, 0))


def avatar(number: int, build: int = 128) -> bytes:
    """Return an avatar that says which it is: 1,450 mm and `number` more."""
    return encode(dataclasses.replace(BODY, height_mm=1450 + number, build=build))


def number_of(data: bytes | None) -> int:
    assert data is not None
    descriptor = decode(data)
    assert descriptor is not None
    return descriptor.height_mm - 1450


PRELUDE = """
import dataclasses, os, signal, sys
from pathlib import Path
from cna_avatars.description import Descriptor, encode
from cna_avatars.gamer_services import LocalProfiles
from cna_avatars.host import profile_file
from cna_avatars.host.profile_file import ProfileFile

BODY = Descriptor(body=0, height_mm=1450, items=(1, 20, 40, 60, 0, 0))
def avatar(number, build=128):
    return encode(dataclasses.replace(BODY, height_mm=1450 + number, build=build))
"""

SAVE_FOR_EVER = """
profiles = LocalProfiles(ProfileFile(sys.argv[1]))
number = int(sys.argv[2])
print("ready", flush=True)
while True:
    number += 1
    profiles.save_avatar("Ann", avatar(number % 600))
    print(number, flush=True)
"""

# Dies by its own hand at the step that is named, which is a function of os or of the file that is written.
DIE_AT_STEP = """
step = sys.argv[2]
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if step == "half written":
    opened = open
    class HalfWriter:
        def __init__(self, file): self.file = file
        def __enter__(self): return self
        def __exit__(self, *_): self.file.close()
        def write(self, data):
            self.file.write(data[: len(data) // 2])
            self.file.flush()
            die()
    profile_file.open = lambda path, mode: HalfWriter(opened(path, mode)) if mode == "wb" else opened(path, mode)
elif step == "written":
    os.fsync = die
elif step == "synchronized":
    os.replace = die
elif step == "replaced":
    replace = os.replace
    os.replace = lambda *names: (replace(*names), die())
LocalProfiles(ProfileFile(sys.argv[1])).save_avatar("Ann", avatar(2))
print("saved", flush=True)
"""

SAVE_MANY = """
profiles = LocalProfiles(ProfileFile(sys.argv[1], lock_wait_seconds=60), lambda: avatar(100 + worker))
worker, rounds = int(sys.argv[2]), int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
shared = profiles.open("Shared").avatar
print(shared.hex(), flush=True)
for number in range(4):
    profiles.open(f"Own {worker} {number}")
profiles.set_auto_sign_in(f"Own {worker} 0", True)
for round in range(rounds):
    profiles.save_avatar(f"Own {worker} {round % 4}", avatar(round, worker))
    profiles.save_avatar("Shared", avatar(round, worker))
"""


def start(script: str, *arguments: Any) -> subprocess.Popen[str]:
    """Start a process that has printed its first line when this returns."""
    command = [sys.executable, "-c", PRELUDE + script, *map(str, arguments)]
    process = subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert output(process).readline() == "ready\n"
    return process


def output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def test_a_process_killed_at_ten_random_moments_never_loses_the_store(tmp_path: Path) -> None:
    chance = random.Random(20)
    store = ProfileFile(tmp_path, lock_wait_seconds=0)
    local = LocalProfiles(store, lambda: avatar(0))
    local.open("Bob")
    local.open("Ann")
    stored = 0
    for _ in range(10):
        process = start(SAVE_FOR_EVER, tmp_path, stored)
        told = [output(process).readline() for _ in range(chance.randrange(1, 30))]
        spin(chance.uniform(0, 0.004))
        process.kill()
        told += output(process).readlines()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        acknowledged = int(told[-1]) if told[-1].endswith("\n") else int(told[-2])
        profiles = store.read()
        assert (profiles.problems, profiles.unwritable) == ([], None)
        stored = acknowledged if number_of(local.avatar("Ann")) == acknowledged % 600 else acknowledged + 1
        assert number_of(local.avatar("Ann")) == stored % 600, f"{acknowledged} saves were acknowledged"
        assert local.avatar("Bob") == avatar(0)
        local.set_auto_sign_in("Bob", not store.read().profiles[0].auto_sign_in)


def spin(seconds: float) -> None:
    """Let another process go on for less than a system's timer can wait."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


STEPS = {"half written": 1, "written": 1, "synchronized": 1, "replaced": 2, "none": 2}


@pytest.mark.parametrize(("step", "expected"), STEPS.items(), ids=STEPS)
def test_a_process_that_dies_at_any_step_leaves_the_old_store_or_the_new_one(
    tmp_path: Path, step: str, expected: int
) -> None:
    store = ProfileFile(tmp_path, lock_wait_seconds=0)
    local = LocalProfiles(store, lambda: avatar(1))
    local.open("Ann")
    command = [sys.executable, "-c", PRELUDE + DIE_AT_STEP, str(tmp_path), step]
    result = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    died = (-signal.SIGKILL, "")
    assert (result.returncode, result.stdout) == ((0, "saved\n") if step == "none" else died), result.stderr
    assert number_of(local.avatar("Ann")) == expected
    local.save_avatar("Ann", avatar(3))
    assert number_of(local.avatar("Ann")) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["profiles.json", "profiles.json.lock"]


def test_six_processes_that_save_at_once_lose_nothing(tmp_path: Path) -> None:
    rounds = 24
    processes = [start(SAVE_MANY, tmp_path, worker, rounds) for worker in range(6)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    first = {output(process).readline().strip() for process in processes}
    for process in processes:
        process.communicate(timeout=120)
    assert [process.returncode for process in processes] == [0] * 6
    profiles = ProfileFile(tmp_path).read()
    assert (profiles.problems, len(profiles.profiles)) == ([], 25)
    for worker in range(6):
        for number in range(4):
            own = profiles.find(f"Own {worker} {number}")
            assert own == Profile(f"Own {worker} {number}", number == 0, avatar(rounds - 4 + number, worker))
    shared = profiles.find("Shared")
    assert shared is not None
    assert shared.avatar in [avatar(rounds - 1, worker) for worker in range(6)], "the last save of one of them"
    made = [avatar(100 + worker).hex() for worker in range(6)]
    assert len(first & set(made)) == 1, "one of them made it, and none made it twice"


class Waiting:
    """A clock that only waiting moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_lock_that_somebody_holds_is_waited_for_so_long_and_never_taken(tmp_path: Path) -> None:
    clock = Waiting()
    store = ProfileFile(tmp_path, 2.0, clock, clock.sleep)
    local = LocalProfiles(store, lambda: avatar(1))
    local.open("Ann")
    lock = tmp_path / "profiles.json.lock"
    os.utime(lock, (0, 0))  # an old lock file is no abandoned lock
    with open(lock, "ab") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        with pytest.raises(ProfileStoreError, match=r"cannot be written: another process has held .* for 2 seconds"):
            local.save_avatar("Ann", avatar(2))
        assert 2.0 <= clock.now < 2.1
        assert number_of(local.avatar("Ann")) == 1, "reading waits for nobody"
    local.save_avatar("Ann", avatar(2))
    assert clock.now < 2.1


def test_a_lock_that_is_released_in_time_is_taken(tmp_path: Path) -> None:
    clock = Waiting()
    lock = tmp_path / "profiles.json.lock"
    with open(lock, "ab") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)

        def sleep(seconds: float) -> None:
            clock.sleep(seconds)
            if clock.now > 1.0:
                fcntl.flock(holder, fcntl.LOCK_UN)

        LocalProfiles(ProfileFile(tmp_path, 2.0, clock, sleep), lambda: avatar(1)).open("Ann")
        assert 1.0 < clock.now < 1.1
    assert (tmp_path / "profiles.json").is_file()


DAMAGED = {
    "empty": b"",
    "cut": json.dumps({"version": 1, "profiles": [{"gamertag": "Ann", "autoSignIn": True}]}).encode()[:-3],
    "newer": json.dumps({"version": 2, "profiles": [{"gamertag": "Ann", "autoSignIn": True}]}).encode(),
    "too large": json.dumps({"version": 1, "profiles": [], "x": "y" * 300_000}).encode(),
    "noise": bytes(range(256)),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_store_that_cannot_be_read_is_never_overwritten(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "profiles.json"
    path.write_bytes(data)
    local = LocalProfiles(ProfileFile(tmp_path), lambda: avatar(1))
    assert local.open("Ann").avatar == local.avatar("Ann") == avatar(1)
    assert local.problem
    with pytest.raises(ProfileStoreError, match="not overwritten"):
        local.save_avatar("Ann", avatar(2))
    assert path.read_bytes() == data
    assert sorted(each.name for each in tmp_path.iterdir()) == ["profiles.json", "profiles.json.lock"]


@pytest.mark.parametrize("name", ["profiles.json", "profiles.json.lock", "profiles.json.new"])
def test_a_folder_in_the_way_is_an_error_that_names_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(ProfileStoreError, match=r"profiles\.json cannot be (read|written): "):
        ProfileFile(tmp_path).update(lambda profiles: profiles.add(Profile("Ann")))


def test_a_pipe_in_the_way_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "profiles.json")
    with pytest.raises(ProfileStoreError, match="cannot be read: it is no file"):
        ProfileFile(tmp_path).read()


def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = LocalProfiles(ProfileFile(tmp_path), lambda: avatar(1))
    local.open("Ann")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device", descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(ProfileStoreError, match=r"cannot be written: No space left on device\.$"):
            local.save_avatar("Ann", avatar(2))
    assert number_of(local.avatar("Ann")) == 1


def test_the_disk_has_the_file_before_it_takes_the_stores_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    synchronize, replace = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        steps.append(f"fsync {Path(os.readlink(f'/proc/self/fd/{descriptor}')).name}")
        synchronize(descriptor)

    def put(source: Path, target: Path) -> None:
        steps.append(f"replace {target.name}")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", put)
    local = LocalProfiles(ProfileFile(tmp_path), lambda: avatar(1))
    local.open("Ann")
    assert steps == ["fsync profiles.json.new", "replace profiles.json", f"fsync {tmp_path.name}"]
    local.save_avatar("Ann", avatar(1))
    assert len(steps) == 3, "what is stored already is not written"


def test_reading_makes_nothing_and_writing_makes_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    store = ProfileFile(folder)
    assert store.read().profiles == ()
    assert not folder.parent.exists()
    store.update(lambda profiles: profiles.add(Profile("Ann", True, avatar(1))))
    assert json.loads((folder / "profiles.json").read_bytes()) == {
        "version": 1,
        "profiles": [{"gamertag": "Ann", "autoSignIn": True, "avatar": avatar(1).hex()}],
    }


def test_a_store_that_is_a_link_stays_one(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "profiles.json").symlink_to(elsewhere / "mine.json")
    LocalProfiles(ProfileFile(tmp_path), lambda: avatar(1)).open("Ann")
    assert (tmp_path / "profiles.json").is_symlink()
    assert json.loads((elsewhere / "mine.json").read_bytes())["profiles"][0]["gamertag"] == "Ann"


FOLDERS: list[tuple[dict[str, str], str, str]] = [
    ({"CNA_GAMER_SERVICES_PROFILES_DIR": "/p", "XDG_DATA_HOME": "/x", "HOME": "/h"}, "linux", "/p"),
    ({"XDG_DATA_HOME": "/x", "HOME": "/h"}, "linux", "/x/cna/gamer-services"),
    ({"XDG_DATA_HOME": "relative", "HOME": "/h"}, "linux", "/h/.local/share/cna/gamer-services"),
    ({"HOME": "/h", "LOCALAPPDATA": "/l"}, "linux", "/h/.local/share/cna/gamer-services"),
    ({"HOME": "/h", "LOCALAPPDATA": "/l"}, "win32", "/l/CNA/gamer-services"),
]


@pytest.mark.parametrize(("environment", "platform", "folder"), FOLDERS)
def test_the_folder_of_the_profiles(environment: dict[str, str], platform: str, folder: str) -> None:
    assert default_folder(environment, platform) == Path(folder)


def test_the_environment_says_who_is_signed_in() -> None:
    name = "CNA_GAMER_SERVICES_AUTO_SIGN_IN"
    assert auto_sign_in({}) is None
    assert auto_sign_in({name: ""}) is None
    assert auto_sign_in({name: "Ann, Bob Lee"}) == ["Ann", "Bob Lee"]
    with pytest.raises(ProfileStoreError, match="at most 4 names; got 5"):
        auto_sign_in({name: "A,B,C,D,E"})
    with pytest.raises(ArgumentError, match="'1'"):
        auto_sign_in({name: "A,1"})


def test_another_processes_save_is_told_by_changed(tmp_path: Path) -> None:
    now = [0.0]
    services = GamerServices(clock=lambda: now[0], signed_in_gamers=SignedInGamerCollection())
    environment = {"CNA_GAMER_SERVICES_PROFILES_DIR": str(tmp_path), "CNA_GAMER_SERVICES_AUTO_SIGN_IN": "Ann"}
    other = LocalProfiles(ProfileFile(tmp_path), lambda: avatar(1))
    other.open("Ann")
    install(services=services, environment=environment)
    services.sign_in_automatically()
    gamer = services.sign_in("Ann", 0)
    description = services.end_get_from_gamer(services.begin_get_from_gamer(gamer))
    told: list[Gamer] = []
    description.changed.add(told.append)
    other.save_avatar("Ann", avatar(2))
    services.update()
    assert told == []
    now[0] = 10.0
    services.update()
    assert told == [gamer]
    assert number_of(services.end_get_from_gamer(services.begin_get_from_gamer(gamer)).description) == 2
    assert isinstance(GamerServices().profiles.store, MemoryProfileStore)
