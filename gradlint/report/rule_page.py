"""The page of a rule, as Markdown: the example and what to write first, then why, then limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradlint.core.model import Example, Framework, Outcome, Rule

_OUTCOME: dict[Outcome, str] = {
    "raises": "raises",
    "none": "the gradient is `None`, or the parameter does not move",
    "zero": "the gradient is zero everywhere",
    "wrong": "the gradient is wrong",
    "nan": "the gradient is not finite",
    "leak": "the graph is kept alive",
}


FRAMEWORKS: dict[Framework, str] = {
    "torch": "PyTorch",
    "tensorflow": "TensorFlow",
    "jax": "JAX",
    "numpy": "NumPy",
}


def page(rule: Rule) -> str:
    return "\n".join(_lines(rule))


def _lines(rule: Rule) -> Iterator[str]:
    yield from facts(rule)
    if rule.examples:
        yield "## Example\n"
        yield from example_lines(rule.examples[0])
    yield from sections(rule)
    if rule.examples[1:]:
        yield "## More examples\n"
        for example in rule.examples[1:]:
            yield from example_lines(example)
    yield from references(rule)


def facts(rule: Rule) -> Iterator[str]:
    """The head of the page."""
    yield f"# {rule.name} ({rule.code})\n"
    yield f"{rule.summary}.\n"
    yield f"- Severity: {rule.severity.value}"
    if rule.frameworks:
        yield f"- Frameworks: {', '.join(FRAMEWORKS[one] for one in rule.frameworks)}"
    yield f"- Status: {rule.status}, since {rule.since}\n"


def example_lines(example: Example, bad: Sequence[str] = (), good: Sequence[str] = ()) -> Iterator[str]:
    """Both programs of an example, with what running each of them has shown where that is known."""
    yield f"With {FRAMEWORKS[example.framework]}, this {_outcome(example)}:\n"
    yield _fenced(example.bad)
    if bad:
        yield _fenced("\n".join(bad), "text")
    yield "Write:\n"
    yield _fenced(example.good)
    if good:
        yield _fenced("\n".join(good), "text")


def sections(rule: Rule) -> Iterator[str]:
    """What to write, why, what is reported and what is not."""
    if rule.symptoms:
        yield "## How it shows\n"
        yield from (f"- {_sentence(symptom)}" for symptom in rule.symptoms)
        yield ""
    texts = (
        ("What to write instead", rule.instead),
        ("Why it breaks", rule.why),
        ("What it reports", rule.what),
        ("Limits", rule.limits),
    )
    for title, text in texts:
        yield f"## {title}\n"
        yield f"{text}\n"
    if rule.changes:
        yield "## What a safe fix changes\n"
        yield f"The values of the program do not stay what they were: {rule.changes}.\n"


def references(rule: Rule) -> Iterator[str]:
    if rule.references:
        yield "## References\n"
        yield from (f"- <{reference}>" for reference in rule.references)
        yield ""


def _sentence(symptom: str) -> str:
    """With a capital letter, unless it begins with a name of the code."""
    first = symptom.split(maxsplit=1)[0]
    return symptom[0].upper() + symptom[1:] if first.isalpha() and first.islower() else symptom


def _outcome(example: Example) -> str:
    if example.outcome == "raises":
        return f"raises `{example.error}`" if example.error else "raises"
    return f"runs, and {_OUTCOME[example.outcome]}"


def _fenced(text: str, language: str = "python") -> str:
    return f"```{language}\n{text.strip()}\n```\n"
