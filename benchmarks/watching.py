"""What `gradlint run` costs: processor time of a training loop of small steps, alone and watched.

    python -m benchmarks.watching [--steps N] [--rounds N]

The loop has five flagged lines, or none. Both ways of running it take turns in one process, a second or so at a time,
a round alone before and after each watched one, so that a busy machine is busy for both: what gradlint puts into
torch and into the program is taken out for a round alone, and its clock stands still. The first steps, which are
looked at one by one, do not count.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PROGRAM = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(16, 32)
        self.head = nn.Linear(32, 4)
        self.a = nn.Parameter(torch.ones(4))
        self.b = nn.Parameter(torch.ones(4))
        self.c = nn.Parameter(torch.ones(4))
        self.d = nn.Parameter(torch.ones(4))
        self.e = nn.Parameter(torch.ones(4))

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
x, y = torch.randn(32, 16), torch.randn(32, 4)


def train(steps):
    for step in range(steps):
        optimizer.zero_grad()
        loss = ((net(x) - y) ** 2).mean()
{lines}
        loss.backward()
        optimizer.step()
"""
_LINE = "        loss = loss + net.{name}.sum(){cut}"
_FIRST = 300
"""So many steps until most are only counted."""


def program(flagged: bool) -> str:
    cut = ".item()" if flagged else ""
    return _PROGRAM.format(lines="\n".join(_LINE.format(name=name, cut=cut) for name in "abcde"))


class Torch:
    """What gradlint puts into torch, to be taken out and put back as it was left."""

    def __init__(self, torch: Any) -> None:
        self._functions = (torch.autograd.backward, torch.autograd.grad)
        optimizer = importlib.import_module("torch.optim.optimizer")
        self._hooks: dict[Any, Any] = optimizer._global_optimizer_pre_hooks
        self._states = {False: self._state()}
        self._is_watched = False
        self._clocks: list[Any] = []

    def _state(self) -> tuple[Any, Any]:
        return [each.__code__ for each in self._functions], dict(self._hooks)

    def is_watched(self, clocks: list[Any]) -> None:
        self._is_watched = True
        self._clocks = clocks

    def put(self, watched: bool) -> None:
        if watched == self._is_watched:
            return
        if self._is_watched:
            for clock in self._clocks:
                clock.stop()
            self._states[True] = self._state()
        codes, hooks = self._states[watched]
        for function, code in zip(self._functions, codes):
            function.__code__ = code
        self._hooks.clear()
        self._hooks.update(hooks)
        self._is_watched = watched
        if watched:
            for clock in self._clocks:
                clock.start()


def watched_and_alone(folder: Path, flagged: bool) -> tuple[Torch, Any, Any]:
    """The same module twice, watched and as it is."""
    import torch

    from gradlint.core import catalog
    from gradlint.engine.config import Configuration
    from gradlint.watch import project
    from gradlint.watch.inside import session, watches
    from gradlint.watch.inside.plan import plan_of
    from gradlint.watch.plan import Planned

    torch.set_num_threads(1)
    (folder / "watched_loop.py").write_text(program(flagged))
    configuration = Configuration(catalog.headings(), {}, None, False)
    results = project.lint(project.files_of(str(folder), configuration), configuration)
    planned = Planned([one for one in results if one.findings])
    assert len(planned.numbered) == 5 * flagged, f"{len(planned.numbered)} findings"
    (folder / "plain_loop.py").write_text(program(flagged))
    both = Torch(torch)
    plan = planned.as_json(str(folder / "facts.json"), project.roots_of(str(folder)), False)
    session.watch(plan_of(plan), writes=False)
    both.is_watched([wake.__self__ for wake in watches.when_due])
    sys.path.insert(0, str(folder))
    return both, importlib.import_module("watched_loop"), importlib.import_module("plain_loop")


def measured(flagged: bool, steps: int, rounds: int) -> tuple[float, float, float]:
    """Seconds of a step alone, and the part that watching adds: the median of the rounds, and their sum."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        both, watched, plain = watched_and_alone(Path(folder), flagged)

        def one(is_watched: bool, number: int) -> float:
            both.put(is_watched)
            train: Callable[[int], None] = (watched if is_watched else plain).train
            start = time.process_time()
            train(number)
            return time.process_time() - start

        one(True, _FIRST), one(False, _FIRST)
        alone, with_us = [], []
        before = one(False, steps)
        for _ in range(rounds):
            with_us.append(one(True, steps))
            after = one(False, steps)
            alone.append((before + after) / 2)
            before = after
    ratios = [one / other - 1 for one, other in zip(with_us, alone)]
    return statistics.median(alone) / steps, statistics.median(ratios), sum(with_us) / sum(alone) - 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    for flagged in (True, False):
        with context.Pool(1) as pool:
            alone, median, whole = pool.apply(measured, (flagged, options.steps, options.rounds))
        what = "five flagged lines" if flagged else "no finding"
        print(f"{what}: {alone * 1e6:.0f} us a step alone, watched {median:+.1%} (all rounds {whole:+.1%})")


if __name__ == "__main__":
    main()
