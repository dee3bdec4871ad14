"""A page for each rule, and the list of all of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gradlint.core import catalog
from gradlint.core.model import Example, Rule
from gradlint.report.rule_page import FRAMEWORKS, example_lines, facts, references, sections

OUTPUTS = Path(__file__).with_name("outputs.json")


def rule_pages() -> Iterator[tuple[str, str]]:
    """The path and the text of each page."""
    for rule in catalog.rules():
        yield f"rules/{rule.code}.md", _page(rule)


def first_program(rule: Rule, link: str) -> str:
    """The program that a rule starts with, for a page that leads there."""
    example = rule.examples[0]
    code = f"```python\n{example.bad.strip()}\n```\n"
    return f"{code}\n{link} shows what to write instead.\n"


@cache
def _outputs() -> dict[str, list[str]]:
    return json.loads(OUTPUTS.read_text("utf-8")) if OUTPUTS.exists() else {}


def key_of(framework: str, code: str) -> str:
    return hashlib.sha256(f"{framework}\n{code}".encode()).hexdigest()[:16]


def output_of(example: Example, code: str) -> list[str]:
    """What running a program of an example has shown, as `python -m tests.example_outputs` noted it down."""
    return _outputs().get(key_of(example.framework, code), [])


def _page(rule: Rule) -> str:
    return "\n".join(_lines(rule))


def _lines(rule: Rule) -> Iterator[str]:
    words = " ".join(rule.summary.split()).replace('"', "'")
    yield f'---\ntitle: {rule.code} {rule.name}\ndescription: "{words}"\nhide: [navigation]\n---\n'
    yield from facts(rule)
    first = {example.framework: example for example in reversed(rule.examples)}
    shown = [first[framework] for framework in FRAMEWORKS if framework in first]
    more = [example for example in rule.examples if example not in shown]
    if shown:
        yield "## Example\n"
        yield from _tabs(shown)
    yield from sections(rule)
    if more:
        yield "## More examples\n"
        for example in more:
            yield from _with_outputs(example)
    yield from references(rule)


def _tabs(examples: list[Example]) -> Iterator[str]:
    """One tab per framework; a single framework needs none."""
    if len(examples) == 1:
        yield from _with_outputs(examples[0])
        return
    for example in examples:
        yield f'=== "{FRAMEWORKS[example.framework]}"\n'
        for line in "\n".join(_with_outputs(example)).splitlines():
            yield f"    {line}".rstrip()
        yield ""


def _with_outputs(example: Example) -> Iterator[str]:
    return example_lines(example, output_of(example, example.bad), output_of(example, example.good))
