"""The child that works for one job: puts the sandbox on, runs the job, sends its report and is gone."""

from __future__ import annotations

import faulthandler
import importlib
import io
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from . import own
from .located import locate
from .pipe import Pen
from .sandbox import SCRATCH_MB, Needs, kernel, lockdown, too_weak

Job = dict[str, Any]

_FAILED_SETUP = 97
_PERFORMERS = {"confirm": ("..verdict.perform", "perform"), "pairs": ("..pairs", "check_pairs")}


def performer(task: str) -> Callable[[Job], dict[str, Any]]:
    """The function that does a task; loaded before the lock-down, which leaves less to read."""
    if task == "code":
        return execute
    module, function = _PERFORMERS[task]
    found: Callable[[Job], dict[str, Any]] = getattr(importlib.import_module(module, __package__), function)
    return found


def live(job: Job, pen: Pen, work: str, output: int, absent: Mapping[str, str], strict: bool) -> NoReturn:
    """The whole life of a child; it never returns to the code that forked it."""
    try:
        perform = performer(job["task"])
        _settle(work, output)
        reach: list[str] = job["readable"] if "readable" in job else job["roots"]
        paths: list[str] = job.get("paths", [])
        needs = Needs(
            scratch=work,
            roots=tuple(reach + paths),
            device=job["device"],
            seconds=job["seconds"],
            memory_mb=job["memory_mb"],
            homes=tuple(job.get("homes", ())),
            disk_mb=job.get("disk_mb", SCRATCH_MB),
        )
        pen.layers(lockdown(needs, _checked(absent, strict)))
        os.chdir(work)
    except BaseException as error:
        pen.trouble(f"the sandbox could not be set up: {_short(error)}")
        os._exit(_FAILED_SETUP)
    own.restore()
    sys.path[:0] = job["roots"] + paths
    locate(job.get("modules", {}))
    sys.argv = [job["filename"]]
    report = _performed(perform, job)
    _flush()
    pen.report(report)
    os._exit(0)


def execute(job: Job) -> dict[str, Any]:
    """Only run the source, and tell how that went."""
    error = None
    try:
        code = compile(job["source"], job["filename"], "exec")
        exec(code, {"__name__": "__main__", "__file__": job["filename"], "__builtins__": __builtins__})
    except BaseException as raised:
        rows = [row for frame, row in traceback.walk_tb(raised.__traceback__) if _is_of(frame, job)]
        error = {
            "type": type(raised).__name__,
            "message": str(raised)[:500],
            "row": rows[-1] if rows else None,
            "gradient_error": False,
            "text": _short(raised),
        }
    run = {"end": "ran" if error is None else "raised", "error": error}
    return {"level": "program", "as_written": run, "after_fix": None, "trouble": None}


def _performed(perform: Callable[[Job], dict[str, Any]], job: Job) -> dict[str, Any]:
    try:
        return perform(job)
    except BaseException as error:
        # A fault of ours, or code that got out of the hands of the task: nothing to judge either way.
        return {"level": None, "as_written": None, "after_fix": None, "trouble": _short(error)}


def _settle(work: str, output: int) -> None:
    """A session, files and folders of its own."""
    if hasattr(os, "setsid") and os.getsid(0) != os.getpid():
        os.setsid()
    _forget(os.environ.get("TMPDIR", ""))
    for name in ("HOME", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "KERAS_HOME"):
        os.environ[name] = work
    tempfile.tempdir = None
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(nothing)
    os.close(output)
    sys.stdin, sys.stdout, sys.stderr = _stream(0, "r"), _stream(1, "w"), _stream(2, "w")
    # A crash is told as a traceback in the output.
    faulthandler.enable(2)
    os.chdir(work)
    die_with_parent()


def _forget(folder: str) -> None:
    """What a framework remembers of the zygote's folder, such as where to keep what it compiles, is not for writing."""
    for name, value in list(os.environ.items()):
        if folder and value.startswith(os.path.join(folder, "")):
            del os.environ[name]


def _stream(file: int, mode: str) -> io.TextIOWrapper:
    """By lines, so that a crash does not lose what was printed before it."""
    raw = io.FileIO(file, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, encoding="utf-8", errors="backslashreplace", line_buffering=True)


def die_with_parent() -> None:
    """If the zygote is killed, nobody else would end us."""
    if sys.platform == "linux":
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)


def _checked(absent: Mapping[str, str], strict: bool) -> Mapping[str, str]:
    """The layers that cannot be entered; an error if that leaves too few."""
    if (threads := _threads()) > 1:
        # The kernel lets only a single thread enter them.
        why = f"{threads} threads are running already"
        absent = {**absent, "namespaces": why, "landlock": why}
    if strict and (weakness := too_weak(absent)):
        raise RuntimeError(weakness)
    return absent


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            # The user's code may have closed or replaced it.
            continue


def _is_of(frame: Any, job: Job) -> bool:
    return bool(frame.f_code.co_filename == job["filename"])


def _short(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"[:500]
    except Exception:
        return type(error).__name__
