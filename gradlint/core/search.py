"""Finds rules by symptom: from the words of a user, or the text of an error, to the rules that explain it.

A rule is known by phrases (the symptoms that its file lists and the errors that it quotes) and by its prose. Words
count by how few rules use them; numbers and shapes are left out, since each run prints others; words that mean the same
to somebody whose training fails are one word.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gradlint.core.model import Rule
from gradlint.core.records import dataclass
from gradlint.core.selectors import closest

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_QUOTED = re.compile(r"`([^`]+)`")
_AN_ERROR = re.compile(r"Error|Warning")
_NAMES_AN_ERROR = re.compile(r"^(?:\w+\.)*\w*(?:Error|Warning|Exception): ")
_IDENTICAL = (
    "gradient grad gradients grads derivative derivatives differentiable differentiate",
    "parameter parameters param params weight weights",
    "model network net module",
    "layer layers",
    "learn learns train trains trained training improve update updated updates converge",
    "step iteration iterations epoch epochs round batch",
    "nan inf infinite infinity nans",
    "missing forgot forget forgotten lacks without",
    "grow grows growing increases increase leak leaks oom",
    "gpu gpus cuda rank ranks",
    "explode explodes diverge diverges exploding",
    "decrease decreases fall falls down",
    "stuck constant same unchanged",
    "inplace place",
    "tracer tracers traced",
    "jit jitted",
    "sqrt root norm distance",
    "clip clips clipping clipped clip_grad_norm_ clip_grad_value_",
    "sample samples sampling rsample",
    "own custom",
    "wrong incorrect",
    "array arrays ndarray",
    "numpy np",
    "accumulation accumulate accumulates accumulating",
    "append appending appends store storing stored",
    "ddp distributeddataparallel distributed",
)
_SYNONYMS = {word: group.split()[0] for group in _IDENTICAL for word in group.split()}
_IDLE = frozenset(
    "a an and are as at be because been but by can do does for from has have how i if in into is it its me my of on or "
    "so some that the their there they this to too was what when which while why will with you your get gets".split()
)
_ENOUGH = 0.5
"""What a rule must score to be shown, as a part of the best score."""
_LEAST = 0.3
_MOST = 8


@dataclass(frozen=True, slots=True)
class Found:
    """The rules that may explain a text, the likeliest first, and what was taken for a slip of the finger."""

    rules: tuple[Rule, ...]
    corrected: tuple[tuple[str, str], ...] = ()


class Index:
    """The rules, ready to be searched."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._pages = [_Page(rule) for rule in rules]
        self._rarity = _rarity(self._pages)
        self._known = frozenset(word for page in self._pages for word in page.spoken)

    def search(self, text: str) -> Found:
        message = _NAMES_AN_ERROR.sub("", text.strip()) or text
        words, corrected = _corrected(_spoken(message), self._known)
        query = _terms(_alike(words))
        scored = [(page.score(query, self._rarity), page.rule) for page in self._pages]
        best = max((score for score, _ in scored), default=0.0)
        likely = [pair for pair in scored if pair[0] >= max(_ENOUGH * best, _LEAST)]
        likely.sort(key=lambda pair: -pair[0])
        return Found(tuple(rule for _, rule in likely[:_MOST]), corrected)


class _Page:
    """What is known of one rule, as sets of words."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        title = f"{rule.name.replace('-', ' ')} {rule.summary}"
        body = " ".join((rule.what, rule.why, rule.instead, *(example.error for example in rule.examples)))
        self.spoken = frozenset(_spoken(" ".join((title, body, *rule.symptoms))))
        self.title = _terms(_words(title))
        self.body = _terms(_words(body))
        self.symptoms = [_terms(_words(phrase)) for phrase in (*rule.symptoms, title)]
        self.errors = [_terms(_words(phrase)) for phrase in _errors(rule)]

    @property
    def everything(self) -> frozenset[str]:
        return self.title.union(self.body, *self.symptoms, *self.errors)

    def score(self, query: frozenset[str], rarity: Mapping[str, float]) -> float:
        whole = _weight(query, rarity)
        if not whole:
            return 0.0
        phrases = max((_likeness(query, one, rarity) for one in (*self.symptoms, *self.errors)), default=0.0)
        said = frozenset().union(*self.symptoms)
        return (
            phrases
            + 0.3 * _weight(query & said, rarity) / whole
            + 0.3 * _weight(query & self.title, rarity) / whole
            + 0.3 * _weight(query & self.body, rarity) / whole
        )


def _errors(rule: Rule) -> Iterable[str]:
    """The errors that a page quotes, without the name of the exception."""
    for example in rule.examples:
        if example.error:
            yield example.error
    for quoted in _QUOTED.findall(" ".join(rule.why.split())):
        if _AN_ERROR.search(quoted):
            yield _NAMES_AN_ERROR.sub("", quoted)


def _likeness(query: frozenset[str], phrase: frozenset[str], rarity: Mapping[str, float]) -> float:
    """How much two texts have in common. A long message that holds all of a phrase is about that phrase."""
    common, asked, said = (_weight(each, rarity) for each in (query & phrase, query, phrase))
    if not common:
        return 0.0
    alike = common / math.sqrt(asked * said)
    return max(alike, 0.9 * common / said) if len(phrase) >= 7 else alike


def _weight(terms: Iterable[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity.get(term, 0.0) for term in terms)


def _rarity(pages: Sequence[_Page]) -> dict[str, float]:
    seen = Counter(term for page in pages for term in page.everything)
    return {term: math.log(1 + len(pages) / number) for term, number in seen.items()}


def _words(text: str) -> list[str]:
    """The words of a text in order, each as the one word that stands for its like."""
    return _alike(_spoken(text))


def _spoken(text: str) -> list[str]:
    """The words of a text as they are written."""
    found = _WORD.findall(text.lower().replace("in-place", "inplace"))
    return [word for word in found if word not in _IDLE]


def _alike(words: Iterable[str]) -> list[str]:
    return [_SYNONYMS.get(word) or _SYNONYMS.get(_stem(word)) or _stem(word) for word in words]


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4 and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def _terms(words: Sequence[str]) -> frozenset[str]:
    """Words and pairs of neighbours; a compound name counts as well by its parts."""
    parts = (part for word in words if "_" in word for part in word.split("_") if len(part) > 2)
    pairs = (f"{left} {right}" for left, right in pairwise(words))
    return frozenset((*words, *map(_stem, parts), *pairs))


def _corrected(words: Sequence[str], known: frozenset[str]) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """The words, with the nearest known one in place of each that no page has."""
    same = {*known, *_SYNONYMS, *map(_stem, known)}
    made: list[str] = []
    changed: list[tuple[str, str]] = []
    for word in words:
        odd = len(word) > 3 and word not in same and _stem(word) not in same
        near = closest(word, known, 0.8) if odd else None
        if near is not None:
            changed.append((word, near))
        made.append(near or word)
    return made, tuple(changed)
