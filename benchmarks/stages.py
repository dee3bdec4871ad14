"""Where the time of a cold run goes: start-up, imports, triage, parse, flow, detectors, report, and which functions.

    python -m benchmarks.stages FOLDER [--functions 25]

Each stage is timed by itself: what it calls of another stage counts there. Run with a Python that has gradlint.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import os
import pstats
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

_STAGES = (
    ("parse", "gradlint.engine.findings", "parse"),
    ("parse", "gradlint.analysis.project.modules", "parse"),
    ("flow", "gradlint.engine.findings", "follow"),
    ("detect", "gradlint.engine.findings", "_found"),
    ("positions", "gradlint.engine.findings", "positions"),
    ("fixes", "gradlint.fixing.maker", "FixMaker.fix"),
    ("triage", "gradlint.engine.linting", "Engine.needs_parsing"),
    ("suppressions", "gradlint.engine.suppress", "apply"),
)
"""Stage, module and the function that is this stage."""
REST = "reading, discovery, report"
_IMPORTS = (
    ("start-up of Python", ""),
    ("import libcst", "import libcst"),
    (
        "import gradlint",
        "import libcst; import gradlint.cli.entry, gradlint.cli.commands.check, gradlint.rules, gradlint.fixing.maker",
    ),
)


class Clock:
    """Processor time of stages inside each other, each without those that it calls."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._running = [REST]
        self._since = time.process_time()

    def switch(self) -> None:
        now = time.process_time()
        self.spent[self._running[-1]] += now - self._since
        self._since = now

    def timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            self.switch()
            self._running.append(stage)
            try:
                result = work(*args, **kwargs)
                return list(result) if stage == "detect" else result
            finally:
                self.switch()
                self._running.pop()

        return timed


def _instrumented(clock: Clock) -> list[str]:
    """Put the clock around the stages; says which of them are not where they were."""
    import importlib

    absent = []
    for stage, module, path in _STAGES:
        holder: Any = importlib.import_module(module)
        *outer, name = path.split(".")
        for each in outer:
            holder = getattr(holder, each)
        work = getattr(holder, name, None)
        if work is None:
            absent.append(f"{module}.{path}")
        else:
            setattr(holder, name, clock.timed(stage, work))
    return absent


def _lint(folder: str) -> None:
    from gradlint.cli.entry import main

    with redirect_stdout(io.StringIO()):
        main(["--isolated", "--no-cache", "--quiet", "--exit-zero", "-j1", folder])


def _functions(folder: str, number: int) -> list[tuple[float, float, int, str]]:
    """Seconds in the function itself and with what it calls, calls, and its name, the dearest first."""
    from gradlint.core import depth

    depth.with_deep_stack = lambda work: work()  # type: ignore[assignment]
    profile = cProfile.Profile()
    threading.stack_size(256 << 20)
    thread = threading.Thread(target=lambda: profile.runcall(_lint, folder))
    thread.start()
    thread.join()
    found = []
    for (file, line, name), (_, calls, own, total, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        place = "/".join(Path(file).parts[-3:]) if os.sep in file else ""
        found.append((own, total, calls, f"{place}:{line} {name}" if place else name))
    return sorted(found, reverse=True)[:number]


def measured(python: str, folder: Path, functions: int = 20) -> dict[str, Any]:
    """The same by an interpreter that has gradlint installed with its bytecode."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    before = []
    for name, code in _IMPORTS:
        words = [python, "-c", f"{code}\nimport time; print(time.process_time())"]
        runs = [float(subprocess.check_output(words, env=environment)) for _ in range(5)]
        before.append((name, sorted(runs)[2]))
    words = [python, __file__, str(folder), "--json", "--functions", str(functions)]
    inside = json.loads(subprocess.check_output(words, env=environment))
    starts = {
        name: total - (before[place - 1][1] if place else 0) for place, (name, total) in enumerate(before)
    }
    return {
        "stages": {**starts, **inside["stages"]},
        "functions": inside["functions"],
        "absent": inside["absent"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--functions", type=int, default=25)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    clock = Clock()
    absent = _instrumented(clock)
    clock._since = time.process_time()
    _lint(options.folder)
    clock.switch()
    spent = dict(sorted(clock.spent.items(), key=lambda each: -each[1]))
    dearest = _functions(options.folder, options.functions) if options.functions else []
    if options.json:
        print(json.dumps({"stages": spent, "functions": dearest, "absent": absent}))
        return
    total = sum(spent.values())
    for stage, seconds in spent.items():
        print(f"{stage:28} {seconds:8.2f} s {seconds / total:6.1%}")
    for own, whole, calls, name in dearest:
        print(f"{own:8.2f} s {whole:8.2f} s {calls:10} {name}")


if __name__ == "__main__":
    sys.path[:] = [
        place for place in sys.path if Path(place or ".").resolve() != Path(__file__).resolve().parent
    ]
    main()
