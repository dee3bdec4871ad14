"""Case files: scripts that say at the top what running them shows.

    # framework: torch
    # verdict: raises | caught | none | zero | wrong | nan | leak | clean
    # seen: RuntimeError: what the error text began with when the file was written

A case that does not raise prints `OBSERVED` and the verdict, or prints `OBSERVED autodiff=[...] fd=[...]`
and leaves it to us, or asserts what it claims and prints nothing. What is `caught` raises, and the case
catches the error itself and asserts what it says. With several marks the verdict is that of the first.
"""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.support.outcome import ABSOLUTE, Outcome

CASES = Path(__file__).parents[1] / "cases"
DOCUMENTS = Path(__file__).parents[1] / "documents"
MARK = re.compile(r"# HAZARD (GL\d{3})\b")

HEADER = re.compile(r"^# (framework|verdict|seen): (.*)$", re.MULTILINE)
WORD = re.compile(r"^OBSERVED (none|zero|wrong|nan|leak|clean)\b", re.MULTILINE)
NUMBERS = re.compile(r"^OBSERVED autodiff=(\[.*?\]) fd=(\[.*?\])", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    framework: str
    verdict: str
    seen: str


def case_files(framework: str = "*") -> list[Path]:
    """Every case: `cases/<rule>/<framework>/<what>.py`; what looks like no rule in particular is under `clean`."""
    return sorted(CASES.glob(f"*/{framework}/*.py"))


def document_files() -> list[Path]:
    """Notebooks and Markdown with the same marks; they are linted, not run."""
    return sorted(path for path in DOCUMENTS.iterdir() if path.suffix in (".ipynb", ".md"))


def case_name(path: Path) -> str:
    return path.relative_to(CASES).with_suffix("").as_posix()


def marks(source: str) -> Counter[tuple[int, str]]:
    """Line and rule of everything that must be reported."""
    found: Counter[tuple[int, str]] = Counter()
    for row, line in enumerate(source.splitlines(), 1):
        found.update((row, code) for code in MARK.findall(line))
    return found


def case(source: str) -> Case:
    header = dict(HEADER.findall(source))
    return Case(header["framework"], header["verdict"], header["seen"])


def case_objection(source: str, outcome: Outcome) -> str | None:
    """Why running a case did not show what it says, in one line; None where it did."""
    claimed = case(source)
    if outcome.end == "raised" and claimed.verdict == "raises":
        # The header holds the beginning of the text only, and a tensor's name in it may be numbered.
        kind, _, message = claimed.seen.partition(": ")
        if kind.rpartition(".")[2] in outcome.error and message[:30] in outcome.error:
            return None
        return f"claims {claimed.seen!r}, but raised {outcome.error!r}"
    if outcome.end != "ran" or claimed.verdict == "raises":
        return f"claims {claimed.verdict}, but {outcome.end} {outcome.error}"
    observed = _observed(outcome.stdout)
    return None if observed in {None, claimed.verdict} else f"claims {claimed.verdict}, but is {observed}"


def _observed(stdout: str) -> str | None:
    """The verdict a case printed; None if it prints none and so vouches for its claim by its assertions."""
    if word := WORD.search(stdout):
        return word[1]
    numbers = NUMBERS.search(stdout)
    if numbers is None:
        return None
    found, expected = (_numbers(text) for text in numbers.groups())
    if not all(map(math.isfinite, found)):
        return "nan"
    # One step and four printed digits: less exact than what we measure ourselves.
    pairs = zip(found, expected, strict=True)
    if all(math.isclose(have, want, rel_tol=0.05, abs_tol=10 * ABSOLUTE) for have, want in pairs):
        return "clean"
    return "wrong" if any(found) else "zero"


def _numbers(text: str) -> list[float]:
    return [float(number) for number in ast.literal_eval(re.sub(r"(nan|inf)", r"'\1'", text))]
