"""An interpreter on another machine: `--on ssh:HOST[:PYTHON]`.

The runner and the jobs are sent over ssh, executed there in the same sandbox, and their answers come back by the same
connection. Nothing is installed there, and what was sent is removed at the end, also if the connection is lost.
"""

from __future__ import annotations

import base64
import json
import os
import re
import secrets
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from gradlint.confirm.answers import Job
from gradlint.confirm.interpreter import OLDEST, environment_there
from gradlint.confirm.shipping import Shipped
from gradlint.confirm.sites import Begun
from gradlint.core.errors import GradlintError
from gradlint.core.executables import located

_ARRIVE = Path(__file__).parent / "runner" / "process" / "arrive.py"
_HOST = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._+-]*@)?(?:[A-Za-z0-9_][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.%]+\])")
_PYTHON = re.compile(r"(?:~/|/)?[^\x00-\x1f\x7f]+")
_OPTIONS = """
    -T -x -a -o BatchMode=yes -o ClearAllForwardings=yes -o ConnectTimeout=15 -o ServerAliveInterval=10
    -o ServerAliveCountMax=3 -o ControlMaster=no -o RequestTTY=no -o LogLevel=ERROR
""".split()
_PATIENCE = 60
_SPARE_MB = 1024
_HELLO = "gradlint-hello "
_ASK = f"""
import json, os, sys, tempfile
homes = [os.path.expanduser("~")]
try:
    import pwd
    homes.append(pwd.getpwuid(os.getuid()).pw_dir)
except (ImportError, KeyError):
    pass
free = None
try:
    for line in open("/proc/meminfo"):
        if line.startswith("MemAvailable:"):
            free = int(line.split()[1]) // 1024
except OSError:
    pass
cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
greeting = dict(version=list(sys.version_info[:2]), folder=os.path.realpath(tempfile.gettempdir()), homes=homes,
            processors=cpus, free_mb=free, forks=hasattr(os, "fork"))
print("{_HELLO}" + json.dumps(greeting), flush=True)
"""


@dataclass(frozen=True)
class Destination:
    host: str
    python: str = "python3"

    @property
    def address(self) -> str:
        """The host as ssh wants it: an address in brackets without them."""
        return self.host.replace("[", "").replace("]", "")

    def command(self, program: str) -> list[str]:
        """ssh with a program, as text, for the interpreter there. The shell there sees letters and quotes alone."""
        ssh = located("ssh")
        if ssh is None:
            raise GradlintError("--on: ssh is not installed, or not on the path")
        text = base64.b64encode(program.encode()).decode()
        run = f"import base64;exec(base64.b64decode('{text}').decode())"
        return [ssh, *_OPTIONS, "--", self.address, f"{_quoted(self.python)} -I -c {shlex.quote(run)}"]


def destination(word: str) -> Destination:
    """`ssh:HOST[:PYTHON]`; an error for the user for everything else, most of all for what ssh takes for an option."""
    kind, colon, rest = word.partition(":")
    if kind != "ssh" or not colon:
        raise GradlintError(f"--on: expected ssh:HOST or ssh:HOST:PYTHON, found {word!r}")
    match = _HOST.match(rest)
    if match is None or ((left := rest[match.end() :]) and not left.startswith(":")):
        raise GradlintError(f"--on: {rest.partition(':')[0]!r} is not the name of a host")
    python = left[1:] if left else ""
    if left and (not _PYTHON.fullmatch(python) or python.startswith("-")):
        raise GradlintError(f"--on: {python!r} is not the path of an interpreter")
    return Destination(match[0], python or "python3")


def _quoted(python: str) -> str:
    """One word for a shell, which only replaces a leading `~/`."""
    return f"~/{shlex.quote(python[2:])}" if python.startswith("~/") else shlex.quote(python)


class Remote:
    """A site that ssh leads to; see `Site`."""

    def __init__(self, place: Destination) -> None:
        if os.name != "posix":
            raise GradlintError("--on needs Linux or macOS on this side")
        self._place = place
        self._about = _asked(place)
        self._jobs: list[Job] = []

    def at_once(self, memory_mb: int) -> int:
        processors: int = self._about["processors"]
        free: int | None = self._about["free_mb"]
        fed = processors if free is None else (free - _SPARE_MB) // memory_mb
        return max(1, min(processors, fed))

    def surroundings(self) -> Job:
        return {"paths": [], "homes": self._about["homes"]}

    def prepare(self, jobs: Sequence[Job]) -> None:
        self._jobs = list(jobs)

    def begin(self, config: Mapping[str, object], device: str, errors: IO[bytes]) -> Begun:
        # Each zygote has a folder of its own, which goes away with it.
        shipped = Shipped(f"{self._about['folder']}/gradlint-{secrets.token_hex(12)}")
        shipped.add(self._jobs)
        archive = shipped.archive()
        header = {
            "size": len(archive),
            "home": shipped.home,
            "folders": sorted(shipped.folders),
            "config": dict(config),
            **environment_there(device),
        }
        process = subprocess.Popen(
            self._place.command(_ARRIVE.read_text("utf-8")),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
        first = f"{json.dumps(header)}\n".encode() + archive
        return Begun(process, first, outward=shipped.job, homeward=shipped.back)

    def last_words(self, code: int | None, said: str) -> str:
        if code in (None, 255) or (code or 0) < 0:
            return f"the connection to {self._place.host} was lost{f': {said}' if said else ''}"
        return f"on {self._place.host}: {said or 'it said nothing'}"


def _asked(place: Destination) -> dict[str, Any]:
    """One short connection: whether the host answers, and what its interpreter says about itself."""
    name = f"ssh:{place.host}:{place.python}"
    try:
        done = subprocess.run(
            place.command(_ASK),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GradlintError(f"{name}: no answer within {_PATIENCE} s") from None
    except OSError as error:
        raise GradlintError(f"{name}: ssh cannot be started ({error.strerror})") from None
    hello = next((each for each in done.stdout.splitlines() if each.startswith(_HELLO)), None)
    said = next(
        (each.strip() for each in reversed(done.stderr.splitlines()) if each.strip()), "it said nothing"
    )
    if hello is None and done.returncode == 255:
        raise GradlintError(f"{name}: ssh cannot connect: {said[:300]}")
    try:
        greeting = json.loads((hello or "")[len(_HELLO) :])
        version = tuple(int(each) for each in greeting["version"])
        about = {
            "folder": str(greeting["folder"]),
            "homes": [str(each) for each in greeting["homes"]],
            "processors": int(greeting["processors"]),
            "free_mb": None if greeting["free_mb"] is None else int(greeting["free_mb"]),
        }
        forks = bool(greeting["forks"])
    except (ValueError, KeyError, TypeError):
        raise GradlintError(
            f"{name}: {place.python} is not a Python interpreter there: {said[:300]}"
        ) from None
    if version < OLDEST:
        found, needed = (".".join(map(str, each)) for each in (version, OLDEST))
        raise GradlintError(f"{name}: Python {found} is too old to run code in, {needed} is needed")
    if not forks or not re.fullmatch(r"/[^\x00-\x1f]*", str(about["folder"])):
        raise GradlintError(f"{name}: only Linux and macOS can be reached with --on")
    return about
