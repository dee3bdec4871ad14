"""GL621: Transformations of optax in an order, or with a sign, that does not make a step downhill."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.misuses import ClippedStep, PassedThrough, UphillChain
from gradlint.core.model import Severity
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.wording import Wording, Wordings, worded

_CHAINS: Wordings = {
    UphillChain: Wording(
        "no link of this chain has a minus: apply_updates adds the result, so every step goes uphill",
        "use optax.scale(-learning_rate) or optax.scale_by_learning_rate(learning_rate)",
        "scales by a positive number",
        Severity.WARNING,
    ),
    ClippedStep: Wording(
        "{fact.link} stands behind the optimizer: it clips the step, not the gradient",
        "put the clipping first: optax.chain(optax.clip_by_global_norm(c), optax.adam(rate))",
        "clips too late",
        Severity.WARNING,
    ),
    PassedThrough: Wording(
        "what {fact.link} leaves out is handed on unchanged: the raw gradients are added to these parameters",
        "freeze them with optax.multi_transform and optax.set_to_zero()",
        "gradients applied as they are",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _CHAINS)
