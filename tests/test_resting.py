"""Between looks nothing listens to torch; a flagged line, the clock or a fork changes that as it should."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from importlib.util import find_spec

import pytest

from gradlint.watch.inside.resting import Rest


def test_listening_stops_and_comes_back_by_itself() -> None:
    told: list[bool] = []
    rest = Rest(told.append)
    assert not rest.ever
    rest.begin()
    until = time.monotonic() + 10
    while told[-1] is False and time.monotonic() < until:
        time.sleep(0.02)
    rest.stop()
    assert told == [False, True]
    assert rest.ever


def test_a_rest_that_is_interrupted_is_over_once() -> None:
    told: list[bool] = []
    rest = Rest(told.append)
    rest.begin()
    rest.interrupt()
    rest.interrupt()
    rest.stop()
    assert told == [False, True]


def test_the_clock_is_no_thread_of_the_program() -> None:
    rest = Rest(lambda on: None)
    before = threading.enumerate()
    rest.begin()
    assert threading.enumerate() == before
    rest.stop()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("error::DeprecationWarning:gradlint")
def test_a_fork_finds_no_clock_and_the_program_goes_on_to_be_looked_at() -> None:
    told: list[bool] = []
    rest = Rest(told.append)
    rest.begin()
    child = os.fork()
    if not child:
        os._exit(0 if rest._clock is None else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert rest._clock is not None
    rest.stop()


_CHANGING = """
import torch
from torch.optim import optimizer as optimizers
from gradlint.watch.inside.pytorch.steps import _NOTHING

weight = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([weight], lr=0.1)
calls = []


def hook(*given):
    calls.append(len(given))
    handle.hooks_dict_ref()[handle.id] = _NOTHING


handle = optimizers.register_optimizer_step_pre_hook(hook)
for _ in range(3):
    weight.grad = torch.ones(2)
    optimizer.step()
assert calls == [3]
assert torch.allclose(weight.detach(), torch.full((2,), 0.7))
"""


@pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
def test_a_hook_may_change_places_while_optimizers_ask_for_it() -> None:
    """In a process of its own: other tests fork from this one, and a framework weighs a lot."""
    subprocess.run([sys.executable, "-c", _CHANGING], check=True)
