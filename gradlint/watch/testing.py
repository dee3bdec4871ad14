"""What the pytest plugin does once it is used: watch this process, and explain a gradient that does not arrive."""

from __future__ import annotations

import inspect
import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

from gradlint.core import catalog
from gradlint.core.model import Finding
from gradlint.core.records import replace
from gradlint.core.result import Result
from gradlint.engine.config import Configuration
from gradlint.engine.linting import Engine
from gradlint.watch import project
from gradlint.watch.flowing import Arrived
from gradlint.watch.inside import session
from gradlint.watch.inside.plan import plan_of
from gradlint.watch.plan import Planned
from gradlint.watch.running import judged
from gradlint.watch.summary import summary

_MOST = 24
_REQUEST = """

import torch as _torch
def _step(_given):
    _model = {name}()
    _optimizer = _torch.optim.SGD(_model.parameters(), lr=0.1)
    _loss = _model(_given).sum()
    _loss.backward()
    _optimizer.step()
"""
_CUTTING = frozenset("gradient not-stored unregistered made-anew".split())


class Watch:
    """A watched test run, in the process of pytest itself."""

    def __init__(self, root: str) -> None:
        configuration = Configuration(catalog.headings(), {}, None, False)
        found = project.lint(project.files_of(root, configuration), configuration)
        self._results = [one for one in found if one.findings and one.unit is not None]
        self._planned = Planned(self._results)
        facts = os.path.join(tempfile.gettempdir(), f"gradlint-{os.getpid()}.json")
        plan = self._planned.as_json(facts, project.roots_of(root), False)
        self._session = session.watch(plan_of(plan), writes=False)

    def lines(self) -> Iterator[str]:
        """The report, one line for each finding and what is known of the run."""
        facts = self._session.finished()
        for result in judged(self._results, self._planned, [facts]):
            for finding in result.findings:
                yield from _described(finding)
        yield from summary(facts)
        if not self._results:
            yield "no findings in the files of this project"


def _described(finding: Finding) -> Iterator[str]:
    assert finding.verdict is not None
    place = f"{os.path.relpath(finding.path)}:{finding.span.start.row}"
    yield f"{place}: {finding.code} {finding.message}"
    yield f"  {finding.verdict.kind}: {finding.verdict.reason}"


def explained(broken: Sequence[Arrived], model: Any, test: str) -> Iterator[str]:
    """Every parameter without a gradient, and the lines that cut it off as far as reading the code shows them."""
    yield f"{len(broken)} parameter{'s' * (len(broken) > 1)} of {type(model).__name__} without a usable gradient:"
    for one in broken[:_MOST]:
        yield f"  {one.name} {list(one.shape)}: {one.problem}"
    if len(broken) > _MOST:
        yield f"  and {len(broken) - _MOST} more"
    cuts = list(_cuts(model, test))
    for finding in cuts:
        place = f"{os.path.relpath(finding.path)}:{finding.span.start.row}"
        yield f"cut at {place}: {finding.code} {finding.message} (gradlint rule {finding.code})"
    if not cuts:
        yield "gradlint finds no line that cuts it in the files of the model and of this test"


def _cuts(model: Any, test: str) -> Iterator[Finding]:
    from gradlint.confirm.expectation import predicted

    engine = Engine(Configuration(catalog.headings(), {}, None, False), catalog.headings())
    results = [*_asked(engine, model), *engine.lint(dict.fromkeys([*_files_of(model), test]))]
    seen = set()
    for result in results:
        for finding in result.findings:
            key = (os.path.realpath(finding.path), finding.span.start.row, finding.code)
            if finding.framework is None or predicted(finding.code).shows not in _CUTTING or key in seen:
                continue
            seen.add(key)
            yield finding


def _asked(engine: Engine, model: Any) -> Iterator[Result]:
    """The file of a torch module as if its gradient were requested at the end: only then is a cut in it a finding."""
    kind = type(model)
    path = next(_files_of(model), None)
    if path is None or not hasattr(model, "named_parameters") or "." in kind.__qualname__:
        return
    with open(path, "rb") as file:
        text = file.read()
    request = _REQUEST.format(name=kind.__name__)
    rows = text.count(b"\n") + 1
    result = engine.lint_source(text + request.encode(), path)
    inside = tuple(one for one in result.findings if one.span.end.row <= rows)
    yield replace(result, findings=inside)


def _files_of(model: Any) -> Iterator[str]:
    """Where the classes of a model are written, as far as that is no installed package."""
    parts = model.modules() if hasattr(model, "modules") and callable(model.modules) else [model]
    for part in parts:
        try:
            path = inspect.getsourcefile(type(part))
        except TypeError:
            continue
        if path is not None and f"{os.sep}site-packages{os.sep}" not in path and os.path.isfile(path):
            yield path
