"""Every example of every rule is put to the proof: `bad` is confirmed by what it says it shows, `good` never is.

No rule can be added without this: what `[confirm]` says must be what happens. The programs are executed by the runner
as in `gradlint --confirm`, in processes that have imported the framework already, only without the sandbox.
"""

from __future__ import annotations

from typing import Any

import pytest

from gradlint.confirm.expectation import predicted
from gradlint.confirm.options import Options
from gradlint.confirm.plan import job_of
from gradlint.confirm.runner.execute.expectation import HELD, PUT_RIGHT_AS_IT_RUNS
from gradlint.confirm.runner.execute.program import focus_of
from gradlint.confirm.runner.verdict.beside import followed, survives
from gradlint.confirm.verdicts import verdict_of_report
from gradlint.core import catalog
from gradlint.core.model import Example, Rule
from gradlint.engine.findings import findings_in
from gradlint.rules import BY_RUNNING
from gradlint.sources.unit import Unit
from tests.support.needs import skip_where_absent
from tests.support.runner import confirm

RULES = [rule for rule in catalog.rules() if rule.examples and rule.code not in BY_RUNNING]
"""What only running finds is put to the proof by `test_pairs`."""


every_example = pytest.mark.parametrize(
    ("rule", "example"),
    [
        pytest.param(rule, example, id=f"{rule.code}-{number}-{example.framework}")
        for rule in RULES
        for number, example in enumerate(rule.examples, 1)
    ],
)


def jobs(rule: Rule, example: Example) -> list[dict[str, Any]]:
    """One job for each finding of the rule in its bad example."""
    skip_where_absent(example.bad)
    unit = Unit(path="example.py", kind="python", text=example.bad)
    findings = [one for one in findings_in(unit, frozenset({rule.code})) if one.code == rule.code]
    assert findings
    made = (job_of(finding, unit, Options(seconds=60.0)) for finding in findings)
    return [job for job in made if job is not None]


def symptoms(rule: Rule, example: Example) -> set[str]:
    """What the example says; what is not where it is looked for is seen before anything is raised."""
    if predicted(rule.code).shows in HELD and example.outcome == "raises":
        return {"none", "wrong", "raises"}
    # Where a gradient that is None is used later, that it is None has been measured.
    return {"none", "raises"} if "NoneType" in example.error else {example.outcome}


@every_example
def test_the_bad_example_is_confirmed_by_the_symptom_that_it_states(rule: Rule, example: Example) -> None:
    for job in jobs(rule, example):
        report = confirm(job)
        verdict = verdict_of_report(report)
        assert (verdict.kind, verdict.level) == ("confirmed", "program"), (verdict, report["attempts"])
        assert report["as_written"]["symptom"] in symptoms(rule, example), verdict
        assert verdict.evidence


@every_example
def test_the_good_example_is_never_confirmed(rule: Rule, example: Example) -> None:
    """The same question is put to it: the places of the finding, followed into the good text."""
    for job in jobs(rule, example):
        shows = predicted(rule.code).shows
        if shows in PUT_RIGHT_AS_IT_RUNS and not survives(focus_of(job), example.bad, example.good):
            continue  # what is fixed as it runs is the flagged expression, which the good text does not have
        if shows == "summed-gradients":
            continue  # whether the losses were divided before is read, not measured: the sum is a sum in both
        there = followed(focus_of(job), example.bad, example.good)
        places = {"cut": list(there.cut), "enters": list(there.enters), "asked": list(there.asked)}
        report = confirm({**job, **places, "source": example.good, "fixed": None})
        verdict = verdict_of_report(report)
        assert verdict.kind != "confirmed", (verdict, report["attempts"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_symptoms_of_the_examples_are_among_what_the_rule_predicts(rule: Rule) -> None:
    expectation_of = predicted(rule.code)
    for example in rule.examples:
        if example.outcome == "raises":
            assert expectation_of.errors, "the rule names no exception"
        else:
            assert expectation_of.shows != "raises", "the rule speaks of nothing but exceptions"
