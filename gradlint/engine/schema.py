"""The JSON schema of the configuration, made from the keys and checks that read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from gradlint.core.devices import DEVICES, SINGLE
from gradlint.core.model import Severity
from gradlint.core.selectors import EVERYTHING, GROUPS, Rules
from gradlint.engine import options
from gradlint.sources.unit import Kind

Schema = dict[str, Any]

_SELECTOR: Schema = {"$ref": "#/definitions/selector"}
_SELECTORS: Schema = {"type": "array", "items": _SELECTOR}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_SEVERITY: Schema = {"enum": [severity.value for severity in Severity]}
_DEVICE = f"^({'|'.join(SINGLE)}|({'|'.join(name for name in DEVICES if name not in SINGLE)})(:[0-9]+)?)$"
_SHAPES: Mapping[Callable[..., object], Schema] = {
    options.selectors: _SELECTORS,
    options.per_file_ignores: {"type": "object", "additionalProperties": _SELECTORS},
    options.globs: _TEXTS,
    options.extension: {"type": "object", "additionalProperties": {"enum": list(get_args(Kind))}},
    options.severity: {"type": "object", "propertyNames": _SELECTOR, "additionalProperties": _SEVERITY},
    options.flag: {"type": "boolean"},
    options.output_format: {"enum": list(options.OUTPUT_FORMATS)},
    options.path: {"type": "string"},
    options.python: {"type": "string", "minLength": 1},
    options.fail_on: _SEVERITY,
    options.docs_url: {"type": "string", "pattern": "^(https?://|file:///)[^ ]*$"},
    options.device: {"type": "string", "pattern": _DEVICE},
}
"""What each check lets through."""


def schema(rules: Rules, pyproject: bool = False) -> Schema:
    """The schema of `gradlint.toml`, or of a `pyproject.toml` with a table for gradlint."""
    table: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: _property(key) for name, key in options.KEYS.items()},
    }
    if pyproject:
        tool = {"type": "object", "properties": {"gradlint": table}}
        table = {"type": "object", "properties": {"tool": tool}}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "gradlint",
        "description": "Settings of gradlint, which finds the line where a gradient breaks.",
        **table,
        "definitions": {"selector": {"enum": selectors(rules)}},
    }


def selectors(rules: Rules) -> list[str]:
    """Everything that names rules."""
    beginnings = {code[:length] for code in rules for length in range(2, len(code))}
    return [EVERYTHING, *GROUPS, *sorted(beginnings), *rules, *(rule.name for rule in rules.values())]


def _property(key: options.Key) -> Schema:
    return {**_SHAPES[key.parse], "description": f"{key.text} (default: {key.default})"}
