"""What `gradlint run` costs: processor time of a training loop of small steps, alone and watched.

    python -m benchmarks.watching [--steps N] [--repeat N]

The loop has five flagged lines, or none. The program measures itself, from the first step to the last, so that neither
the import of torch nor linting counts; the faster half of the steps stands for each run, which other programs on the
machine disturb least, and the best of several runs for all.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

_PROGRAM = """\
import sys
import time

import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)


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


def main(steps):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    x, y = torch.randn(32, 16), torch.randn(32, 4)
    times = []
    for step in range(steps + 50):
        start = time.process_time_ns()
        optimizer.zero_grad()
        loss = ((net(x) - y) ** 2).mean()
{lines}
        loss.backward()
        optimizer.step()
        times.append(time.process_time_ns() - start)
    times = sorted(times[50:])
    print(sum(times[: steps // 2]) / (steps // 2) / 1e9, file=sys.stdout)
    print(loss.item().hex(), file=sys.stdout)


main(int(sys.argv[1]))
"""
_LINE = "        loss = loss + net.{name}.sum(){cut}"


def program(flagged: bool) -> str:
    cut = ".item()" if flagged else ""
    return _PROGRAM.format(lines="\n".join(_LINE.format(name=name, cut=cut) for name in "abcde"))


def seconds(command: list[str], folder: str) -> tuple[float, str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    time, loss = done.stdout.split()
    return float(time), loss


def measured(flagged: bool, steps: int, repeat: int) -> tuple[float, float]:
    """The least time alone and watched; the two take turns, so that a busy machine is busy for both."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "loop.py").write_text(program(flagged))
        alone = [sys.executable, "loop.py", str(steps)]
        words = ["-m", "gradlint", "run", "--isolated", "--python", sys.executable, "-q"]
        watched = [sys.executable, *words, "--output-file", "report.txt", *alone[1:]]
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(repeat):
            first, second = seconds(alone, folder), seconds(watched, folder)
            assert first[1] == second[1], "the losses differ"
            times[0].append(first[0])
            times[1].append(second[0])
    return min(times[0]), min(times[1])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    for flagged in (True, False):
        alone, watched = measured(flagged, options.steps, options.repeat)
        what = "five flagged lines" if flagged else "no finding"
        per_step = alone * 1e6
        print(f"{what}: {per_step:.0f} us a step alone, {watched / alone - 1:+.1%} watched")


if __name__ == "__main__":
    main()
