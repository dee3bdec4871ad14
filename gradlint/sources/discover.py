"""Find the files to lint below the paths a user gives.

A file that is named is always linted: its ending says how, and an ending that gradlint does not know
is read as Python, as ruff does. Below a folder that is named, only known endings count, and what git
ignores or the settings exclude is left out. Type stubs are left out everywhere.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gradlint.core.errors import GradlintError
from gradlint.core.records import dataclass, field
from gradlint.sources import git
from gradlint.sources.globs import Glob, Matcher, matcher
from gradlint.sources.kinds import is_stub, kind_of
from gradlint.sources.unit import Kind
from gradlint.sources.walk import walk

_HERE = os.path.join(os.curdir, "")
_NEVER_OURS = (
    *(".git", ".hg", ".svn", ".venv", "venv", "env", "__pycache__", "build", "dist", "node_modules"),
    *("site-packages", ".tox", ".nox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".eggs", "*.egg-info"),
    *(".ipynb_checkpoints", ".gradlint_cache"),
)
DEFAULT_EXCLUDE: tuple[Glob, ...] = tuple(Glob(f"{name}/") for name in _NEVER_OURS)


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """What a configuration says about which files are linted."""

    exclude: tuple[Glob, ...] = DEFAULT_EXCLUDE
    extension: Mapping[str, Kind] = field(default_factory=dict, hash=False)
    force_exclude: bool = False
    respect_gitignore: bool = True
    root: str = field(default_factory=os.getcwd)
    """The absolute folder of the configuration; excludes that are forced look no further up."""


Nearest = Callable[[str], DiscoverySettings]
"""The settings in force in an absolute folder: those of the nearest configuration file."""


def discover(
    paths: Sequence[str], settings: DiscoverySettings, nearest: Nearest | None = None
) -> Iterator[str]:
    """The files to lint, sorted, each once.

    `settings` are in force everywhere, unless `nearest` knows better for a folder.
    """
    scope = _Scope(nearest or (lambda folder: settings))
    found: dict[str, tuple[str, bool]] = {}
    for path in paths:
        for absolute, shown, is_link in _at(path, scope):
            found.setdefault(absolute, (shown, is_link))
    yield from sorted(_without_second_names(found))


def leaves_out(path: str, beside: str, settings: DiscoverySettings) -> bool:
    """Whether a file that another one leads to is excluded, or ignored by git; both paths are absolute."""
    inside = path.startswith(os.path.join(settings.root, ""))
    base = settings.root if inside else os.path.commonpath((path, beside))
    if is_stub(path, settings.extension) or matcher(settings.exclude).matches_below(base, path):
        return True
    folder = os.path.dirname(path)
    if not settings.respect_gitignore or git.work_tree(folder) is None:
        return False
    return git.output(folder, "check-ignore", "-q", path) is not None


class _Scope:
    """What the settings of each folder say, looked up once per folder."""

    def __init__(self, nearest: Nearest) -> None:
        self._nearest = nearest
        self._known: dict[str, tuple[DiscoverySettings, Matcher]] = {}
        self._reached: dict[tuple[str, str], bool] = {}

    def at(self, folder: str) -> tuple[DiscoverySettings, Matcher]:
        known = self._known.get(folder)
        if known is None:
            settings = self._nearest(folder)
            # Most folders share the settings of the one above them.
            above = self._known.get(os.path.dirname(folder))
            if above is None or above[0] is not settings:
                above = settings, matcher(settings.exclude)
            known = self._known[folder] = above
        return known

    def enters(self, folder: str) -> bool:
        return not self.at(os.path.dirname(folder))[1].matches(folder, True)

    def reaches(self, top: str, folder: str) -> bool:
        """Whether no folder between `top` and `folder` is excluded."""
        if folder == top:
            return True
        key = (top, folder)
        if key not in self._reached:
            self._reached[key] = self.reaches(top, os.path.dirname(folder)) and self.enters(folder)
        return self._reached[key]

    def takes(self, file: str) -> bool:
        """Whether a file that was found has a known ending and is not excluded itself."""
        settings, excluded = self.at(os.path.dirname(file))
        return kind_of(file, settings.extension) is not None and not excluded.matches(file, False)

    def forbids(self, path: str, is_folder: bool) -> bool:
        """Whether a path that was named is excluded all the same."""
        settings, excluded = self.at(os.path.dirname(path))
        return settings.force_exclude and excluded.matches_below(settings.root, path, is_folder)


def _at(path: str, scope: _Scope) -> Iterable[tuple[str, str, bool]]:
    """The absolute path of each file, how the user would write it, and whether it is a link."""
    absolute = os.path.abspath(path)
    try:
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError) as error:
        raise GradlintError(_missing(path, error)) from error
    if scope.forbids(absolute, is_folder):
        return ()
    if is_folder:
        if not os.access(path, os.R_OK | os.X_OK):
            raise GradlintError(f"cannot read {path!r}: permission denied")
        lead, inside = _shown(os.path.join(path, "")), len(os.path.join(absolute, ""))
        return ((file, lead + file[inside:], is_link) for file, is_link in _below(absolute, scope))
    settings, _ = scope.at(os.path.dirname(absolute))
    stub = is_stub(path, settings.extension)
    return () if stub else ((absolute, _shown(path), os.path.islink(absolute)),)


def _missing(path: str, error: OSError | ValueError) -> str:
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        reason = error.strerror if isinstance(error, OSError) else error
        return f"cannot read {path!r}: {reason}"
    if os.path.islink(path):
        return f"{path} is a link to {os.readlink(path)}, which does not exist"
    import difflib

    folder, name = os.path.split(path.rstrip(os.sep))
    try:
        close = difflib.get_close_matches(name, sorted(os.listdir(folder or os.curdir)), 1, 0.7)
    except OSError:
        close = []
    hint = f" (did you mean {os.path.join(folder, close[0])}?)" if close else ""
    return f"no such file or folder: {path}{hint}"


def _shown(path: str) -> str:
    """A path as the user has written it, without `./` in front."""
    while path.startswith(_HERE):
        path = path[len(_HERE) :].lstrip(os.sep)
    return path


def _without_second_names(found: Mapping[str, tuple[str, bool]]) -> Iterator[str]:
    """A link to a file that is linted anyway would show each of its findings twice."""
    links = any(is_link for _, is_link in found.values())
    seen = {os.path.realpath(path) for path, (_, is_link) in found.items() if not is_link} if links else set()
    for path, (file, is_link) in found.items():
        target = os.path.realpath(path) if is_link else None
        if target not in seen:
            yield file
        if target is not None:
            seen.add(target)


def _below(top: str, scope: _Scope) -> Iterator[tuple[str, bool]]:
    """The files to lint below an absolute folder, and whether each is a link."""
    respect_gitignore = scope.at(top)[0].respect_gitignore
    listed = git.files(top) if respect_gitignore else None
    if listed is None:
        for entry in walk(top, scope.enters, respect_gitignore):
            # What is no link is known from the folder: nobody has to ask the file system once more.
            is_link = entry.is_symlink()
            if scope.takes(entry.path) and (os.path.isfile(entry) if is_link else entry.is_file()):
                yield entry.path, is_link
        return
    for name in listed:
        path = os.path.join(top, name)
        if name.endswith("/"):
            inner = path.rstrip("/")
            if scope.reaches(top, inner):
                yield from _below(inner, scope)
        elif scope.takes(path) and scope.reaches(top, os.path.dirname(path)) and os.path.isfile(path):
            yield path, os.path.islink(path)
