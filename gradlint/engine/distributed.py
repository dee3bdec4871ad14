"""Linting elsewhere: portions of files go to an executor, and the results come back in the order of the paths.

The executor may be a pool of processes, or a cluster behind `concurrent.futures.Executor`, such as Dask's
`client.get_executor()`. Workers need gradlint and the same files under the same absolute paths.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from gradlint.core import catalog
from gradlint.core.files import spelled
from gradlint.core.model import Finding
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from gradlint.sources.unit import Unit

MOST_FILES = 40
MOST_BYTES = 200_000
"""Of one portion: small enough that a lost worker costs little, large enough that sending it does not matter."""
WINDOW = 2_000
"""Portions under way at once, so that a million files are not all in the memory of a scheduler."""


def distributed(executor: Executor, configuration: Configuration, paths: Sequence[str]) -> Iterator[Result]:
    """One result per path, in their order, the same as this process would give."""
    # Absolute for the workers, who may stand in another folder.
    shipped = pickle.dumps(configuration)
    portions = _portions(paths)
    under_way: deque[tuple[list[str], Future[list[Result]] | None]] = deque()
    while True:
        while len(under_way) < WINDOW and (portion := next(portions, None)) is not None:
            under_way.append((portion, _submitted(executor, shipped, portion)))
        if not under_way:
            return
        portion, future = under_way.popleft()
        for path, result in zip(portion, _taken(executor, shipped, portion, future)):
            yield _respelled(result, path)


def lint_portion(shipped: bytes, paths: Sequence[str]) -> list[Result]:
    """What a worker does. The analysis keeps things of its own, so that of several threads one is at work."""
    with _AT_WORK:
        return list(_engine(shipped).lint(paths))


_AT_WORK = threading.Lock()
_engines: dict[bytes, Engine] = {}


def _engine(shipped: bytes) -> Engine:
    """Settings are read once for each run that a worker takes part in."""
    found = _engines.get(shipped)
    if found is None:
        _engines.clear()
        # Made by whoever asks for the work, who can run whatever they like here anyway.
        found = _engines[shipped] = Engine(pickle.loads(shipped), catalog.headings())
    return found


def _submitted(executor: Executor, shipped: bytes, portion: Sequence[str]) -> Future[list[Result]] | None:
    """None where the executor takes no more work, such as a pool of which a process was killed."""
    try:
        return executor.submit(lint_portion, shipped, [os.path.abspath(path) for path in portion])
    except RuntimeError:
        return None


def _taken(
    executor: Executor, shipped: bytes, portion: Sequence[str], future: Future[list[Result]] | None
) -> list[Result]:
    """The results of a portion. If its worker was lost, each of its files is tried once more by itself."""
    failure = "no worker takes it"
    if future is not None:
        try:
            return future.result()
        except Exception as error:
            failure = f"{type(error).__name__}: {error}".splitlines()[0]
    if len(portion) > 1:
        again = [([path], _submitted(executor, shipped, [path])) for path in portion]
        return [_taken(executor, shipped, each, other)[0] for each, other in again]
    if future is None:
        return lint_portion(shipped, [os.path.abspath(path) for path in portion])
    return [_once_more(executor, shipped, portion[0], failure)]


def _once_more(executor: Executor, shipped: bytes, path: str, failure: str) -> Result:
    future = _submitted(executor, shipped, [path])
    if future is None:
        return lint_portion(shipped, [os.path.abspath(path)])[0]
    try:
        return future.result()[0]
    except Exception:
        return Result(os.path.abspath(path), failure=f"its worker was lost twice: {failure}")


def _portions(paths: Iterable[str]) -> Iterator[list[str]]:
    """Neighbouring files together, because they import the same modules."""
    portion: list[str] = []
    filled = 0
    for path in paths:
        size = _size(path)
        if portion and (len(portion) >= MOST_FILES or filled + size > MOST_BYTES):
            yield portion
            portion, filled = [], 0
        portion.append(path)
        filled += size
    if portion:
        yield portion


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _respelled(result: Result, like: str) -> Result:
    """The result with all files called as the user calls them."""
    if os.path.isabs(like):
        return result

    def name(path: str) -> str:
        return like if path == result.path else spelled(path, like)

    return replace(
        result,
        path=like,
        findings=tuple(_renamed(one, name) for one in result.findings),
        elsewhere=tuple(_renamed(one, name) for one in result.elsewhere),
        unit=None if result.unit is None else _moved(result.unit, name),
        others=tuple(_moved(unit, name) for unit in result.others),
    )


def _renamed(finding: Finding, name: Callable[[str], str]) -> Finding:
    labels = tuple(
        label if label.path is None else replace(label, path=name(label.path)) for label in finding.labels
    )
    via = None if finding.via is None else name(finding.via)
    return replace(finding, path=name(finding.path), labels=labels, via=via)


def _moved(unit: Unit, name: Callable[[str], str]) -> Unit:
    return replace(unit, path=name(unit.path))
