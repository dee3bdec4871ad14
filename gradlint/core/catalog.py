"""The only reader of `rules/`: one TOML file per rule, shipped inside the package as `catalogue`.

Each run needs the codes, names and severities of all rules, and almost none needs their prose. Parsing
all files as TOML costs more than everything else that a run without findings does, so `headings` reads
no more than the first lines of each file; `rule` and `rules` parse and check the whole of it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import IO, TYPE_CHECKING, Any, Literal, cast, get_args

from gradlint.core.errors import GradlintError
from gradlint.core.model import Confirm, Example, Framework, Outcome, Rule, Severity
from gradlint.core.records import dataclass
from gradlint.core.selectors import unknown_rule

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Status = Literal["preview", "stable", "deprecated"]

_FILE = re.compile(r"(?P<code>GL\d{3})-(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)\.toml")
_HEAD_BYTES = 1024
_HEAD_LINE = re.compile(
    rb'^(code|name|severity|uncalled|guessed|status|anchors) = "([^"\\\r\n]*)"\r?$', re.MULTILINE
)
_HEAD_FRAMEWORKS = re.compile(rb"^frameworks = \[([^]\r\n]*)\]\r?$", re.MULTILINE)
_OUTCOME = re.compile(rb'^outcome = "(\w+)"', re.MULTILINE)
_HEAD_KEYS = frozenset({"code", "name", "severity", "status", "anchors"})
_TEXTS = (
    "code",
    "name",
    "summary",
    "severity",
    "status",
    "since",
    "anchors",
    "what",
    "why",
    "instead",
    "limits",
)
_LISTS = ("frameworks", "references")
_EXAMPLE_TEXTS = ("framework", "outcome", "bad", "good")


@dataclass(frozen=True, slots=True)
class Heading:
    """What every run knows of a rule."""

    code: str
    name: str
    severity: Severity
    status: Status
    anchors: frozenset[str] = frozenset()
    """What a file must hold one of for the rule to fire, as `gradlint.sources.triage` names it."""
    frameworks: frozenset[str] = frozenset()
    uncalled: Severity = Severity.ERROR
    """The most that an error can be where no caller is seen: what it rests on was made before, and is only likely."""
    guessed: Severity = Severity.WARNING
    """The most that anything less than an error can be there: `info` where guesses like that are hardly ever right."""

    @property
    def is_silent(self) -> bool:
        """Whether the program goes on without an error, in one of the rule's examples at least."""
        with _open(f"{self.code}-{self.name}.toml") as opened:
            return bool(set(_OUTCOME.findall(opened.read())) - {b"raises"})


@cache
def headings() -> Mapping[str, Heading]:
    """All rules by code, in the order of their codes."""
    found: dict[str, Heading] = {}
    owners: dict[str, str] = {}
    for file in _names():
        heading = _heading(file)
        for key in (heading.code, heading.name):
            if key in owners:
                raise GradlintError(f"rules/{file}: {key} is taken by rules/{owners[key]}")
            owners[key] = file
        found[heading.code] = heading
    if not found:
        raise GradlintError("gradlint is not completely installed: its rules are missing")
    return dict(sorted(found.items()))


def find(code_or_name: str) -> Heading:
    """The rule with this code or name; the case of the code does not matter."""
    known = headings()
    if found := known.get(code_or_name.upper()):
        return found
    lowered = code_or_name.lower()
    for heading in known.values():
        if heading.name == lowered:
            return heading
    raise GradlintError(unknown_rule(code_or_name, known))


def rule(code: str) -> Rule:
    """The whole of one rule."""
    return _rule(f"{code}-{headings()[code].name}.toml")


def rules() -> Iterator[Rule]:
    """The whole of all rules, in the order of their codes."""
    return (rule(code) for code in headings())


