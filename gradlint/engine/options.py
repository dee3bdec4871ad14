"""The keys that a configuration may hold, each with the check that its value has to pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, get_args

from gradlint import report
from gradlint.core.devices import DEVICES, is_device
from gradlint.core.errors import GradlintError
from gradlint.core.model import Severity
from gradlint.core.records import dataclass, replace
from gradlint.core.selectors import Rules, closest, codes_of, did_you_mean, specificity, unknown_rule
from gradlint.sources.globs import Glob, flaw
from gradlint.sources.unit import Kind

OUTPUT_FORMATS = report.FORMATS

PerFileIgnores = tuple[tuple[Glob, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value was written, for the user to find it again."""

    origin: str
    """The configuration file; nothing for the command line."""
    root: str
    key: str = ""

    def error(self, message: str) -> GradlintError:
        return GradlintError(
            f"{self.origin}: {self.key}: {message}" if self.origin else f"--{self.key}: {message}"
        )


def parsed(table: Mapping[str, object], place: Place, rules: Rules) -> dict[str, Any]:
    """The values of a table by the name of their setting; the first that is wrong is an error."""
    values = {}
    for key, value in table.items():
        known = KEYS.get(key)
        at = replace(place, key=key)
        if known is None:
            raise at.error(f"unknown key{did_you_mean(closest(key.replace('_', '-'), KEYS))}")
        values[key.replace("-", "_")] = known.parse(value, at, rules)
    return values


def type_name(value: object) -> str:
    names: dict[type, str] = {bool: "a boolean", str: "a string", int: "an integer", float: "a number"}
    return names.get(type(value)) or ("a list" if isinstance(value, list | tuple) else "a table")


def flag(value: object, place: Place, rules: Rules) -> bool:
    if not isinstance(value, bool):
        raise place.error(f"expected true or false, found {type_name(value)}")
    return value


def _strings(value: object, place: Place, rules: Rules) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise place.error(f"expected a list of strings, found {type_name(value)}")
    for item in value:
        if not isinstance(item, str):
            raise place.error(f"expected a list of strings, found {type_name(item)} in it")
    return tuple(value)


def _entries(value: object, place: Place) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise place.error(f"expected a table, found {type_name(value)}")
    return value


def selectors(value: object, place: Place, rules: Rules) -> tuple[str, ...]:
    said = _strings(value, place, rules)
    for selector in said:
        if not codes_of(selector, rules):
            raise place.error(unknown_rule(selector, rules))
    return said


def _glob(pattern: str, place: Place) -> Glob:
    if reason := flaw(pattern):
        raise place.error(f"invalid glob {pattern!r}: {reason}")
    return Glob(pattern, place.root)


def globs(value: object, place: Place, rules: Rules) -> tuple[Glob, ...]:
    return tuple(_glob(pattern, place) for pattern in _strings(value, place, rules))


def per_file_ignores(value: object, place: Place, rules: Rules) -> PerFileIgnores:
    return tuple(
        (_glob(pattern, place), selectors(said, replace(place, key=f"{place.key}.{pattern}"), rules))
        for pattern, said in _entries(value, place).items()
    )


def _choice(value: object, place: Place, choices: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in choices:
        return value
    found = repr(value) if isinstance(value, str) else type_name(value)
    hint = did_you_mean(closest(value, choices)) if isinstance(value, str) else ""
    raise place.error(f"expected one of {', '.join(choices)}, found {found}{hint}")


def extension(value: object, place: Place, rules: Rules) -> dict[str, str]:
    return {
        name.removeprefix(".").lower(): _choice(
            kind, replace(place, key=f"{place.key}.{name}"), get_args(Kind)
        )
        for name, kind in _entries(value, place).items()
    }


def severity(value: object, place: Place, rules: Rules) -> dict[str, Severity]:
    rated = {}
    entries = _entries(value, place)
    for selector in sorted(entries, key=lambda name: specificity(name, rules)):
        at = replace(place, key=f"{place.key}.{selector}")
        codes = codes_of(selector, rules)
        if not codes:
            raise at.error(unknown_rule(selector, rules))
        chosen = Severity(_choice(entries[selector], at, tuple(s.value for s in Severity)))
        rated.update(dict.fromkeys(codes, chosen))
    return rated


def output_format(value: object, place: Place, rules: Rules) -> str:
    return _choice(value, place, OUTPUT_FORMATS)


def path(value: object, place: Place, rules: Rules) -> str:
    if not isinstance(value, str):
        raise place.error(f"expected a path, found {type_name(value)}")
    return os.path.normpath(os.path.join(place.root, os.path.expanduser(value)))


def python(value: object, place: Place, rules: Rules) -> str:
    """A bare name is looked for on the search path, as on the command line."""
    if isinstance(value, str) and value and not os.path.dirname(value):
        return value
    if value == "":
        raise place.error("expected a path, found an empty string")
    return path(value, place, rules)


def device(value: object, place: Place, rules: Rules) -> str:
    return value if isinstance(value, str) and is_device(value) else _choice(value, place, DEVICES)


def docs_url(value: object, place: Place, rules: Rules) -> str:
    if not isinstance(value, str):
        raise place.error(f"expected an address, found {type_name(value)}")
    if not value.startswith(("https://", "http://", "file:///")) or not value.isprintable() or " " in value:
        raise place.error(
            f"expected an address that starts with https://, http:// or file:///, found {value!r}"
        )
    return value if value.endswith("/") else f"{value}/"


def fail_on(value: object, place: Place, rules: Rules) -> str:
    return _choice(value, place, tuple(one.value for one in Severity))


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the configuration."""

    parse: Callable[[object, Place, Rules], Any]
    text: str
    """What it sets, in one line."""
    default: str
    """What holds without it, as TOML or in words."""


KEYS: Mapping[str, Key] = {
    "select": Key(selectors, "run these rules instead of the default ones", "all rules but info"),
    "ignore": Key(selectors, "do not run these rules", "[]"),
    "extend-select": Key(selectors, "run these rules as well", "[]"),
    "per-file-ignores": Key(per_file_ignores, "do not run these rules in files that match a glob", "{}"),
    "exclude": Key(
        globs, "leave out these files and folders instead of the default ones", "a list of tool folders"
    ),
    "extend-exclude": Key(globs, "leave out these files and folders as well", "[]"),
    "extension": Key(extension, "read files with this ending as python, notebook or markdown", "{}"),
    "severity": Key(severity, "rate rules differently: error, warning or info", "{}"),
    "force-exclude": Key(
        flag, "leave excluded files out even if they are named on the command line", "false"
    ),
    "respect-gitignore": Key(flag, "leave out what git ignores", "true"),
    "output-format": Key(output_format, "the format of the report", '"full"'),
    "baseline": Key(path, "leave out the findings that this file lists", "none"),
    "fail-on": Key(fail_on, "exit with 1 only for findings of this severity or worse", "any finding"),
    "python": Key(python, "the interpreter that --confirm and gradlint run use", "that of the project"),
    "device": Key(device, "where --confirm executes: auto, cpu, cuda, cuda:1, mps, xpu or tpu", '"cpu"'),
    "docs-url": Key(docs_url, "where findings link to the pages of their rules", "the site of gradlint"),
    "extend": Key(path, "take over another configuration file; what is said here wins", "none"),
}
"""All keys: what is not among them is an error."""
