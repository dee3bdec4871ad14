"""Write the knowledge tables from the installed frameworks, or check that they still hold.

python -m gradlint.knowledge.generate                # measure and write all tables
python -m gradlint.knowledge.generate torch --check  # measure one and compare, exit 1 if it differs
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from gradlint.knowledge.facts import render
from gradlint.model import Framework

DATA = Path(__file__).parent / "data"
FRAMEWORKS: tuple[str, ...] = get_args(Framework)
SHOWN = 40


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


def differences(framework: str) -> list[str]:
    """Lines by which the recorded table differs from what the installed framework does."""
    recorded = (DATA / f"{framework}.json").read_text(encoding="utf-8")
    measured = render(probe(framework).measure())
    return list(
        difflib.unified_diff(
            recorded.splitlines(), measured.splitlines(), "recorded", "measured", n=0, lineterm=""
        )
    )


def write(framework: str) -> None:
    (DATA / f"{framework}.json").write_text(render(probe(framework).measure()), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m gradlint.knowledge.generate", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "frameworks", nargs="*", metavar="framework", help=f"any of {', '.join(FRAMEWORKS)}; all by default"
    )
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.frameworks) - set(FRAMEWORKS))
    if unknown:
        parser.error(f"no such framework: {', '.join(unknown)}")
    status = 0
    for framework in options.frameworks or FRAMEWORKS:
        if not options.check:
            write(framework)
            continue
        found = differences(framework)
        if found:
            status = 1
            print(f"{framework}: {len(found)} lines differ", *found[:SHOWN], sep="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