@cache
def _folder() -> str | None:
    """The folder of the rules: inside an installed package, beside it in a source tree.

    An editable install also leaves a copy in site-packages that goes stale; it is not inside the package
    that is imported, so it is never looked at. None if the package is not made of plain files: what
    `importlib.resources` does for that costs more than reading all the headings.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (os.path.join(package, "catalogue"), os.path.join(os.path.dirname(package), "rules")):
        if os.path.isdir(folder):
            return folder
    return None


def _resources() -> Traversable:
    from importlib.resources import files

    return files("gradlint") / "catalogue"


def _names() -> list[str]:
    """The names of the files, in order."""
    folder = _folder()
    if folder is not None:
        found = os.listdir(folder)
    else:
        inside = _resources()
        found = [file.name for file in inside.iterdir()] if inside.is_dir() else []
    return sorted(name for name in found if name.endswith(".toml"))


def _open(name: str) -> IO[bytes]:
    folder = _folder()
    if folder is None:
        return (_resources() / name).open("rb")
    return open(os.path.join(folder, name), "rb")


def _heading(file: str) -> Heading:
    named = _FILE.fullmatch(file)
    if named is None:
        raise GradlintError(f"rules/{file}: a rule's file is called CODE-name.toml")
    with _open(file) as opened:
        head = opened.read(_HEAD_BYTES)
    found = {key.decode(): value.decode("utf-8", "replace") for key, value in _HEAD_LINE.findall(head)}
    frameworks = _HEAD_FRAMEWORKS.search(head)
    for key in sorted(_HEAD_KEYS - found.keys()):
        raise GradlintError(f'rules/{file}: no line `{key} = "..."` before the prose')
    if (found["code"], found["name"]) != (named["code"], named["name"]):
        raise GradlintError(f"rules/{file}: holds {found['code']} {found['name']}, unlike its name")
    return Heading(
        found["code"],
        found["name"],
        _severity(file, found["severity"]),
        cast(Status, _one_of(file, "status", found["status"], get_args(Status))),
        frozenset(found["anchors"].split()),
        frozenset() if frameworks is None else frozenset(re.findall(r"\w+", frameworks[1].decode())),
        _severity(file, found.get("uncalled", Severity.ERROR.value)),
        _severity(file, found.get("guessed", Severity.WARNING.value)),
    )


def _rule(where: str) -> Rule:
    data = _toml(where)
    _check_keys(
        where, data, (*_TEXTS, *_LISTS), ("uncalled", "guessed", "example", "confirm", "fix", "symptoms")
    )
    texts = {key: _text(where, key, data[key]) for key in _TEXTS}
    frameworks = _list(where, data, "frameworks")
    for framework in frameworks:
        _one_of(where, "frameworks", framework, get_args(Framework))
    return Rule(
        code=texts["code"],
        name=texts["name"],
        summary=texts["summary"],
        frameworks=cast("tuple[Framework, ...]", tuple(frameworks)),
        severity=_severity(where, texts["severity"]),
        status=cast(Status, _one_of(where, "status", texts["status"], get_args(Status))),
        since=texts["since"],
        what=texts["what"].strip(),
        why=texts["why"].strip(),
        instead=texts["instead"].strip(),
        limits=texts["limits"].strip(),
        references=tuple(_list(where, data, "references")),
        examples=tuple(_example(where, entry) for entry in _tables(where, data)),
        symptoms=tuple(_list(where, {"symptoms": [], **data}, "symptoms")),
        confirm=_confirm(where, data.get("confirm", {"shows": "gradient"})),
        changes=_changes(where, data.get("fix")),
    )


def _changes(where: str, data: object) -> str:
    if data is None:
        return ""
    if not isinstance(data, dict):
        raise GradlintError(f"rules/{where}: what a fix changes is written as [fix]")
    _check_keys(f"{where} [fix]", data, ("changes",), ())
    return _text(where, "changes", data["changes"])


def _confirm(where: str, data: object) -> Confirm:
    if not isinstance(data, dict):
        raise GradlintError(f"rules/{where}: what a run shows is written as [confirm]")
    _check_keys(f"{where} [confirm]", data, ("shows",), ("traits", "errors", "measures"))
    lists = (tuple(_list(where, {key: [], **data}, key)) for key in ("traits", "errors", "measures"))
    return Confirm(_text(where, "shows", data["shows"]), *lists)


def _example(where: str, data: Mapping[str, Any]) -> Example:
    _check_keys(f"{where} [[example]]", data, _EXAMPLE_TEXTS, ("error",))
    texts = {key: _text(where, key, value) for key, value in data.items()}
    return Example(
        framework=cast(Framework, _one_of(where, "framework", texts["framework"], get_args(Framework))),
        outcome=cast(Outcome, _one_of(where, "outcome", texts["outcome"], get_args(Outcome))),
        error=texts.get("error", ""),
        bad=texts["bad"].lstrip("\n"),
        good=texts["good"].lstrip("\n"),
    )


def _toml(file: str) -> dict[str, Any]:
    import sys

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        with _open(file) as opened:
            return tomllib.load(opened)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GradlintError(f"rules/{file}: {error}") from error


def _check_keys(
    where: str, data: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    for key in data:
        if key not in (*required, *optional):
            raise GradlintError(f"rules/{where}: unknown key {key!r}")
    for key in required:
        if key not in data:
            raise GradlintError(f"rules/{where}: {key!r} is missing")


def _text(where: str, key: str, value: object) -> str:
    if not isinstance(value, str) or (not value.strip() and key not in ("error", "anchors")):
        raise GradlintError(f"rules/{where}: {key!r} must be a text that is not empty")
    return value


def _list(where: str, data: Mapping[str, Any], key: str) -> list[str]:
    value = data[key]
    if not isinstance(value, list):
        raise GradlintError(f"rules/{where}: {key!r} must be a list of texts")
    return [_text(where, key, entry) for entry in value]


def _tables(where: str, data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    value = data.get("example", [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise GradlintError(f"rules/{where}: examples are written as [[example]]")
    return value


def _severity(where: str, word: str) -> Severity:
    return Severity(_one_of(where, "severity", word, [one.value for one in Severity]))


def _one_of(where: str, key: str, word: str, known: tuple[str, ...] | list[str]) -> str:
    if word not in known:
        raise GradlintError(f"rules/{where}: {key} is {word!r}, not one of {', '.join(known)}")
    return word
