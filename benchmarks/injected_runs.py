"""How many hazards `gradlint run` confirms in real programs: one is injected at a time, and the program is run.

    python -m benchmarks.injected_runs FOLDER [--files PATTERN] [--count 20] [--seed 0] -- SCRIPT [ARGUMENT...]
    python -m benchmarks.injected_runs FOLDER -- -m pytest tests/test_training.py

FOLDER is a repository whose script or tests can run. Into a copy of it one hazard is written: a value is detached,
taken as `.data`, or turned into a number, or the gradients are not cleared. What the linter does not report cannot be
confirmed and is counted by itself; so is what the program does not reach. Lines that are reported without any injection
are left out. The share is that of the reported and reached ones.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_VALUES = re.compile(
    r"loss|err|out|pred|logit|hidden|feat|^x$|^h$|^z$|^y_?hat$|mean|penalty|recon|nll|kl", re.I
)
_PATIENCE = 600


@dataclass(frozen=True)
class Injection:
    path: str
    row: int
    what: str
    text: str
    """The whole file with the hazard."""


def injections(path: Path, name: str) -> Iterator[Injection]:
    text = path.read_text("utf-8", errors="replace")
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    lines = text.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and node.lineno == node.end_lineno and _is_value(node):
            for what, changed in (("detach", "({}).detach()"), ("data", "({}).data")):
                yield _replaced(name, lines, node.value, what, changed)
        if isinstance(node, ast.Return) and node.value is not None and node.lineno == node.end_lineno:
            if isinstance(node.value, (ast.Call, ast.BinOp)):
                yield _replaced(name, lines, node.value, "detach", "({}).detach()")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and node.lineno == node.end_lineno:
            if isinstance(node.right, ast.Name) and _VALUES.search(node.right.id):
                yield _replaced(name, lines, node.right, "item", "{}.item()")
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value.func
            if (
                isinstance(call, ast.Attribute)
                and call.attr == "zero_grad"
                and node.lineno == node.end_lineno
            ):
                yield _replaced(name, lines, node.value, "zero_grad", "None")


def _is_value(node: ast.Assign) -> bool:
    target = node.targets[0]
    return (
        isinstance(target, ast.Name)
        and _VALUES.search(target.id) is not None
        and isinstance(node.value, (ast.Call, ast.BinOp))
    )


def _replaced(path: str, lines: Sequence[str], node: ast.expr, what: str, changed: str) -> Injection:
    line = lines[node.lineno - 1].encode()
    inner = line[node.col_offset : node.end_col_offset].decode()
    new = line[: node.col_offset].decode() + changed.format(inner) + line[node.end_col_offset :].decode()
    text = "\n".join([*lines[: node.lineno - 1], new, *lines[node.lineno :]]) + "\n"
    return Injection(path, node.lineno, what, text)


def main() -> int:
    words = sys.argv[1:]
    split = words.index("--")
    options, command = _options(words[:split]), words[split + 1 :]
    folder = options.folder.resolve()
    files = sorted(each for each in folder.glob(options.files) if each.is_file())
    known = {(Path(one["filename"]).resolve(), one["location"]["row"]) for one in _linted(folder)}
    drawn = [
        one
        for path in files
        for one in injections(path, path.relative_to(folder).as_posix())
        if (path, one.row) not in known
    ]
    random.Random(options.seed).shuffle(drawn)
    counts: Counter[str] = Counter()
    for one in drawn:
        if sum(counts.values()) - counts["not reported"] >= options.count:
            break
        verdict = _tried(folder, one, command, options.python)
        counts[verdict] += 1
        if verdict != "not reported":
            print(f"{one.path}:{one.row} {one.what}: {verdict}", flush=True)
    reached = sum(number for kind, number in counts.items() if kind not in ("not reported", "not-reached"))
    print(", ".join(f"{kind} {number}" for kind, number in counts.most_common()))
    if reached:
        print(f"confirmed of reported and reached: {counts['confirmed']} of {reached}")
    return 0


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", default="**/*.py", help="where hazards are written")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--python", default=sys.executable)
    return parser.parse_args(words)


def _tried(folder: Path, one: Injection, command: list[str], python: str) -> str:
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / folder.name
        shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "__pycache__"))
        (copy / one.path).write_text(one.text, "utf-8")
        if not any(_is_there(found, copy, one) for found in _linted(copy)):
            return "not reported"
        report = Path(place) / "report.json"
        words = [
            "--isolated",
            "-q",
            "--python",
            python,
            "--output-format",
            "json",
            "--output-file",
            str(report),
        ]
        try:
            subprocess.run(
                [sys.executable, "-m", "gradlint", "run", *words, *command],
                cwd=copy,
                capture_output=True,
                timeout=_PATIENCE,
            )
            findings = json.loads(report.read_text())
        except (subprocess.TimeoutExpired, OSError, ValueError):
            return "no report"
        kinds = [found["verdict"]["kind"] for found in findings if _is_there(found, copy, one)]
        return "confirmed" if "confirmed" in kinds else next(iter(kinds), "not watched")


def _linted(folder: Path) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "gradlint", "--isolated", "--output-format", "json", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    try:
        found: list[dict[str, Any]] = json.loads(done.stdout)
    except ValueError:
        return []
    return found


def _is_there(found: dict[str, Any], copy: Path, one: Injection) -> bool:
    same = Path(found["filename"]).resolve() == (copy / one.path).resolve()
    # A clearing that is gone is reported where the gradients are added to.
    near = 12 if one.what == "zero_grad" else 0
    return same and abs(int(found["location"]["row"]) - one.row) <= near


if __name__ == "__main__":
    sys.exit(main())
