"""How much is run: a sample of what takes long in everyday runs, everything with `--thorough`."""

from __future__ import annotations

from collections import Counter

import pytest

SAMPLED = {
    "test_a_case_does_what_its_label_says_when_it_runs": 4,
    "test_a_fix_removes_its_finding_and_brings_no_other": 2,
    "test_a_safely_fixed_example_computes_the_right_gradient": 2,
    "test_mending_until_nothing_is_left_to_mend_is_stable": 4,
}
"""Of these one in so many is run. Each goes over hundreds of programs that do not change once they are written."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run all programs, not a sample of them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--thorough"):
        return
    seen: Counter[str] = Counter()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        name = getattr(item, "originalname", item.name)
        seen[name] += 1
        (kept if (seen[name] - 1) % SAMPLED.get(name, 1) == 0 else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept
