"""A process that has imported one framework and forks a child for each script it is given.

    python -m tests.support.zygote torch          serve: one job per line of stdin, one answer per line
    python -m tests.support.zygote torch --once   the same for one job, without a fork

Importing TensorFlow takes seconds and running an example milliseconds, so the import is done
once. Nothing is computed before a fork: threads and devices do not survive one.
"""

from __future__ import annotations

import math
import os
import pickle
import resource
import select
import signal
import sys
import time
from base64 import b64decode, b64encode
from typing import Any, BinaryIO

from gradlint.confirm.runner.execute.frameworks import load
from gradlint.confirm.runner.verdict.perform import perform as confirm
from tests.support.job import Job, perform
from tests.support.outcome import Outcome
from tests.support.witness import Seen, Watch, witness

Message = Job | Watch | Outcome | Seen | dict[str, Any]
"""A script to run or to look at or a finding to confirm, and what came of it."""


def encode(message: Message) -> bytes:
    return b64encode(pickle.dumps(message)) + b"\n"


def decode(line: bytes) -> Message:
    message = pickle.loads(b64decode(line))
    assert isinstance(message, (Job, Watch, Outcome, Seen, dict))
    return message


def answer(message: Message) -> Message:
    if isinstance(message, dict):
        return confirm(message)
    if isinstance(message, Watch):
        return witness(message)
    assert isinstance(message, Job)
    return perform(message)


def main(framework: str, once: bool) -> None:
    answers = os.fdopen(os.dup(1), "wb")
    # What a framework or a script prints at the level of the system must not get between the answers.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    load(framework)
    for line in sys.stdin.buffer:
        job = decode(line)
        answers.write(encode(answer(job) if once else _in_child(job)))
        answers.flush()


def _in_child(job: Message) -> Message:
    assert not isinstance(job, (Outcome, Seen))
    seconds = job["seconds"] + 20.0 if isinstance(job, dict) else job.seconds
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        _limit_processor_time(seconds)
        try:
            with os.fdopen(writable, "wb") as pipe:
                pipe.write(encode(answer(job)))
        finally:
            os._exit(0)  # what the parent has open is the parent's to close
    os.close(writable)
    with os.fdopen(readable, "rb") as pipe:
        received = _read_until(pipe, time.monotonic() + _ON_THE_CLOCK * seconds)
    if received is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if received is None or code == -signal.SIGXCPU:
        return Outcome("timeout", f"still running after {seconds:g} s")
    if not received.endswith(b"\n"):
        return Outcome("died", f"the process ended with {code}")
    return decode(received)


def _limit_processor_time(seconds: float) -> None:
    """A busy machine makes a program slow; it is no sign of a program that does not end."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), most))


_ON_THE_CLOCK = 6
"""A program that waits uses no processor time; so many times its limit it may wait."""


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
