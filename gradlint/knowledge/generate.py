"""Write the knowledge tables from the installed frameworks, or check that they still hold.

python -m gradlint.knowledge.generate                # measure and write all tables
python -m gradlint.knowledge.generate torch --check  # measure one and compare, exit 1 if it differs
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from gradlint.core.model import Framework
from gradlint.knowledge.facts import render

DATA = Path(__file__).parent / "data"
FRAMEWORKS: tuple[str, ...] = get_args(Framework)
SHOWN = 40
SAME, DIFFERENT, INCOMPARABLE = 0, 1, 3


def probe(framework: str) -> Any:
    """The probe module of a framework; importing it imports the framework."""
    # Quiet, on the processor and alone: the facts do not depend on the machine.
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("JAX_TRACEBACK_FILTERING", "off")
    os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
    os.environ.setdefault("KERAS_BACKEND", "tensorflow")
    return importlib.import_module(f"gradlint.knowledge.probe_{framework}")


def recorded(framework: str) -> str:
    return (DATA / f"{framework}.json").read_text(encoding="utf-8")


def incomparable(framework: str) -> str | None:
    """Why the recorded table cannot be compared with what is installed here, if so."""
    try:
        installed = probe(framework).version()
    except ModuleNotFoundError as error:
        return f"{framework}: {error.name} is not installed"
    made_with = json.loads(recorded(framework))["version"]
    if installed != made_with:
        return f"{framework}: the table was made with {made_with}, installed is {installed}"
    return None


def differences(framework: str) -> list[str]:
    """Lines by which the recorded table differs from what the installed framework does."""
    lines = recorded(framework).splitlines()
    measured = render(probe(framework).measure()).splitlines()
    return list(difflib.unified_diff(lines, measured, "recorded", "measured", n=0, lineterm=""))


def check(framework: str) -> int:
    """Print what differs: 0 same, 1 different, 3 nothing to compare with."""
    reason = incomparable(framework)
    if reason:
        print(reason)
        return INCOMPARABLE
    found = differences(framework)
    if found:
        print(f"{framework}: the table differs from what is installed", *found[:SHOWN], sep="\n")
        if len(found) > SHOWN:
            print(f"... and {len(found) - SHOWN} lines more")
    return DIFFERENT if found else SAME


def write(framework: str) -> int:
    (DATA / f"{framework}.json").write_text(render(probe(framework).measure()), encoding="utf-8")
    return SAME


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m gradlint.knowledge.generate", description="Measure the tables."
    )
    parser.add_argument(
        "frameworks", nargs="*", metavar="framework", help=f"any of {', '.join(FRAMEWORKS)}; all by default"
    )
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.frameworks) - set(FRAMEWORKS))
    if unknown:
        parser.error(f"no such framework: {', '.join(unknown)}")
    act = check if options.check else write
    return max(act(framework) for framework in options.frameworks or FRAMEWORKS)


if __name__ == "__main__":
    sys.exit(main())
