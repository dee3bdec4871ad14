"""`gradlint rule`: the page of a rule, or the list of all of them."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict
from typing import Any

from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.links import rule_url
from gradlint.core.model import Rule
from gradlint.report.screen import Screen, harmless, screen_for


def show_rules(parsed: Namespace) -> int:
    """Print what is requested and return the exit code."""
    if [bool(parsed.rules), parsed.all, parsed.search is not None].count(True) != 1:
        raise GradlintError("rule: name one or more rules, or use --all or --search TEXT")
    found = _wanted(parsed)
    screen = screen_for(sys.stdout, parsed.color)
    if parsed.output_format == "json":
        import json

        objects = [_as_object(rule) for rule in found]
        print(json.dumps(objects[0] if parsed.rules and len(objects) == 1 else objects, indent=2))
    elif not parsed.rules:
        _list(found, screen)
    else:
        _pages(found, screen)
    return 0


def _wanted(parsed: Namespace) -> list[Rule]:
    if parsed.rules:
        return [catalog.rule(code) for code in map(_code, parsed.rules)]
    everything = [catalog.rule(code) for code in catalog.headings()]
    if parsed.all:
        return everything
    return _searched(parsed.search, everything)


def _searched(text: str, everything: list[Rule]) -> list[Rule]:
    """The rules that may explain a symptom, the likeliest first."""
    from gradlint.core.search import Index

    found = Index(everything).search(text)
    for word, near in found.corrected:
        print(f"gradlint: did you mean {near}? No rule mentions {harmless(word)}.", file=sys.stderr)
    if not found.rules:
        raise GradlintError(
            f"rule: no rule found for {text!r}; describe what you see (gradient is None, loss is NaN, memory grows) "
            "or paste the error message; gradlint rule --all lists all rules"
        )
    return list(found.rules)


def _code(word: str) -> str:
    return catalog.find(word).code


def _as_object(rule: Rule) -> dict[str, Any]:
    shown = {**asdict(rule), "severity": rule.severity.value, "url": rule_url(rule.code)}
    del shown["confirm"]  # what a run shows is for gradlint itself
    return shown


def _list(rules: list[Rule], screen: Screen) -> None:
    width = max(len(rule.name) for rule in rules)
    for rule in rules:
        severity = screen.paint(f"{rule.severity.value:<7}", rule.severity.value)
        print(f"{screen.paint(rule.code, 'strong')}  {severity}  {rule.name:<{width}}  {rule.summary}")


def _pages(rules: list[Rule], screen: Screen) -> None:
    from gradlint.report.rule_page import page

    pages = "\n".join(page(rule) for rule in rules)
    if not screen.colour:
        sys.stdout.write(pages)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(file=sys.stdout, force_terminal=True, width=screen.width)
    console.print(Markdown(pages, code_theme="ansi_dark"))
