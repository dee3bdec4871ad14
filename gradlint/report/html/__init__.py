"""One HTML file to look at or to attach: findings with their code, the way of the gradient, the evidence.

It asks nothing of the network, runs no script but its own, and can be read without that one as well.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files

from gradlint import __version__
from gradlint.core import catalog
from gradlint.core.model import Rule, Severity
from gradlint.core.result import Result
from gradlint.report.html.finding import article
from gradlint.report.html.origin import origin
from gradlint.report.html.text import prose, safe, worded
from gradlint.report.screen import Screen
from gradlint.report.tally import Tally
from gradlint.report.texts import Texts

_SECTIONS = {
    "What it reports": "what",
    "Why it breaks": "why",
    "What to write instead": "instead",
    "What it does not see": "limits",
}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    """The page. Its head says how much there is, so it is only begun when everything is known."""
    tally = Tally()
    number = 0
    found: list[str] = []
    failed: list[str] = []
    for result in tally.counting(results):
        texts = Texts(result)
        numbered = [*enumerate(result.findings, number + 1)]
        number += len(numbered)
        if numbered:
            articles = "".join(article(finding, index, texts) for index, finding in numbered)
            found.append(f'<section class="file"><h2>{safe(result.path)}</h2>\n{articles}</section>\n')
        if result.failure is not None:
            failed.append(f"<li><strong>{safe(result.path)}</strong>: {safe(result.failure)}</li>")
    style, script = _part("page.css"), _part("page.js")
    yield _head(tally, style, script)
    yield _overview(tally, origin(screen.command))
    if failed:
        yield f"<section><h2>Not checked</h2><ul>{''.join(failed)}</ul></section>\n"
    if found:
        yield _filters(tally)
    yield "<main id='findings'>\n"
    yield from found
    yield "</main>\n"
    yield from _rules(sorted({code for code, _ in tally.by_rule}))
    yield f"<script>{script}</script>\n</body>\n</html>\n"


def _part(name: str) -> str:
    return (files("gradlint.report.html") / name).read_text("utf-8")


def _head(tally: Tally, style: str, script: str) -> str:
    # Whatever a name or a line of code might smuggle in: only these two texts count as style and script.
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>gradlint: {safe(tally.summary())}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#findings">Skip to the findings</a>\n'
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _overview(tally: Tally, made: str) -> str:
    counts = [(tally.by_severity[severity], severity.value, severity.value) for severity in Severity]
    counts += [(count, kind, f"verdict-{kind}") for kind, count in sorted(tally.by_verdict.items())]
    cards = "".join(
        f'<li><span class="badge {style}">{name}</span> <strong>{count}</strong></li>'
        for count, name, style in counts
        if count
    )
    rules = "".join(
        f'<tr><td>{count}</td><th scope="row"><a href="#rule-{safe(code)}" data-filter="{safe(code)}">'
        f"{safe(code)} {safe(name)}</a></th></tr>"
        for (code, name), count in tally.by_rule.most_common()
    )
    table = f'<table class="rules"><caption>Findings by rule</caption><tbody>{rules}</tbody></table>'
    checked = f"{tally.files} file{'' if tally.files == 1 else 's'} checked by gradlint {safe(__version__)}."
    return (
        f'<header><h1>Gradient report</h1><p>{safe(tally.summary())} {checked}</p>{made}<ul class="cards">{cards}</ul>'
        f"{table if rules else ''}</header>\n"
    )


def _filters(tally: Tally) -> str:
    choices: dict[str, dict[str, str]] = {
        "severity": {one.value: one.value for one in Severity if tally.by_severity[one]},
        "rule": {code: f"{code} {name}" for code, name in sorted(tally.by_rule)},
        "verdict": {kind: kind for kind in sorted(tally.by_verdict)},
    }
    selects = "".join(_select(name, values) for name, values in choices.items() if values)
    return (
        '<form id="filters" role="search" aria-label="Filter the findings" hidden>'
        '<label>Text <input type="search" name="text" autocomplete="off"></label>'
        f'{selects}<button type="reset">Show all</button> <output id="shown"></output></form>\n'
    )


def _select(name: str, values: Mapping[str, str]) -> str:
    options = "".join(
        f'<option value="{safe(value)}">{safe(text)}</option>' for value, text in values.items()
    )
    everything = '<option value="">all</option>'
    return f'<label>{name.capitalize()} <select name="{name}">{everything}{options}</select></label>'


def _rules(codes: Iterable[str]) -> Iterator[str]:
    shown = [_rule(catalog.rule(code)) for code in codes]
    if shown:
        yield f'<section class="about"><h2>About the rules</h2>\n{"".join(shown)}</section>\n'


def _rule(rule: Rule) -> str:
    parts = "".join(f"<h4>{title}</h4>{prose(getattr(rule, name))}" for title, name in _SECTIONS.items())
    title = f"<strong>{rule.code} {rule.name}</strong> {worded(rule.summary)}"
    # The anchor is inside, for then a browser opens what is folded.
    return f'<details><summary>{title}</summary><div id="rule-{rule.code}">{parts}</div></details>\n'
