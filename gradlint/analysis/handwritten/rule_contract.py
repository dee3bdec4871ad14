"""Rules for a gradient, whatever the framework calls them: how many results they owe, what they must use."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.values import Lang
from gradlint.analysis.handwritten.dependence import EVERYTHING, depending, numbers_read
from gradlint.analysis.handwritten.return_shapes import Reader, Returned
from gradlint.analysis.project.syntax import Function, Return, is_none, returns
from gradlint.core.records import dataclass, field

Note = Callable[[Handwritten], None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One function that turns the gradient of a result into the gradients of the inputs."""

    lang: Lang
    name: str
    """The function or class that is differentiated by it."""
    func: Function
    reader: Reader
    upstream: frozenset[str]
    """The parameters in which the gradient of the result arrives."""
    required: int
    """How many inputs there are at least, and at most; None for any number."""
    possible: int | None
    origin: cst.CSTNode
    """The function whose inputs are meant."""
    calls: frozenset[int] = field(default_factory=frozenset)
    """With how many inputs it is seen to be called."""
    spare_none: bool = False
    """More results are allowed where they are None."""
    single: bool = True
    """One gradient may be returned bare, without a tuple around it."""
    lists: bool = True
    """A list does as well as a tuple."""
    paired: bool = False
    """The gradients of the inputs are the first of two results, those of variables the second."""

    @property
    def inputs(self) -> list[int] | None:
        """The numbers of gradients that may be expected; None for any from `required` on."""
        if self.calls:
            return sorted(self.calls)
        return list(range(self.required, self.possible + 1)) if self.possible is not None else None


def check_count(rule: Rule, note: Note) -> None:
    """As many gradients as inputs, in every return."""
    ends = returns(rule.func)
    for each in ends:
        found = rule.reader.returned(each.value)
        if found is not None and rule.paired:
            whole = found.kind in ("tuple", "list") and len(found.parts) == 2
            found = rule.reader.returned(found.parts[0]) if whole else None
        if found is None or (found.kind == "none" and (each.guarded or len(ends) > 1)):
            continue  # for the case in which no gradient is wanted
        fact = _miscount(rule, each, found)
        if fact is not None:
            note(fact)


def _miscount(rule: Rule, each: Return, found: Returned) -> Handwritten | None:
    place, origin = Place(each.node), Place(rule.origin)
    bare = found.kind in ("value", "none")
    if bare and not rule.single:
        wanted = rule.inputs[0] if rule.inputs else rule.required
        return Handwritten(place, "not-a-tuple", rule.lang, rule.name, "", wanted, 1, origin)
    if found.kind == "list" and not rule.lists:
        wanted = rule.inputs[0] if rule.inputs else rule.required
        return Handwritten(place, "list", rule.lang, rule.name, "", wanted, found.count, origin)
    got = 1 if bare else found.count
    wrong = _missed(rule, found, got)
    if wrong is None:
        return None
    return Handwritten(place, "count", rule.lang, rule.name, "", wrong, got, origin)


def _missed(rule: Rule, found: Returned, got: int) -> int | None:
    """The number of inputs that this many gradients do not fit; None if they may fit."""
    if rule.inputs is None:
        return rule.required if got < rule.required else None
    fitting = [wanted for wanted in rule.inputs if _fits(rule, found, got, wanted)]
    if rule.calls:
        failing = [wanted for wanted in rule.inputs if wanted not in fitting]
        return failing[0] if failing else None
    return None if fitting else min(rule.inputs, key=lambda wanted: abs(wanted - got))


def _fits(rule: Rule, found: Returned, got: int, wanted: int) -> bool:
    if got == wanted:
        return True
    if not rule.spare_none or got < wanted:
        return False
    # What is not certainly a gradient may be None.
    return not any(rule.reader.is_present(part) for part in found.parts[wanted:])


def check_upstream(rule: Rule, note: Note) -> None:
    """The chain rule: what arrives has to be in what is returned."""
    names = rule.upstream
    if not names:
        return
    reached = depending(rule.func, names)
    if EVERYTHING in reached:
        return
    ends = [each for each in returns(rule.func) if not is_none(each.value)]
    if not any(each.value is not None and numbers_read(each.value) & reached for each in ends):
        _note_ignored(rule, ends, note)
        return
    for each in ends:
        found = rule.reader.returned(each.value)
        if found is None or found.kind not in ("tuple", "list"):
            continue
        # What is returned beyond the inputs is the gradient of nothing.
        for part in found.parts[: max(rule.inputs) if rule.inputs else None]:
            # A value handed on as it is may be meant as a message to whoever reads the gradient.
            if not numbers_read(part) & reached and rule.reader.is_formula(part):
                upstream = tuple(sorted(names))
                note(
                    Handwritten(
                        Place(each.node),
                        "partly-ignored",
                        rule.lang,
                        rule.name,
                        certain=False,
                        names=upstream,
                    )
                )
                break


def _note_ignored(rule: Rule, ends: list[Return], note: Note) -> None:
    if all(name.startswith("unused") for name in rule.upstream):
        return  # said by the name
    meant = all(name.startswith("_") for name in rule.upstream)
    for each in ends:
        found = rule.reader.returned(each.value)
        parts = found.parts if found is not None else (each.value,)
        judge = rule.reader.is_formula if meant else rule.reader.is_something
        if any(part is not None and judge(part) for part in parts):
            upstream = tuple(sorted(rule.upstream))
            note(
                Handwritten(
                    Place(each.node), "ignored", rule.lang, rule.name, certain=not meant, names=upstream
                )
            )
