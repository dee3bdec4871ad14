"""Run tests once more as an ordinary user, where they are run as root.

The interpreter, or the checkout, may lie in a folder that only root can enter. In a mount namespace of its own such a
folder is replaced by an empty one that everybody can enter and that holds what is needed, at the same paths.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534


def run_as_user(*words: str) -> subprocess.CompletedProcess[str] | None:
    """What pytest says as nobody in particular, with a folder to write to; None if this machine has no way."""
    # Not below the folder of pytest: each run that begins there closes it to all others.
    with tempfile.TemporaryDirectory(prefix="gradlint-user-") as made:
        os.chown(made, NOBODY, NOBODY)
        return _run(Path(made).resolve(), *words)


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str] | None:
    become = f"setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups --no-new-privs --"
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={folder}/scratch"]
    steps = [*_opened(folder), f"exec {become} {shlex.join([*pytest, *words])}"]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    enter = ["unshare", "--mount", "--propagation", "private", "sh", "-e", "-c"]
    try:
        if subprocess.run([*enter, f"{become} true"], capture_output=True, check=False).returncode:
            return None
        return subprocess.run(
            [*enter, "\n".join(steps)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return None


def _opened(folder: Path) -> list[str]:
    """The commands that make everything a run needs reachable."""
    needed = {Path(place).resolve() for place in (sys.base_prefix, sys.prefix, ROOT)}
    closed = {place: outer for place in needed if (outer := _closed(place)) is not None}
    held = {place: folder / f"held{number}" for number, place in enumerate(sorted(closed))}
    for place in held.values():
        place.mkdir()
    return [
        *(f"mount --bind {_q(place)} {_q(hold)}" for place, hold in held.items()),
        *(f"mount -t tmpfs -o mode=755 none {_q(outer)}" for outer in sorted(set(closed.values()))),
        *(f"mkdir -p {_q(place)}; mount --bind {_q(hold)} {_q(place)}" for place, hold in held.items()),
    ]


def _closed(place: Path) -> Path | None:
    """The outermost folder on the way that others cannot enter."""
    return next((each for each in reversed(place.parents) if not each.stat().st_mode & 0o001), None)


def _q(place: Path) -> str:
    return shlex.quote(str(place))
