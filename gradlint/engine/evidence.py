"""Who really calls what: a call that another file makes says more than one that was only imagined.

In one file a function that somebody calls is never imagined. Across files each one is linted by itself, so that a
finding names the definitions that only imagined calls have run, and a file those of others that it calls.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

import libcst as cst

from gradlint.analysis.domain.facts import Flow
from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.lost_gradients.path_queries import is_foreign
from gradlint.analysis.project.outline import Outline
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Definition
from gradlint.engine.places import Places
from gradlint.rules.shared.broken import is_hopeless
from gradlint.rules.shared.callers import guilty
from gradlint.rules.shared.draft import Draft, Program


def followed(flow: Flow, read: Iterable[Outline], expected: Iterable[cst.CSTNode]) -> tuple[Definition, ...]:
    """The functions of other modules that were followed with all their branches, and did not fail as expected."""
    failed = {id(node) for node in expected}
    whole = {id(node) for node in flow.followed - flow.followed_in_part}
    if not whole or flow.partial:
        return ()
    return tuple(
        sorted(
            (os.path.abspath(outline.path), name)
            for outline in read
            for name, node in _definitions(_bodies(outline))
            if id(node) in whole and not (failed and any(id(each) in failed for each in walk(node)))
        )
    )


class Grounds:
    """On which imagined calls the drafts of a file rest."""

    def __init__(self, places: Places, drafts: Sequence[tuple[str, Draft]]) -> None:
        self._places = places
        self._known: dict[Outline | None, dict[int, Definition]] = {}
        self._roots: dict[tuple[str, int], list[cst.CSTNode | None]] = {}
        for code, draft in drafts:
            self._roots.setdefault((code, id(draft.node)), []).append(_root(draft))

    def of(self, code: str, draft: Draft) -> tuple[Definition, ...]:
        """What was imagined on the way to a draft; nothing if the program leads there, or nobody can tell."""
        roots = self._roots[code, id(draft.node)]
        if any(each is None for each in roots):
            return ()
        around = self._inside(self._places.text(draft.node)[0]).get(id(draft.node))
        found = {around, *(self._inside(None).get(id(each)) for each in roots)}
        known = {each for each in found if each is not None}
        return tuple(sorted(known)) if len(known) == len(found) else ()

    def are_hosted(self, code: str, draft: Draft, program: Program) -> bool:
        """Whether a library is known to make a call that nobody in the program is seen to make."""
        return any(each in program.flow.hosted for each in self._roots[code, id(draft.node)])

    def are_complete(self, draft: Draft) -> bool:
        """Whether a tape, the weights it is asked about, and what leads from them to the cut are all seen.

        Whoever calls the function, that much holds.
        """
        about = draft.about
        if not isinstance(about, Break) or about.sink.recorder.kind != "tape" or about.sink.asked is None:
            return False
        source = about.source.source
        if is_hopeless(about):
            return True
        return source is not None and source.kind in ("variable", "module") and _is_seen(about)

    def _inside(self, file: Outline | None) -> dict[int, Definition]:
        """In which function or method at the top of its module each node stands."""
        if file not in self._known:
            path = os.path.abspath(self._places.unit.path if file is None else file.path)
            bodies = (self._places.module.body,) if file is None else _bodies(file)
            self._known[file] = {
                id(inner): (path, name) for name, each in _definitions(bodies) for inner in walk(each)
            }
        return self._known[file]


def _is_seen(broken: Break) -> bool:
    """A way from the source to the cut leads through no call that nobody has looked into."""
    stack, seen = [broken.through], {broken.through}
    while stack:
        here = stack.pop()
        if here is broken.source:
            return True
        if not is_foreign(here):
            inner = [edge.node for edge in here.edges if edge.node not in seen]
            seen.update(inner)
            stack.extend(inner)
    return False


def _root(draft: Draft) -> cst.CSTNode | None:
    """The function whose call was imagined; that of a class is its constructor."""
    place = guilty(draft.about)
    root = place.stack[0] if place is not None and place.stack else None
    if isinstance(root, cst.ClassDef):
        made = (each for each in root.body.body if isinstance(each, cst.FunctionDef))
        return next((each for each in made if each.name.value == "__init__"), None)
    return root if isinstance(root, cst.FunctionDef) else None


def _bodies(outline: Outline) -> Iterator[Sequence[cst.CSTNode]]:
    for part in outline.read():
        if part.tree is not None:
            yield part.tree.body


def _definitions(bodies: Iterable[Sequence[cst.CSTNode]]) -> Iterator[tuple[str, cst.FunctionDef]]:
    """The functions of a module and the methods of its classes."""
    for body in bodies:
        for each in body:
            if isinstance(each, cst.FunctionDef):
                yield each.name.value, each
            elif isinstance(each, cst.ClassDef):
                for inner in each.body.body:
                    if isinstance(inner, cst.FunctionDef):
                        yield f"{each.name.value}.{inner.name.value}", inner
