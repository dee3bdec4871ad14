"""Settings: from the command line, the nearest configuration file, or the defaults, in this order.

A file is linted with the settings of the nearest `gradlint.toml`, `.gradlint.toml` or `pyproject.toml`
with a `[tool.gradlint]` table in its folder or above; files further up are not mixed in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from gradlint.core.errors import GradlintError
from gradlint.core.files import read_plain
from gradlint.core.links import DOCS
from gradlint.core.model import Severity
from gradlint.core.records import dataclass, field, replace
from gradlint.core.selectors import Rules, codes_of, specificity
from gradlint.engine.options import PerFileIgnores, Place, parsed, type_name
from gradlint.sources.discover import DEFAULT_EXCLUDE, DiscoverySettings
from gradlint.sources.globs import Glob, matcher
from gradlint.sources.unit import Kind

CONFIG_NAMES = ("gradlint.toml", ".gradlint.toml", "pyproject.toml")
"""In the same folder the first one wins."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rules one source of settings turns on and off."""

    select: tuple[str, ...] | None = None
    """None: the default rules, or those of the selection that this one builds on."""
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a user can set, for the files that share one configuration file."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    per_file_ignores: PerFileIgnores = ()
    exclude: tuple[Glob, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[Glob, ...] = ()
    extension: Mapping[str, Kind] = field(default_factory=dict, hash=False)
    severity: Mapping[str, Severity] = field(default_factory=dict, hash=False)
    """By code, where the user rates a rule differently."""
    force_exclude: bool = False
    respect_gitignore: bool = True
    output_format: str = "full"
    baseline: str | None = None
    fail_on: str | None = None
    python: str | None = None
    """The interpreter for runtime mode."""
    device: str = "cpu"
    docs_url: str = DOCS
    """Where the pages of the rules are."""
    root: str = field(default_factory=os.getcwd)
    """The folder of the configuration file, else the working directory."""
    source: str | None = None
    """The configuration file."""
    inherited: Selection = field(default_factory=Selection)
    """What the file selects, where the command line only adds to it or takes away from it."""

    @property
    def discovery(self) -> DiscoverySettings:
        return DiscoverySettings(
            exclude=self.exclude + self.extend_exclude,
            extension=self.extension,
            force_exclude=self.force_exclude,
            respect_gitignore=self.respect_gitignore,
            root=self.root,
        )

    @property
    def selections(self) -> tuple[Selection, Selection]:
        return self.inherited, Selection(self.select, self.extend_select, self.ignore)


class Configuration:
    """The settings of each file, with every configuration file read once.

    `overrides` are the options of the command line by their key in a configuration file, such as
    `{"select": ["GL1"]}`; their globs are relative to the working directory.
    """

    def __init__(
        self,
        rules: Rules,
        overrides: Mapping[str, object] | None = None,
        config: str | None = None,
        isolated: bool = False,
    ) -> None:
        self._rules = rules
        here = os.getcwd()
        self._overrides = parsed(overrides or {}, Place("", here), rules)
        self._defaults = _settings({}, self._overrides, here, None)
        self._folders: dict[str, Settings] = {}
        self._discovery: dict[int, tuple[Settings, DiscoverySettings]] = {}
        self._everywhere = self._defaults if isolated else None
        if config is not None and not isolated:
            self._everywhere = self._named(os.path.abspath(config))

    def settings_for(self, path: str) -> Settings:
        """The settings in force for a file, which need not exist."""
        return self.settings_in(os.path.dirname(os.path.abspath(path)))

    def settings_in(self, folder: str) -> Settings:
        """The settings in force in an absolute folder."""
        if self._everywhere is not None:
            return self._everywhere
        passed = []
        while (found := self._folders.get(folder)) is None:
            passed.append(folder)
            found = self._nearest(folder)
            parent = os.path.dirname(folder)
            if found is not None or parent == folder:
                break
            folder = parent
        settings = found or self._defaults
        self._folders.update(dict.fromkeys(passed, settings))
        return settings

    def discovery_in(self, folder: str) -> DiscoverySettings:
        """What `discover` asks for: which files of an absolute folder are linted."""
        settings = self.settings_in(folder)
        known = self._discovery.get(id(settings))
        if known is None:
            # The settings are kept as well, so that no others can get their identity.
            known = self._discovery[id(settings)] = (settings, settings.discovery)
        return known[1]

    def _nearest(self, folder: str) -> Settings | None:
        for name in CONFIG_NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (settings := self._read(path)):
                return settings
        return None

    def _named(self, path: str) -> Settings:
        settings = self._read(path)
        if settings is None:
            raise GradlintError(f"{_shown(path)}: has no [tool.gradlint] table")
        return settings

    def _read(self, path: str) -> Settings | None:
        values = self._values(path, ())
        return None if values is None else _settings(values, self._overrides, os.path.dirname(path), path)

    def _values(self, path: str, extenders: tuple[str, ...]) -> dict[str, Any] | None:
        """What a file sets, on top of the file that it extends."""
        table = _table(path)
        if table is None:
            return None
        place = Place(_shown(path), os.path.dirname(path))
        values = parsed(table, place, self._rules)
        extended = values.pop("extend", None)
        if extended is None:
            return values
        if extended in (*extenders, path):
            raise replace(place, key="extend").error("goes round in a circle")
        base = self._values(extended, (*extenders, path))
        if base is None:
            raise replace(place, key="extend").error(f"{_shown(extended)} has no [tool.gradlint] table")
        return _on_top(values, base)


def resolve_codes(settings: Settings, rules: Rules, also: frozenset[str] = frozenset()) -> frozenset[str]:
    """The codes of the rules that are on; the more specific of two selectors wins. `also` are on by default."""
    default = frozenset(code for code, rule in rules.items() if rule.severity is not Severity.INFO)
    return _selected(default | also, settings, rules)


def explicitly_selected(settings: Settings, rules: Rules) -> frozenset[str]:
    """The codes that are on because a selector says so, not because they are on by default."""
    return _selected(frozenset(), settings, rules)


def ignored_in_file(settings: Settings, path: str, rules: Rules) -> frozenset[str]:
    """The codes that the per-file ignores turn off for this file."""
    absolute = os.path.abspath(path)
    return frozenset(
        code
        for glob, selectors in settings.per_file_ignores
        if matcher((glob,)).matches_below(glob.root, absolute)
        for selector in selectors
        for code in codes_of(selector, rules)
    )


def _selected(default: frozenset[str], settings: Settings, rules: Rules) -> frozenset[str]:
    codes = default
    for selection in settings.selections:
        decided = _decided(selection, rules)
        base = codes if selection.select is None else frozenset()
        codes = frozenset(code for code in rules if decided.get(code, code in base))
    return codes


def _decided(selection: Selection, rules: Rules) -> dict[str, bool]:
    """What a selection says about each code that it mentions."""
    said = [(s, True) for s in (*(selection.select or ()), *selection.extend_select)]
    said += [(s, False) for s in selection.ignore]
    # Sorting is stable: between two that are equally specific, `ignore` comes last and wins.
    said.sort(key=lambda pair: specificity(pair[0], rules))
    return {code: on for selector, on in said for code in codes_of(selector, rules)}


def _settings(
    file: Mapping[str, Any], overrides: Mapping[str, Any], root: str, source: str | None
) -> Settings:
    """Both sources as one: the command line replaces a value, or adds to it where the key is a set."""
    values = {**file, **overrides}
    for key in ("extension", "severity"):
        values[key] = {**file.get(key, {}), **overrides.get(key, {})}
    values["extend_exclude"] = file.get("extend_exclude", ()) + overrides.get("extend_exclude", ())
    settings = Settings(**values, root=root, source=source)
    selecting = ("select", "extend_select", "ignore")
    if not any(key in overrides for key in selecting):
        return settings
    from_file = Selection(**{key: file[key] for key in selecting if key in file})
    return replace(
        settings,
        select=overrides.get("select"),
        extend_select=overrides.get("extend_select", ()),
        ignore=overrides.get("ignore", ()),
        inherited=Selection() if "select" in overrides else from_file,
    )


def _on_top(values: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """A configuration that extends another: its values win, and where a key is a set they are added."""
    merged = {**base, **values}
    for key in ("extension", "severity"):
        merged[key] = {**base.get(key, {}), **values.get(key, {})}
    added = ["extend_exclude", "per_file_ignores"]
    selecting = ("extend_select", "ignore")
    if "select" not in values:
        added += selecting
    for key in added:
        merged[key] = base.get(key, ()) + values.get(key, ())
    if "select" in values:
        merged.update({key: values.get(key, ()) for key in selecting})
    return merged


def _table(path: str) -> dict[str, Any] | None:
    """The options in a configuration file; None for a pyproject.toml that is not about gradlint."""
    project = os.path.basename(path) == "pyproject.toml"
    try:
        data = read_plain(path)
    except OSError as error:
        raise GradlintError(f"{_shown(path)}: cannot be read: {error.strerror}") from error
    if project and b"gradlint" not in data:
        return None
    import importlib

    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        document: dict[str, Any] = toml.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise GradlintError(
            f"{_shown(path)}: not valid UTF-8: byte {data[error.start]:#04x} at position {error.start}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise GradlintError(f"{_shown(path)}: not valid TOML: {' '.join(str(error).split())}") from error
    tool = document.get("tool")
    table = tool.get("gradlint") if isinstance(tool, dict) else None
    if not project:
        if table is not None:
            raise GradlintError(
                f"{_shown(path)}: in gradlint.toml write keys at top level, without the [tool.gradlint] header"
            )
        return document
    if table is not None and not isinstance(table, dict):
        raise GradlintError(f"{_shown(path)}: tool.gradlint: expected a table, found {type_name(table)}")
    return table


def _shown(path: str) -> str:
    here = os.path.join(os.getcwd(), "")
    return path.removeprefix(here)
