"""Run scripts under a framework, each in a process of its own.

`run_file("torch", source)` tells how a script ends and what it prints; `measure("torch", source)` also
puts the gradients it asks for beside finite differences.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.job import Job
from tests.support.needs import skip_where_absent
from tests.support.outcome import Outcome
from tests.support.witness import Seen, Watch
from tests.support.zygote import Message, decode, encode

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    **os.environ,
    "CUDA_VISIBLE_DEVICES": "",
    "JAX_PLATFORMS": "cpu",
    "KERAS_BACKEND": "tensorflow",
    "OMP_NUM_THREADS": "1",
    "PYTHONWARNINGS": "ignore",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
}


IMPORT_SECONDS = 60.0
"""What a fresh process may take on top, to import its framework on a busy machine."""


def run_file(framework: str, source: str, seconds: float = 60.0) -> Outcome:
    skip_where_absent(source)
    return _perform(Job(framework, source, seconds=seconds))


def measure(framework: str, source: str, also: tuple[str, ...] = ()) -> Outcome:
    skip_where_absent(source)
    return _perform(Job(framework, source, measure=True, also=also))


def look(framework: str, source: str, seconds: float = 60.0) -> Seen:
    """What a script computes and which gradients it is given; see `tests.support.witness`."""
    skip_where_absent(source)
    watch = Watch(framework, source, seconds)
    seen = _answered(watch) if hasattr(os, "fork") else None
    if seen is None or (isinstance(seen, Outcome) and seen.end == "died"):
        seen = _answered_afresh(watch)
    if isinstance(seen, Outcome):
        return Seen(f"{seen.end}: {seen.error}", {}, {}, ())
    assert isinstance(seen, Seen)
    return seen


def confirm(job: dict[str, Any]) -> dict[str, Any]:
    """The report on one finding; see `gradlint.confirm.runner.verdict.perform`."""
    process = _warm_process(job["framework"])
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(encode(job))
    process.stdin.flush()
    report = decode(process.stdout.readline())
    assert isinstance(report, dict), report
    return report


_warm: dict[str, subprocess.Popen[bytes]] = {}


@atexit.register
def close() -> None:
    """End the warm processes; the next script starts a new one."""
    while _warm:
        _, process = _warm.popitem()
        process.communicate()


def _perform(job: Job) -> Outcome:
    outcome = _in_warm_process(job) if hasattr(os, "fork") else None
    # A fork of a program with threads can go wrong for reasons that are not the script's.
    return outcome if outcome is not None and outcome.end != "died" else _in_fresh_process(job)


def _warm_process(framework: str) -> subprocess.Popen[bytes]:
    process = _warm.get(framework)
    if process is None or process.poll() is not None:
        process = _warm[framework] = subprocess.Popen(
            _command(framework), cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
    return process


def _in_warm_process(job: Job) -> Outcome | None:
    answer = _answered(job)
    assert answer is None or isinstance(answer, Outcome)
    return answer


def _answered(job: Job | Watch) -> Message | None:
    """None if the warm process itself is gone."""
    process = _warm_process(job.framework)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(encode(job))
        process.stdin.flush()
        answer = process.stdout.readline()
    except BrokenPipeError:
        return None
    return decode(answer) if answer.endswith(b"\n") else None


def _in_fresh_process(job: Job) -> Outcome:
    answer = _answered_afresh(job)
    assert isinstance(answer, Outcome)
    return answer


def _answered_afresh(job: Job | Watch) -> Message:
    try:
        done = subprocess.run(
            [*_command(job.framework), "--once"],
            cwd=ROOT,
            env=ENVIRONMENT,
            input=encode(job),
            stdout=subprocess.PIPE,
            timeout=job.seconds + IMPORT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return Outcome("timeout", f"still running after {job.seconds + IMPORT_SECONDS:g} s")
    if not done.stdout.endswith(b"\n"):
        return Outcome("died", f"the process ended with {done.returncode}")
    return decode(done.stdout)


def _command(framework: str) -> list[str]:
    return [sys.executable, "-m", "tests.support.zygote", framework]
