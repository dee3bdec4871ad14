"""A process that has imported one framework and forks a child for each script it is given.

    python -m tests.support.zygote torch          serve: one job per line of stdin, one answer per line
    python -m tests.support.zygote torch --once   the same for one job, without a fork

Importing TensorFlow takes seconds and running an example milliseconds, so the import is done
once. Nothing is computed before a fork: threads and devices do not survive one.
"""

from __future__ import annotations

import importlib
import os
import pickle
import select
import signal
import sys
import time
from base64 import b64decode, b64encode
from typing import BinaryIO

from tests.support.job import Job, perform
from tests.support.outcome import Outcome

ADAPTERS = {
    "torch": "tests.support.asked_torch",
    "tensorflow": "tests.support.asked_tensorflow",
    "jax": "tests.support.asked_jax",
    "numpy": "tests.support.asked_numpy",
}


def encode(message: Job | Outcome) -> bytes:
    return b64encode(pickle.dumps(message)) + b"\n"


def decode(line: bytes) -> Job | Outcome:
    message = pickle.loads(b64decode(line))
    assert isinstance(message, (Job, Outcome))
    return message


def main(framework: str, once: bool) -> None:
    answers = os.fdopen(os.dup(1), "wb")
    # What a framework or a script prints at the level of the system must not get between the answers.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    importlib.import_module(ADAPTERS[framework])
    for line in sys.stdin.buffer:
        job = decode(line)
        assert isinstance(job, Job)
        answers.write(encode(perform(job) if once else _in_child(job)))
        answers.flush()


def _in_child(job: Job) -> Outcome:
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(writable, "wb") as pipe:
                pipe.write(encode(perform(job)))
        finally:
            os._exit(0)  # what the parent has open is the parent's to close
    os.close(writable)
    with os.fdopen(readable, "rb") as pipe:
        answer = _read_until(pipe, time.monotonic() + job.seconds)
    if answer is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if answer is None:
        return Outcome("timeout", f"still running after {job.seconds:g} s")
    if not answer.endswith(b"\n"):
        return Outcome("died", f"the process ended with {os.waitstatus_to_exitcode(status)}")
    outcome = decode(answer)
    assert isinstance(outcome, Outcome)
    return outcome


def _read_until(pipe: BinaryIO, deadline: float) -> bytes | None:
    """Everything the child writes; None if it has not finished by the deadline."""
    received = b""
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
        block = os.read(pipe.fileno(), 1 << 16)
        if not block:
            return received
        received += block


if __name__ == "__main__":
    main(sys.argv[1], "--once" in sys.argv[2:])
