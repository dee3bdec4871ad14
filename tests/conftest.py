"""How much is run: a sample of what takes long in everyday runs, everything with `--thorough`.

Samples go round, one slice a day of commits, so that after as many days everything has been run. The head of a run
names its slice, and `--slice` runs the same one again. `--part static` leaves out whatever executes programs, `--part
executing` runs only that.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

collect_ignore_glob = ["projects/*"]
"""What is linted, not run; some of it are tests of its own."""
ROTATED = {
    "test_a_case_does_what_its_label_says_when_it_runs": 24,
    "test_a_clean_program_trains": 3,
    "test_a_fix_removes_its_finding_and_brings_no_other": 3,
    "test_a_fixed_case_no_longer_shows_what_it_is_labelled_with": 3,
    "test_a_fixed_program_keeps_what_its_fix_promises": 40,
    "test_a_program_does_what_its_label_says": 16,
    "test_a_program_in_several_files_shows_the_same": 20,
    "test_a_program_that_is_right_is_offered_no_safe_fix": 6,
    "test_a_question_decides_the_cases_that_are_named_for_it": 10,
    "test_a_safely_fixed_example_computes_the_right_gradient": 3,
    "test_fixing_until_nothing_is_left_to_fix_is_stable": 5,
    "test_the_bad_script_fails_as_it_says_when_it_runs": 3,
    "test_the_good_script_computes_the_right_gradient": 3,
}
"""Of these one in so many is run, another one with each day's commits. Each goes over hundreds of programs that do not
change once they are written. No multiple of 7: Mondays would always get the same."""

EXECUTING = frozenset(
    "test_confirm test_differential test_evidence test_example_checker test_examples test_fix_gate test_limits "
    "test_names test_odd_arrays test_oracle test_pairs test_programs test_proofs test_pytest_plugin "
    "test_repro test_run test_runner test_sandbox test_slices test_stand_ins test_supervisor test_validity "
    "test_verdicts test_watched".split()
)
"""Modules whose tests run programs, on a framework or in the sandbox."""
EXECUTING_TESTS = frozenset(
    {
        "test_a_case_does_what_its_label_says_when_it_runs",
        "test_a_clean_program_trains",
        "test_a_program_does_what_its_label_says",
        "test_what_is_right_is_silent_and_runs",
        "test_a_fixed_case_no_longer_shows_what_it_is_labelled_with",
        "test_a_safely_fixed_example_computes_the_right_gradient",
    }
)
"""Such tests in other modules."""
DAY = 24 * 60 * 60

# The same examples in every run, and no clock: a busy machine is not a failing property.
settings.register_profile(
    "gradlint", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("gradlint")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run all programs, not a sample of them")
    parser.addoption(
        "--slice", type=int, help="which sample to run of what goes round (default: by HEAD's date)"
    )
    parser.addoption(
        "--part",
        choices=("all", "static", "executing"),
        default="all",
        help="leave out tests that execute programs, or run only those",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.slice is None:
        config.option.slice = _day_of_head()


def pytest_report_header(config: pytest.Config) -> str:
    return (
        "all programs"
        if config.option.thorough
        else f"a sample of the programs: --slice {config.option.slice}"
    )


def _day_of_head() -> int:
    """The day of the last commit; 0 where there is no history."""
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
        return int(done.stdout) // DAY
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seen: Counter[str] = Counter()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        name = getattr(item, "originalname", item.name)
        chosen = _is_of_part(item, name, config.option.part) and (
            config.option.thorough or _is_in_slice(seen[name], ROTATED.get(name, 1), config.option.slice)
        )
        (kept if chosen else left).append(item)
        seen[name] += 1
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def _is_of_part(item: pytest.Item, name: str, part: str) -> bool:
    executing = item.path.stem in EXECUTING or name in EXECUTING_TESTS
    return part == "all" or executing == (part == "executing")


def _is_in_slice(number: int, every: int, first: int) -> bool:
    return (number - first) % every == 0
