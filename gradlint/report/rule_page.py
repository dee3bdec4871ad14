"""The page of a rule, as Markdown: what it reports, why it breaks, what to write, with examples."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.core.model import Example, Outcome, Rule

_OUTCOME: dict[Outcome, str] = {
    "raises": "raises",
    "none": "the gradient is `None`, or the parameter does not move",
    "zero": "the gradient is zero everywhere",
    "wrong": "the gradient is wrong",
    "nan": "the gradient is not finite",
    "leak": "the graph is kept alive",
}


def page(rule: Rule) -> str:
    return "\n".join(_lines(rule))


def _lines(rule: Rule) -> Iterator[str]:
    yield f"# {rule.name} ({rule.code})\n"
    yield f"{rule.summary}.\n"
    yield f"- Severity: {rule.severity.value}"
    if rule.frameworks:
        yield f"- Frameworks: {', '.join(rule.frameworks)}"
    yield f"- Status: {rule.status}, since {rule.since}\n"
    sections = (
        ("What it reports", rule.what),
        ("Why it breaks", rule.why),
        ("What to write instead", rule.instead),
        ("What it does not see", rule.limits),
    )
    for title, text in sections:
        yield f"## {title}\n"
        yield f"{text}\n"
    if rule.changes:
        yield "## What a safe fix changes\n"
        yield f"The values of the program do not stay what they were: {rule.changes}.\n"
    if rule.examples:
        yield "## Examples\n"
        for example in rule.examples:
            yield from _example(example)
    if rule.references:
        yield "## References\n"
        yield from (f"- <{reference}>" for reference in rule.references)
        yield ""


def _example(example: Example) -> Iterator[str]:
    yield f"With {example.framework}, this {_outcome(example)}:\n"
    yield _fenced(example.bad)
    yield "Write:\n"
    yield _fenced(example.good)


def _outcome(example: Example) -> str:
    if example.outcome == "raises":
        return f"raises `{example.error}`" if example.error else "raises"
    return f"runs, and {_OUTCOME[example.outcome]}"


def _fenced(code: str) -> str:
    return f"```python\n{code.strip()}\n```\n"
