"""The pytest plugin: `pytest --gradlint` watches a test run, and the fixture `gradients` asks for a gradient.

It is imported by every pytest that finds gradlint installed, so it imports nothing until it is used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gradlint.watch.testing import Watch

_MARK = "_gradlint_watch"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gradlint")
    group.addoption(
        "--gradlint",
        action="store_true",
        help="watch the lines of this project where a gradient breaks, and say which findings are real",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before any module of the project is imported."""
    if not early_config.known_args_namespace.gradlint or hasattr(early_config, "workerinput"):
        return
    from gradlint.watch.testing import Watch

    setattr(early_config, _MARK, Watch(os.fspath(early_config.rootpath)))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    watch: Watch | None = getattr(config, _MARK, None)
    if watch is None:
        return
    terminalreporter.section("gradlint")
    if getattr(config.option, "numprocesses", None):
        terminalreporter.line("tests that run in other processes (-n) are not watched")
    for line in watch.lines():
        terminalreporter.line(line)


class Gradients:
    """What the fixture `gradients` offers."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._request = request

    def flow(self, model: Any, loss: Any, without: Iterable[str] = ()) -> dict[str, float]:
        """The norm of each parameter's gradient; the test fails if one is missing, 0 or not finite.

        `loss` is a tensor for torch, a function without arguments for TensorFlow, and a function of the parameters
        for JAX. The parameters in `without` need no gradient.
        """
        __tracebackhide__ = True
        from gradlint.watch.flowing import NotAsked, flow

        try:
            arrived = flow(model, loss)
        except NotAsked as error:
            pytest.fail(str(error))
        allowed = set(without)
        broken = [one for one in arrived if one.problem and one.name not in allowed]
        if broken:
            from gradlint.watch.testing import explained

            pytest.fail("\n".join(explained(broken, model, str(self._request.path))), pytrace=False)
        return {one.name: one.norm for one in arrived if one.norm is not None}


@pytest.fixture
def gradients(request: pytest.FixtureRequest) -> Gradients:
    """Asks for the gradient of a loss and fails with the parameters that it does not reach."""
    return Gradients(request)
