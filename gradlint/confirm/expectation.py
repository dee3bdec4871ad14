"""What each rule predicts of a run, from its own file."""

from __future__ import annotations

from functools import cache
from typing import Any

from gradlint.confirm.runner.execute.expectation import Predicted, predicted_of
from gradlint.core import catalog


@cache
def predicted(code: str) -> Predicted:
    confirm = catalog.rule(code).confirm
    return predicted_of(
        {
            "shows": confirm.shows,
            "traits": confirm.traits,
            "errors": confirm.errors,
            "measures": confirm.measures,
        }
    )


def expectation_of(code: str) -> dict[str, Any]:
    """The same as a job says it to the runner, which knows no rules."""
    found = predicted(code)
    return {
        "shows": found.shows,
        "traits": sorted(found.traits),
        "errors": list(found.errors),
        "measures": list(found.measures),
    }
