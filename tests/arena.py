"""A place to attack: things worth harming, a zygote to run the attacks in, and a look at what was harmed."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import select
import shutil
import signal
import socket
import stat
import sysconfig
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradlint.confirm.runner.process import preload
from gradlint.confirm.runner.process.sandbox import LAYERS, kernel
from gradlint.confirm.runner.process.watchdog import children
from gradlint.confirm.runner.process.zygote import Config, Zygote

ATTACKS = Path(__file__).parent / "attacks"
NOBODY = 65534
MEMORY_MB = 256
_PRECIOUS = "what took years to write"
_PATIENCE = 30


@dataclass(frozen=True)
class Attack:
    """A program of `tests/attacks` with what its head says about it."""

    name: str
    source: str
    about: str
    ends: tuple[str, ...]
    seconds: float
    is_control: bool
    """It succeeds where there is no sandbox, which shows that the arena notices."""
    is_forgery: bool

    @classmethod
    def read(cls, path: Path) -> Attack:
        source = path.read_text(encoding="utf-8")
        head = dict(re.findall(r"^# (\w+): (.+)$", source, re.MULTILINE))
        about = ast.get_docstring(ast.parse(source)) or ""
        ends = tuple(head.get("ends", "reported").split())
        seconds = float(head.get("seconds", 5))
        return cls(path.stem, source, about, ends, seconds, "control" in head, "forged" in head)


def attacks() -> list[Attack]:
    return [Attack.read(path) for path in sorted(ATTACKS.glob("*.py"))]


class Arena:
    """Belongs to the user whose processes attack it."""

    def __init__(self, user: int, layers: Sequence[str] = LAYERS, strict: bool = True) -> None:
        self._user = user
        # Not the folder of pytest, which only root may enter.
        self._folder = Path(tempfile.mkdtemp(prefix="arena-"))
        self._mark = f"written-in-{self._folder.name}"
        self.home = self._folder / "home"
        self.project = self._folder / "project"
        self._precious = self.home / "precious.txt"
        self._secret = self.home / ".ssh" / "id"
        self._project_file = self.project / "data.txt"
        self._sockets = self._open_sockets()
        self._lay_out()
        self._started = 0
        self._before: object = None
        self.zygote, self._jobs, self._answers = self._start(layers, strict)
        self._unread = b""
        self.ready = self.hear()

    def run(self, attack: Attack) -> dict[str, Any]:
        """What the zygote tells about the attack, after everything was put in order."""
        self._lay_out()
        self._before = self._state()
        name = self.give(attack)
        answer = self.hear()
        assert answer["id"] == name
        return answer

    def give(self, attack: Attack) -> str:
        """Have it executed; the name under which it will be answered."""
        self._started += 1
        job = {
            "id": f"{attack.name}-{self._started}",
            "task": "code",
            "framework": "none",
            "source": attack.source,
            "filename": f"{attack.name}.py",
            "roots": [str(self.project)],
            "homes": [str(self.home)],
            "device": "cpu",
            "seconds": attack.seconds,
            "memory_mb": MEMORY_MB,
        }
        os.write(self._jobs, f"{json.dumps(job)}\n".encode())
        return str(job["id"])

    def damage(self, answer: dict[str, Any]) -> list[str]:
        """What an attack has done that it should not have been able to do."""
        found = []
        if "breached" in answer["output"]:
            found.append("the attack says that it succeeded")
        if self._state() != self._before:
            found.append("files of the user have changed")
        for name, opened in self._sockets.items():
            if _was_reached(opened):
                found.append(f"somebody came in by {name}")
        # A fork begins with all that the tests before have imported into this process.
        if answer["peak_mb"] > MEMORY_MB + 600 + resident_mb(self.zygote):
            found.append(f"{answer['peak_mb']} MB of memory were used")
        if answer["cpu_seconds"] > 8:
            found.append(f"it used {answer['cpu_seconds']} s of processor time")
        if left := list(children(self.zygote)):
            found.append(f"processes are left: {left}")
        if left := os.listdir(self._folder / "scratch"):
            found.append(f"scratch folders are left: {left}")
        for folder in ("/tmp", "/dev/shm"):
            if os.path.lexists(place := os.path.join(folder, self._mark)):
                os.unlink(place)
                found.append(f"{place} was written")
        return found

    def close(self) -> None:
        os.close(self._jobs)
        os.close(self._answers)
        ended = time.monotonic() + _PATIENCE
        while os.waitpid(self.zygote, os.WNOHANG)[0] == 0:
            if time.monotonic() > ended:
                os.kill(self.zygote, signal.SIGKILL)
                raise TimeoutError("the zygote did not end with its jobs")
            time.sleep(0.01)
        for opened in self._sockets.values():
            opened.close()
        shutil.rmtree(self._folder)

    def _lay_out(self) -> None:
        for folder in (self.home, self.project):
            shutil.rmtree(folder, ignore_errors=True)
        self._secret.parent.mkdir(parents=True)
        self.project.mkdir()
        self._precious.write_text(_PRECIOUS)
        self._secret.write_text("the private key")
        self._project_file.write_text("a table of numbers")
        (self.project / "targets.py").write_text(self._targets())
        (self.project / "key").symlink_to(self._secret)
        (self.project / "src").symlink_to("..")
        (self._folder / "scratch").mkdir(exist_ok=True)
        self._folder.chmod(0o755)
        if os.getuid() == 0:
            for place in self._places():
                os.chown(place, self._user, self._user, follow_symlinks=False)
        for opened in self._sockets.values():
            _was_reached(opened)

    def _targets(self) -> str:
        named = {
            "home": str(self.home),
            "precious": str(self._precious),
            "secret": str(self._secret),
            "project": str(self.project),
            "project_file": str(self._project_file),
            "mark": self._mark,
            "host": os.getpid(),
            "tcp": self._sockets["tcp"].getsockname()[1],
            "udp": self._sockets["udp"].getsockname()[1],
            "unix": self._sockets["unix"].getsockname(),
            "datagram": self._sockets["datagram"].getsockname(),
            "abstract": self._sockets["abstract"].getsockname()[1:].decode(),
        }
        return "".join(f"{name} = {value!r}\n" for name, value in named.items())

    def _open_sockets(self) -> dict[str, socket.socket]:
        stream, datagram = socket.SOCK_STREAM, socket.SOCK_DGRAM
        opened = {
            "tcp": (socket.AF_INET, stream, ("127.0.0.1", 0)),
            "udp": (socket.AF_INET, datagram, ("127.0.0.1", 0)),
            "unix": (socket.AF_UNIX, stream, str(self._folder / "stream")),
            "datagram": (socket.AF_UNIX, datagram, str(self._folder / "datagram")),
            "abstract": (socket.AF_UNIX, stream, f"\0{self._folder.name}"),
        }
        sockets = {}
        for name, (family, kind, address) in opened.items():
            sockets[name] = socket.socket(family, kind)
            sockets[name].bind(address)
            sockets[name].setblocking(False)
            if kind == stream:
                sockets[name].listen(100)
        return sockets

    def _places(self) -> Iterator[str]:
        for folder, folders, files in os.walk(self._folder):
            yield folder
            yield from (os.path.join(folder, name) for name in (*folders, *files))

    def _state(self) -> object:
        """Names, contents and records of all that belongs to the user."""
        state = {}
        for top in (self.home, self.project):
            for place in sorted((top, *top.rglob("*")) if top.exists() else ()):
                about = place.lstat()
                try:
                    text = place.read_text() if stat.S_ISREG(about.st_mode) else ""
                except PermissionError:
                    text = "out of reach"
                named = os.listxattr(place, follow_symlinks=False)
                state[str(place)] = (
                    about.st_mode,
                    about.st_ino,
                    about.st_mtime_ns,
                    about.st_ctime_ns,
                    text,
                    named,
                )
        return state

    def _start(self, layers: Sequence[str], strict: bool) -> tuple[int, int, int]:
        """Fork the zygote: a user without rights may not even be able to start this interpreter."""
        _import_all()
        jobs_out, jobs_in = os.pipe()
        answers_out, answers_in = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                # Nothing of pytest may be within reach of an attack.
                nothing = os.open(os.devnull, os.O_RDWR)
                for file in (0, 1, 2):
                    os.dup2(nothing, file)
                jobs, answers = os.dup2(jobs_out, 100), os.dup2(answers_in, 101)
                os.closerange(3, 100)
                os.closerange(102, 4096)
                self._become_user()
                config = Config("none", str(self._folder / "scratch"), strict=strict, layers=tuple(layers))
                Zygote(config, jobs, answers).run()
            except BaseException:
                os.write(101, json.dumps({"died": traceback.format_exc()}).encode() + b"\n")
            os._exit(0)
        os.close(jobs_out)
        os.close(answers_in)
        return pid, jobs_in, answers_out

    def _become_user(self) -> None:
        if self._user != os.getuid():
            os.setgroups([])
            os.setgid(self._user)
            os.setuid(self._user)
            # Whoever changes its user is hidden from it, and could not enter a namespace any more.
            kernel.prctl(kernel.PR_SET_DUMPABLE, 1)

    def hear(self) -> dict[str, Any]:
        while b"\n" not in self._unread:
            if not select.select([self._answers], [], [], _PATIENCE)[0]:
                raise TimeoutError("the zygote does not answer")
            data = os.read(self._answers, 1 << 16)
            assert data, "the zygote is gone"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        assert "died" not in message, message["died"]
        return message


def _was_reached(opened: socket.socket) -> bool:
    with suppress(BlockingIOError):
        if opened.type == socket.SOCK_DGRAM:
            opened.recv(10)
        else:
            opened.accept()[0].close()
        return True
    return False


def _import_all() -> None:
    """All modules that attacks import: where the attacker cannot read them, an attack would not even start."""
    preload.load("none")
    sysconfig.get_paths()
    for path in ATTACKS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    importlib.import_module(alias.name)


def resident_mb(pid: int) -> int:
    """The memory of a process that is in use."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
