"""The small steps: verified wheels, stamps, pinned releases, failures in one line, totals of test runs."""

import hashlib
import json
import re
import sys
from pathlib import Path

import pytest

from steps import checks, commands, numpy_wheel, runtime, stamp, venv
from steps.numpy_wheel import WheelEntry
from steps.paths import PYODIDE, ROOT
from steps.progress import SetupError, run_main

WHEEL = b"the bytes of a wheel"
ENTRY = WheelEntry("numpy.whl", hashlib.sha256(WHEEL).hexdigest(), "2.4.3")


def test_a_corrupted_wheel_is_refused_with_both_hashes() -> None:
    numpy_wheel.verify(WHEEL, ENTRY)
    damaged = bytes([WHEEL[0] ^ 1]) + WHEEL[1:]
    with pytest.raises(SetupError) as caught:
        numpy_wheel.verify(damaged, ENTRY)
    assert ENTRY.sha256 in str(caught.value)
    assert hashlib.sha256(damaged).hexdigest() in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_damaged_wheel_in_the_cache_is_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_wheel, "CACHE", tmp_path)
    monkeypatch.setattr(numpy_wheel, "PYODIDE", tmp_path)
    lock = {"packages": {"numpy": {"file_name": ENTRY.file_name, "sha256": ENTRY.sha256, "version": ENTRY.version}}}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps(lock))
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / ENTRY.file_name).write_bytes(b"damaged")
    monkeypatch.setattr(numpy_wheel, "_from_distribution", lambda entry: None)
    monkeypatch.setattr(numpy_wheel, "_from_carrier", lambda entry: WHEEL)
    assert numpy_wheel.ensure().read_bytes() == WHEEL

    monkeypatch.setattr(numpy_wheel, "_from_carrier", lambda entry: pytest.fail("fetched although it is there"))
    numpy_wheel.ensure()

    (tmp_path / "wheels" / ENTRY.file_name).unlink()
    monkeypatch.setattr(numpy_wheel, "_from_carrier", lambda entry: b"something else")
    with pytest.raises(SetupError, match="not what Pyodide's lock file lists"):
        numpy_wheel.ensure()
    assert not (tmp_path / "wheels" / ENTRY.file_name).exists(), "bytes that were refused are not kept"


def test_the_page_and_the_environment_name_the_same_releases() -> None:
    page = (ROOT / "web" / "runtime" / "versions.js").read_text()
    listed = numpy_wheel.lock_entry(json.loads((PYODIDE / "pyodide-lock.json").read_text()))
    package = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert f'PYODIDE = "{package["pyodide"]}"' in page
    assert f'NUMPY = "{listed.version}"' in page
    assert f"numpy=={listed.version}" in venv.pinned()


def test_every_requirement_is_pinned() -> None:
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", requirement) for requirement in venv.pinned())


def test_a_digest_tells_where_one_part_ends() -> None:
    assert stamp.digest(["ab", "c"]) != stamp.digest(["a", "bc"])
    assert stamp.digest(["ab"]) == stamp.digest([b"ab"])


def test_a_failing_command_is_one_line_with_its_last_error() -> None:
    command = [sys.executable, "-c", "import sys; print('noise'); sys.exit('error: the disk is full')"]
    with pytest.raises(SetupError, match=r"failed with status 1: error: the disk is full\. Make room\.") as caught:
        commands.run(command, "Make room.")
    assert "\n" not in str(caught.value)
    with pytest.raises(SetupError, match=r"no-such-program is not there\. Install it\."):
        commands.run(["no-such-program"], "Install it.")
    with pytest.raises(SetupError, match="took longer than 0 s"):
        commands.run([sys.executable, "-c", "import threading; threading.Event().wait()"], "", timeout_seconds=0.1)


def test_an_expected_failure_prints_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    def main() -> int:
        raise SetupError("Node is missing. Install it.")

    assert run_main(main) == 1
    assert capsys.readouterr().err == "error: Node is missing. Install it.\n"


def test_totals_are_read_from_reports(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    assert checks.read_report(report) == checks.Tally()
    report.write_text('<testsuites><testsuite tests="9" failures="2" errors="1" skipped="3"/></testsuites>')
    assert str(checks.read_report(report)) == "3 passed, 3 failed, 3 skipped"
    report.write_text("<testsuites><testsu")
    assert checks.read_report(report) == checks.Tally()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("import sys; sys.exit(0)", "0 passed, 1 failed"),
        ("open('{report}', 'w').write('<testsuite tests=\"2\"/>'); import sys; sys.exit(3)", "2 passed, 1 failed"),
        ("open('{report}', 'w').write('<testsuite tests=\"2\"/>')", "2 passed, 0 failed"),
    ],
)
def test_a_run_without_tests_or_with_a_crash_has_failed(tmp_path: Path, script: str, expected: str) -> None:
    report = tmp_path / "report.xml"
    stage = checks.Stage("Tests", [sys.executable, "-c", script.format(report=report)], report)
    assert str(checks.run_test_stage(stage, report, {})) == expected


def test_our_wheel_holds_the_package_and_nothing_else() -> None:
    import zipfile

    with zipfile.ZipFile(runtime._own_wheel()) as archive:
        names = archive.namelist()
        dates = {info.date_time for info in archive.infolist()}
    assert "cna_avatars/errors.py" in names
    assert {name.split("/")[0] for name in names} == {"cna_avatars", "cna_avatars-0.1.0.dist-info"}
    assert not [name for name in names if "__pycache__" in name]
    assert dates == {(1980, 1, 1, 0, 0, 0)}
