"""How much is executed: a third of the cases in everyday runs, all of them with `--thorough`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="execute every labelled case, not one in three")
