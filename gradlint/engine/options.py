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
        parse = _KEYS.get(key)
        at = replace(place, key=key)
        if parse is None:
            raise at.error(f"unknown key{did_you_mean(closest(key.replace('_', '-'), _KEYS))}")
        values[key.replace("-", "_")] = parse(value, at, rules)
    return values


def type_name(value: object) -> str:
    names: dict[type, str] = {bool: "a boolean", str: "a string", int: "an integer", float: "a number"}
    return names.get(type(value)) or ("a list" if isinstance(value, list | tuple) else "a table")


def _flag(value: object, place: Place, rules: Rules) -> bool:
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


def _selectors(value: object, place: Place, rules: Rules) -> tuple[str, ...]:
    selectors = _strings(value, place, rules)
    for selector in selectors:
        if not codes_of(selector, rules):
            raise place.error(unknown_rule(selector, rules))
    return selectors


def _glob(pattern: str, place: Place) -> Glob:
    if reason := flaw(pattern):
        raise place.error(f"invalid glob {pattern!r}: {reason}")
    return Glob(pattern, place.root)


def _globs(value: object, place: Place, rules: Rules) -> tuple[Glob, ...]:
    return tuple(_glob(pattern, place) for pattern in _strings(value, place, rules))


def _per_file_ignores(value: object, place: Place, rules: Rules) -> PerFileIgnores:
    return tuple(
        (_glob(pattern, place), _selectors(selectors, replace(place, key=f"{place.key}.{pattern}"), rules))
        for pattern, selectors in _entries(value, place).items()
    )


def _choice(value: object, place: Place, choices: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in choices:
        return value
    found = repr(value) if isinstance(value, str) else type_name(value)
    hint = did_you_mean(closest(value, choices)) if isinstance(value, str) else ""
    raise place.error(f"expected one of {', '.join(choices)}, found {found}{hint}")


def _extension(value: object, place: Place, rules: Rules) -> dict[str, str]:
    return {
        name.removeprefix(".").lower(): _choice(
            kind, replace(place, key=f"{place.key}.{name}"), get_args(Kind)
        )
        for name, kind in _entries(value, place).items()
    }


def _severity(value: object, place: Place, rules: Rules) -> dict[str, Severity]:
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


def _output_format(value: object, place: Place, rules: Rules) -> str:
    return _choice(value, place, OUTPUT_FORMATS)


def _path(value: object, place: Place, rules: Rules) -> str:
    if not isinstance(value, str):
        raise place.error(f"expected a path, found {type_name(value)}")
    return os.path.normpath(os.path.join(place.root, os.path.expanduser(value)))


def _python(value: object, place: Place, rules: Rules) -> str:
    """A bare name is looked for on the search path, as on the command line."""
    if isinstance(value, str) and value and not os.path.dirname(value):
        return value
    if value == "":
        raise place.error("expected a path, found an empty string")
    return _path(value, place, rules)


def _device(value: object, place: Place, rules: Rules) -> str:
    return value if isinstance(value, str) and is_device(value) else _choice(value, place, DEVICES)


def _docs_url(value: object, place: Place, rules: Rules) -> str:
    if not isinstance(value, str):
        raise place.error(f"expected an address, found {type_name(value)}")
    if not value.startswith(("https://", "http://", "file:///")) or not value.isprintable() or " " in value:
        raise place.error(
            f"expected an address that starts with https://, http:// or file:///, found {value!r}"
        )
    return value if value.endswith("/") else f"{value}/"


def _fail_on(value: object, place: Place, rules: Rules) -> str:
    return _choice(value, place, tuple(severity.value for severity in Severity))


_KEYS: Mapping[str, Callable[[object, Place, Rules], Any]] = {
    "select": _selectors,
    "ignore": _selectors,
    "extend-select": _selectors,
    "per-file-ignores": _per_file_ignores,
    "exclude": _globs,
    "extend-exclude": _globs,
    "extension": _extension,
    "severity": _severity,
    "force-exclude": _flag,
    "respect-gitignore": _flag,
    "output-format": _output_format,
    "baseline": _path,
    "fail-on": _fail_on,
    "python": _python,
    "device": _device,
    "docs-url": _docs_url,
    "extend": _path,
}
