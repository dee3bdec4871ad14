"""Every question that excuses a finding, or makes one, is needed by the cases that are named for it."""

from __future__ import annotations

import sys

import pytest

from tests.excuses import TABLE, decided_by, questions

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DECIDES: dict[str, list[str]] = tomllib.loads(TABLE.read_text("utf-8"))


@pytest.mark.parametrize("question", list(DECIDES))
def test_a_question_decides_the_cases_that_are_named_for_it(question: str) -> None:
    cases = DECIDES[question]
    assert list(decided_by(question, cases)) == cases, "python -m tests.excuses renews the table"


def test_every_question_of_the_table_is_still_asked() -> None:
    assert set(DECIDES) <= set(questions())


def test_hardly_any_question_is_younger_than_the_table() -> None:
    """`python -m tests.excuses` finds out what a new one decides."""
    assert len(set(questions()) - set(DECIDES)) <= 5


def test_every_question_decides_two_cases() -> None:
    """What decides no case is a guess, what decides a single one may be fitted to it: it goes, or it gets a case."""
    assert [question for question, cases in DECIDES.items() if len(cases) < 2] == []
