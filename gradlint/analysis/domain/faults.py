"""Faults: misuses that are told apart by a word, as the data of a protocol or a table of functions names them."""

from __future__ import annotations

from typing import Literal, cast, get_args

from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.misuses import TwoPlaces
from gradlint.analysis.domain.values import Lang
from gradlint.core.records import dataclass

FaultKind = Literal[
    "accumulate-missing",
    "accumulated-cleared",
    "accumulated-clipped",
    "accumulated-divided",
    "accumulated-stepped",
    "adapter-off",
    "aliased-average",
    "attached-advantage",
    "attached-target",
    "average-rebound",
    "backward-unscaled",
    "cancelled-estimator",
    "stopped-estimator",
    "changed-after-wrap",
    "changed-before-recomputation",
    "coarse-weights",
    "collective-in-loss",
    "compiled-twice",
    "data-differentiated",
    "dead-term",
    "dropped-detach",
    "dropped-step",
    "early-optimizer",
    "empty-mean",
    "equal-values",
    "exhausted-generator",
    "flag-on-module",
    "flat-second-derivative",
    "frozen-adapter",
    "frozen-head",
    "frozen-weight-coasts",
    "frozen-weight-decays",
    "grad-past-hooks",
    "gradient-change-dropped",
    "gradient-in-evaluation",
    "gradient-on-copy",
    "gradients-of-others",
    "half-overflow",
    "half-underflow",
    "half-weights-scaled",
    "late-layer",
    "left-gradient",
    "kept-in-memory",
    "loss-not-scaled",
    "manual-backward-alone",
    "manual-never-steps",
    "micro-batches-cleared",
    "micro-batches-summed",
    "never-cleared",
    "never-synchronised",
    "no-loss-returned",
    "nothing-trainable",
    "number-argument",
    "old-state",
    "other-differentiated",
    "outside-adjoint",
    "left-out-of-adjoint",
    "past-wrapper",
    "plain-backward",
    "random-recomputation",
    "refused-argument",
    "reversed-estimator",
    "scale-updated-early",
    "scaler-not-updated",
    "second-name-average",
    "second-name-loaded",
    "single-softmax",
    "statistics-fixed",
    "step-past-scaler",
    "step-rebound",
    "stopped-weight-decays",
    "straight-second-derivative",
    "summed-outputs",
    "summed-over-processes",
    "swapped-pairs",
    "unaveraged-replicas",
    "unfrozen-after-compile",
    "unheld-weights",
    "unprepared-model",
    "unscaled-twice",
    "untrained-choice",
    "unused-input",
    "unused-parameters",
    "update-without-graph",
    "zero-factors",
]
"""Faults that are told apart by a word; a word that is not here is an error of mypy."""


@dataclass(frozen=True, slots=True)
class Fault(TwoPlaces):
    """A way of being wrong that is named in data: by a protocol of a library, or by a table of its functions."""

    kind: FaultKind
    detail: str = ""
    certain: bool = True


def fault(
    place: Place,
    kind: FaultKind,
    lang: Lang,
    detail: str = "",
    related: Place | None = None,
    certain: bool = True,
) -> Fault:
    return Fault(place, lang, related, kind, detail, certain)


def named(word: str) -> FaultKind:
    """The kind that data names."""
    assert word in get_args(FaultKind), word
    return cast(FaultKind, word)
