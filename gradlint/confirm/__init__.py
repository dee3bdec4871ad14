"""Runtime mode: execute each finding's snippet in a sandbox and say with evidence whether the gradient breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gradlint.confirm.options import Options

if TYPE_CHECKING:
    from gradlint.engine import Result


def confirming(results: Iterable[Result], options: Options) -> Iterator[Result]:
    """The results with a verdict on each finding, in their order, each as soon as all before it are decided."""
    from gradlint.confirm.session import Session

    gathered = list(results)
    with Session(options) as session:
        yield from session.verdicts(gathered)


__all__ = ["Options", "confirming"]
