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
from tests.support.outcome import Outcome
from tests.support.zygote import decode, encode

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
    return _perform(Job(framework, source, seconds=seconds))


def measure(framework: str, source: str, also: tuple[str, ...] = ()) -> Outcome:
    return _perform(Job(framework, source, measure=True, also=also))


def confirm(job: dict[str, Any]) -> dict[str, Any]:
    """The report on one finding; see `gradlint.confirm.runner.perform`."""
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
    return _outcome(answer) if answer.endswith(b"\n") else None


def _in_fresh_process(job: Job) -> Outcome:
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
    return _outcome(done.stdout)


def _outcome(answer: bytes) -> Outcome:
    outcome = decode(answer)
    assert isinstance(outcome, Outcome)
    return outcome


def _command(framework: str) -> list[str]:
    return [sys.executable, "-m", "tests.support.zygote", framework]
