"""Running other programs quietly: their output is shown only when they fail."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from steps.paths import ROOT
from steps.progress import SetupError


def run(
    command: Sequence[str | Path],
    remedy: str,
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    timeout_seconds: float = 900,
) -> str:
    """Run a program to its end and return its standard output.

    Raises
    ------
    SetupError
        It is not there, failed or took too long: the message has its last line of output and `remedy`.
    """
    arguments = [str(part) for part in command]
    name = " ".join(arguments[:4])
    try:
        result = subprocess.run(
            arguments,
            cwd=cwd,
            env=env,
            timeout=timeout_seconds,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise SetupError(f"{arguments[0]} is not there. {remedy}") from error
    except subprocess.TimeoutExpired as error:
        raise SetupError(f"{name} took longer than {timeout_seconds:.0f} s. {remedy}") from error
    if result.returncode != 0:
        lines = [line.strip() for line in (result.stdout + result.stderr).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        said = (errors or lines or ["no output"])[-1]
        raise SetupError(f"{name} failed with status {result.returncode}: {said[:300]}. {remedy}")
    return result.stdout
