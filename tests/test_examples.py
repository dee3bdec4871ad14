"""Every example of every rule is linted and executed.

How to write an example in `rules/*.toml`:

- `bad` and `good` are scripts that run by themselves, on a CPU, in much less than a second. What is
  differentiated is bound to a name at module level (a tensor, a variable, a module) or is the
  differentiated argument of a JAX function, and has a few elements only.
- In `bad` every line that gradlint is to report ends in a comment with the code, `# GL201`; it reports
  nothing else. Another rule's code stands there only if one cannot be had without the other. `good` has
  no mark and no finding: it is `bad` put right, or its harmless look-alike.
- `outcome` says what running `bad` shows. `raises`: an exception whose text contains `error`.
  `none`, `zero`, `wrong`, `nan`: it runs to the end, and at least one gradient that it asks for is
  missing though the loss depends on the source, is zero though the loss is not level there (or is a
  staircase), differs from finite differences, or is not a number; all its other gradients are right.
  `leak`: they are all right, and in the end its names keep more of the graph alive than the last loss.
- `good` asks for at least one gradient, all that it asks for agree with finite differences, and it keeps
  no graph.
- Some mistakes spoil no derivative: a step too early, an update thrown away, a loss of the wrong shape. If
  `good` is `bad` with no more than a few lines changed, `wrong` is also what runs with right gradients and
  trains something else than `good` does, and `none` or `zero` what asks for a gradient in vain.

Nothing in a script tells the checker what to compare. It listens to `backward()`, `tape.gradient`,
`jax.grad` and `jax.vjp`, moves each source by small steps, runs the script again and looks at what was
differentiated; a derivative written in NumPy is known by its name. See `tests/support`. In PyTorch, where a
missing `requires_grad` leaves no trace, the names that receive a gradient in `good` should also receive
one in `bad`.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from gradlint.core import catalog
from gradlint.core.model import Example, Finding, Rule, Severity
from gradlint.rules import BY_RUNNING
from gradlint.sources.unit import Unit
from tests.support.outcome import Outcome, objection
from tests.support.runner import measure
from tests.support.twin import is_put_right, objection_beside

RULES = tuple(catalog.rules())
ABOUT_LINTING = "GL9"
"""Rules about the linting itself: no gradient, so no example to run."""

MARK = re.compile(r"# (GL\d{3})$")

every_example = pytest.mark.parametrize(
    ("rule", "example"),
    [
        pytest.param(rule, example, id=f"{rule.code}-{number}-{example.framework}")
        for rule in RULES
        for number, example in enumerate(rule.examples, 1)
    ],
)
every_rule = pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])


@every_rule
def test_a_rule_names_itself_in_kebab_case(rule: Rule) -> None:
    assert re.fullmatch(r"GL\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert [other.code for other in RULES if other.name == rule.name] == [rule.code]


@every_rule
def test_a_rule_shows_an_example_for_each_framework_it_covers(rule: Rule) -> None:
    assert set(rule.frameworks) == {example.framework for example in rule.examples}
    assert bool(rule.examples) != rule.code.startswith(ABOUT_LINTING)


@every_example
def test_an_error_text_belongs_to_what_raises(rule: Rule, example: Example) -> None:
    assert bool(example.error) == (example.outcome == "raises")


@every_example
def test_only_the_bad_script_is_marked_and_with_its_own_code(rule: Rule, example: Example) -> None:
    assert rule.code in _marks(example.bad)
    assert set(_marks(example.bad)) <= {one.code for one in RULES}
    assert not _marks(example.good)


def test_rules_and_detectors_belong_together_one_to_one() -> None:
    from gradlint.rules import detected

    about_gradients = {rule.code for rule in RULES if not rule.code.startswith(ABOUT_LINTING)}
    assert detected() == about_gradients - BY_RUNNING


@every_example
def test_the_bad_script_is_reported_where_it_is_marked_and_nowhere_else(rule: Rule, example: Example) -> None:
    reported = {(finding.span.start.row, finding.code) for finding in _lint(rule, example.bad)}
    marked = {(row, code) for code, rows in _marks(example.bad).items() for row in rows}
    assert reported == {(row, code) for row, code in marked if code not in BY_RUNNING}


@every_example
def test_the_good_script_is_not_reported(rule: Rule, example: Example) -> None:
    assert [
        f"line {finding.span.start.row}: {finding.message}" for finding in _lint(rule, example.good)
    ] == []


@every_example
def test_the_bad_script_fails_as_it_says_when_it_runs(rule: Rule, example: Example) -> None:
    if example.outcome == "raises":
        assert objection(measure(example.framework, example.bad), "raises", example.error) is None
        return
    good = _run_of_good(example)
    bad = measure(example.framework, example.bad, good.sources())
    if is_put_right(example.bad, example.good):
        assert objection_beside(good, bad, example.outcome) is None
    else:
        assert objection(bad, example.outcome) is None


@every_example
def test_the_good_script_computes_the_right_gradient(rule: Rule, example: Example) -> None:
    assert objection(_run_of_good(example), "right") is None


@cache
def _run_of_good(example: Example) -> Outcome:
    return measure(example.framework, example.good)


def _marks(source: str) -> dict[str, list[int]]:
    marks: dict[str, list[int]] = {}
    for row, line in enumerate(source.splitlines(), 1):
        if found := MARK.search(line):
            marks.setdefault(found[1], []).append(row)
    return marks


def _lint(rule: Rule, source: str) -> list[Finding]:
    # Imported here: to run the examples no linter is needed.
    from gradlint.engine.findings import findings_in

    on_by_default = {other.code for other in RULES if other.severity is not Severity.INFO}
    unit = Unit(path="example.py", kind="python", text=source)
    return list(findings_in(unit, frozenset({rule.code, *on_by_default})))
