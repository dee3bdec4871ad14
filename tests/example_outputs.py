"""What the examples of the rules show when they are run, for the site: `python -m tests.example_outputs`.

Each program is executed once, and its output kept in `website/outputs.json` under a digest of its text, so that it
never stands beside another program. What is known already is not run again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from gradlint.core import catalog
from gradlint.core.model import Example
from tests.support.outcome import Gradient, Outcome
from tests.support.runner import measure
from website.rule_pages import OUTPUTS, key_of

_MOST = 4
"""Lines of an output that a reader wants to see."""
_LONGEST = 160


def lines_of(outcome: Outcome) -> list[str]:
    """An outcome in a few lines; none where nothing can be said."""
    if outcome.end == "raised":
        name, _, message = outcome.error.partition(": ")
        said = f"{name.rpartition('.')[2]}: {' '.join(message.split())}"
        said = said[
            said.rfind(f"{name.rpartition('.')[2]}: ") :
        ]  # AutoGraph puts a trace before the error itself
        return [said if len(said) <= _LONGEST else f"{said[:_LONGEST]}..."]
    if outcome.end != "ran":
        return []
    told = [line for gradient in outcome.gradients for line in _gradient(gradient)]
    if outcome.kept:
        told.append(f"steps of the graph kept alive: {outcome.kept}")
    return list(dict.fromkeys(told))[:_MOST]


def _gradient(gradient: Gradient) -> Iterator[str]:
    yield f"gradient of {gradient.source}: {_numbers(gradient.found)}"
    if gradient.verdict not in ("right", "unrelated") and gradient.expected:
        yield f"finite differences: {_numbers(gradient.expected)}"


def _numbers(values: tuple[float, ...] | None) -> str:
    if values is None:
        return "None"
    shown = ", ".join(f"{value:.4g}" for value in values[:6])
    return f"[{shown}{', ...' if len(values) > 6 else ''}]"


def outputs(known: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rule in catalog.rules():
        for example in rule.examples:
            for code in (example.bad, example.good):
                key = key_of(example.framework, code)
                found[key] = known[key] if key in known else _run(example, code)
    return found


def _run(example: Example, code: str) -> list[str]:
    try:
        return lines_of(measure(example.framework, code))
    except pytest.skip.Exception:
        return []


if __name__ == "__main__":
    known = json.loads(OUTPUTS.read_text("utf-8")) if OUTPUTS.exists() else {}
    text = json.dumps(dict(sorted(outputs(known).items())), indent=0, ensure_ascii=False)
    OUTPUTS.write_text(text + "\n", "utf-8")
