"""Runtime mode: execute each finding's snippet in a sandbox and say with evidence whether the gradient breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gradlint.confirm.options import Options

if TYPE_CHECKING:
    from gradlint.confirm.hindrances import Hindrances
    from gradlint.core.result import Result
    from gradlint.engine.linting import Engine


def confirming(
    results: Iterable[Result],
    options: Options,
    engine: Engine | None = None,
    hindrances: Hindrances | None = None,
) -> Iterator[Result]:
    """The results with a verdict on each finding, in their order, each as soon as all before it are decided.

    With an engine, hand-written gradients are executed too, and those that are wrong become findings. Whoever
    hands in a list of hindrances tells the user about them; otherwise they are told on standard error.
    """
    from gradlint.confirm.session import Session

    gathered = list(results)
    with Session(options, engine.admitted if engine is not None else None, hindrances) as session:
        yield from session.verdicts(gathered)


__all__ = ["Options", "confirming"]
