"""GL621: Transformations of optax in an order, or with a sign, that does not make a step downhill."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import ClippedStep, PassedThrough, UphillChain
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_CHAINS: Wordings = {
    UphillChain: Wording(
        "no transformation in this chain flips the sign: apply_updates adds the result, so every step goes uphill",
        "use optax.scale(-learning_rate) or optax.scale_by_learning_rate(learning_rate)",
        "keeps the sign of the gradient",
        Severity.WARNING,
    ),
    ClippedStep: Wording(
        "{fact.link} comes after the optimizer: it clips the step, not the gradient",
        "put the clipping first: optax.chain(optax.clip_by_global_norm(c), optax.adam(rate))",
        "clips too late",
        Severity.WARNING,
    ),
    PassedThrough: Wording(
        "what {fact.link} leaves out is passed on unchanged: the raw gradients are added to these parameters",
        "freeze the parameters with optax.multi_transform and optax.set_to_zero()",
        "raw gradients are added here",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _CHAINS)


def fix(bench: Bench) -> Patch | None:
    about, link = bench.draft.about, bench.node
    if not isinstance(link, cst.Call):
        return None
    if isinstance(about, UphillChain):
        return _downhill(bench, link)
    return _clipped_first(bench, link) if isinstance(about, ClippedStep) else None


def _downhill(bench: Bench, link: cst.Call) -> Patch | None:
    """The scale with a minus; a schedule as a learning rate, which has one."""
    called, given = bench.called(link.func), positional(link, 0)
    if given is None or len(link.args) != 1:
        return None
    if called == "optax.scale":
        minus = bench.replace(given, f"-{bench.operand(given)}")
        return bench.patch("Scale by a negative number", "unsafe", [minus])
    name = bench.name("optax.scale_by_learning_rate") if called == "optax.scale_by_schedule" else None
    return (
        bench.patch("Scale by a learning rate", "unsafe", [bench.replace(link.func, name)]) if name else None
    )


def _clipped_first(bench: Bench, link: cst.Call) -> Patch | None:
    """The clipping in front of the other links, where it stands among them."""
    argument = bench.text.parent(link)
    chain = bench.text.parent(argument) if argument is not None else None
    if not isinstance(argument, cst.Arg) or not isinstance(chain, cst.Call) or argument is chain.args[0]:
        return None
    if bench.called(chain.func) != "optax.chain" or any(each.star or each.keyword for each in chain.args):
        return None
    at = bench.text.span(chain.args[0])[0]
    front = Change(at, at, f"{bench.code(link)}, ")
    return bench.patch("Clip first", "unsafe", [front, bench.drop_argument(chain, argument)])
