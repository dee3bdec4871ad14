"""The judges of what a rule predicts other than a missing gradient: steps, shapes, lists of parameters, NaN."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from gradlint.core.model import VerdictKind
from gradlint.watch.seen import Seen, shape

Judged = tuple[VerdictKind, str]


def _old_gradients(seen: Seen) -> Judged:
    answered = [one for one in seen.outcomes if "stale" in one]
    if not answered:
        return "inconclusive", f"the line ran {seen.times}; no optimizer made a step between two of them"
    stale = [one for one in answered if one["stale"]]
    if len(stale) == len(answered):
        most = max(one["stale"] for one in stale)
        return (
            "confirmed",
            f"at {len(stale)} of {len(answered)} passes the gradients of the step before were still in .grad "
            f"({most} tensors, norm {stale[0]['norm']:.4g})",
        )
    if stale:
        passes = f"{len(stale)} of {len(answered)} passes"
        return "inconclusive", f"the gradients of the step before were still there at {passes}"
    return "refuted", f".grad was empty or zero at all {len(answered)} passes that were watched"


def _lost_gradients(seen: Seen) -> Judged:
    clips = seen.finding.form.startswith("Clipped")
    if seen.notes.get("last") == "step" and seen.finding.form == "ClippedTooLate":
        return "confirmed", "the optimizer had made its step before this line ran"
    answered = [one for one in seen.outcomes if "lost" in one]
    lost = [one for one in answered if one["given"] and one["lost"] == one["given"]]
    if lost and len(lost) == len(answered):
        one = lost[0]
        steps = f"{len(lost)} of {len(answered)} steps"
        return "confirmed", f"all {one['given']} gradients of backward() were gone at the step ({steps})"
    empty = [one for one in answered if one["at"] and one["empty"] == one["parameters"]]
    if empty and answered[0] in empty:
        return "confirmed", f"the step ran with no gradient in any of {empty[0]['parameters']} parameters"
    if answered and not lost and not empty and not clips:
        return "refuted", f"the gradients were there at all {len(answered)} steps that were watched"
    return "inconclusive", f"the line ran {seen.times}"


def _kept_graph(seen: Seen) -> Judged:
    sizes = [int(each) for each in seen.notes.get("kept") or ()]
    if len(sizes) < 2:
        return "inconclusive", f"the line ran {seen.times}, too few to see whether graphs add up"
    if all(after > before for before, after in pairwise(sizes)):
        shown = ", ".join(map(str, sizes[:6]))
        return "confirmed", f"the graph that is kept alive grows with each pass: {shown} operations"
    if not any(sizes):
        return "refuted", "nothing that is kept here holds a graph"
    return "inconclusive", "what is kept here holds a graph, but it does not grow"


def _ignored_flag(seen: Seen) -> Judged:
    flag = seen.notes.get("flag")
    if flag is None:
        return "inconclusive", f"the line ran {seen.times}, on something that is not a tensor"
    if flag:
        return "refuted", "the tensor requires grad after this line"
    return "confirmed", "the tensor does not require grad after this line"


def _not_stored(seen: Seen) -> Judged:
    owner, result = seen.last.get("self", {}), seen.last.get("result", {})
    if owner.get("kind") != "tensor":
        return "inconclusive", f"the line ran {seen.times}"
    if not owner.get("leaf") and result.get("kind") == "none":
        return "confirmed", f".grad of a computed tensor ({shape(owner)}) is None"
    if result.get("kind") == "tensor":
        return "refuted", "the gradient was there when it was read"
    return "inconclusive", "the tensor is a leaf; it had no gradient when it was read"


def _held(seen: Seen) -> Judged:
    """Weights that are not where they are looked for."""
    made = seen.notes.get("made")
    if not made or not made["tensors"]:
        return (
            "inconclusive",
            f"the line ran {seen.times}; no optimizer made a step while what it made was alive",
        )
    steps = f"{made['steps']} step{'s' * (made['steps'] > 1)}"
    number = f"tensors made here that require grad: {made['tensors']}"
    if not made["held"] and not made["listed"]:
        owner = f"in parameters() of {made['owner']}: 0, " if made["owner"] else ""
        return "confirmed", f"{number}, {owner}held by an optimizer in {steps}: 0"
    if made["held"] == made["tensors"]:
        return "refuted", f"{number}, and an optimizer holds all of them"
    return "inconclusive", f"{number}; held by an optimizer: {made['held']}"


def _broadcast(seen: Seen) -> Judged:
    verdicts = [_spread(hit) for hit in seen.hits or [seen.last]]
    spread = [one for one in verdicts if one]
    if spread and len(spread) == len(verdicts):
        return "confirmed", str(spread[-1])
    if spread:
        return "inconclusive", f"{len(spread)} of {len(verdicts)} passes: {spread[-1]}"
    if any(one == "" for one in verdicts):
        return "refuted", "both operands had shapes that fit without being spread over each other"
    return "inconclusive", f"the line ran {seen.times}; its operands are not tensors"


def _spread(hit: dict[str, Any]) -> str | None:
    """The two shapes, if each is spread over the other; None if they are unknown."""
    tensors = [one for name, one in hit.items() if one.get("kind") == "tensor" and name not in _RESULTS]
    if len(tensors) < 2:
        return None
    left, right = (list(one["shape"]) for one in tensors[:2])
    width = max(len(left), len(right))
    padded = [[1] * (width - len(each)) + each for each in (left, right)]
    pairs = list(zip(*padded))
    if any(a is None or b is None or (a != b and 1 not in (a, b)) for a, b in pairs):
        return None
    result = [max(a, b) for a, b in pairs]
    size = [_size(each) for each in (left, right, result)]
    if size[2] > max(size[:2]):
        return f"{left} against {right} becomes {result}: {size[2]} numbers instead of {max(size[:2])}"
    return ""


_RESULTS = ("result", "value", "target", "owner", "func", "self")


def _size(shape: list[int]) -> int:
    total = 1
    for each in shape:
        total *= each
    return total


def _not_scalar(seen: Seen) -> Judged:
    target = seen.last.get("0") or seen.last.get("target") or {}
    if target.get("kind") != "tensor":
        return "inconclusive", f"the line ran {seen.times}"
    if target.get("shape"):
        return (
            "confirmed",
            f"the target is not a scalar but {shape(target)}: what comes back is the gradient of its sum",
        )
    return "refuted", "the target was a scalar whenever the line ran"


def _not_finite(seen: Seen) -> Judged:
    requests = [one for one in seen.requests if one["sources"]]
    if not requests:
        bad = [hit for hit in seen.hits if hit.get("result", {}).get("finite") is False]
        if bad and all(_finite_operands(hit) for hit in bad):
            return "confirmed", "the value of this expression is not finite though its operands are"
        return "inconclusive", f"the line ran {seen.times}; no gradient was requested behind it"
    broken = [one for one in requests if any(each["state"] == "nonfinite" for each in one["sources"])]
    if not broken:
        return "not-reproduced", f"the gradient was finite in all {len(requests)} requests that were watched"
    first = broken[0]
    healthy = all(each.get("finite", True) for each in first["sources"])
    if not healthy or not _is_singular(first.get("seen") or {}):
        return "inconclusive", "the gradient was not finite, but nothing shows that it came from this line"
    loss = first.get("loss")
    value = f" while the loss was {loss:.4g}" if isinstance(loss, float) and abs(loss) < float("inf") else ""
    names = [one.get("name") for one in first["sources"] if one["state"] == "nonfinite" and one.get("name")]
    whose = f"of {', '.join(f'`{name}`' for name in names[:3])} " if names else ""
    return (
        "confirmed",
        f"the gradient {whose}was NaN or infinite{value}, and this expression was at its singular point",
    )


def _is_singular(hit: dict[str, Any]) -> bool:
    """Whether one of the values at the flagged expression is 0, or not finite though what it is made of is."""
    tensors = [one for one in hit.values() if one.get("kind") == "tensor"]
    inner = [
        one for name, one in hit.items() if name.startswith("in ") or name.partition("note ")[2].isdigit()
    ]
    if any(one.get("finite") is False for one in inner):
        return False
    return any(one.get("zeros") in ("some", "all") or one.get("finite") is False for one in tensors)


def _finite_operands(hit: dict[str, Any]) -> bool:
    operands = [one for name, one in hit.items() if name not in _RESULTS and not name.startswith("note")]
    return all(one.get("finite") is not False for one in operands)


def _activation(seen: Seen) -> Judged:
    """What the loss is given, as the numbers show it."""
    given = [_given_to_loss(hit) for hit in seen.hits]
    known = [one for one in given if one]
    if not known or len(known) < len(given):
        return "inconclusive", f"the line ran {seen.times}; what it is given could not be read"
    if seen.finding.form == "log-probabilities":
        wrong = [one for one in known if one.get("rows") != "log-probabilities"]
        answered = "the rows that it is given are not log-probabilities"
    else:
        wrong = [one for one in known if one.get("rows") == "probabilities" or _is_share(one)]
        answered = "all numbers that it is given lie between 0 and 1"
        if all(one.get("rows") == "probabilities" for one in known):
            answered = "the rows that it is given are probabilities: each sums to 1"
    if len(wrong) == len(known):
        one = known[-1]
        return "confirmed", f"{answered} ({shape(one)}, from {one['low']:.4g} to {one['high']:.4g})"
    return "inconclusive", "what it is given does not look the same in all passes"


def _given_to_loss(hit: dict[str, Any]) -> dict[str, Any] | None:
    """The predictions: the argument that carries the gradient, or the only one."""
    arguments = [one for name, one in hit.items() if name.isdigit() or name in ("input", "logits", "y_pred")]
    tensors = [one for one in arguments if one.get("kind") == "tensor" and "low" in one and one.get("finite")]
    with_gradient = [one for one in tensors if one.get("grad")]
    chosen: list[dict[str, Any]] = with_gradient or (tensors if len(tensors) == 1 else [])
    return chosen[0] if chosen else None


def _is_share(one: dict[str, Any]) -> bool:
    return bool(one["low"] >= 0 and one["high"] <= 1 and one["size"] >= _ENOUGH)


_ENOUGH = 16
"""So many numbers between 0 and 1 are no coincidence."""


def _by_hand(seen: Seen) -> Judged:
    return "inconclusive", f"the line ran {seen.times}; gradlint --confirm compares it with differences"


def _summed(seen: Seen) -> Judged:
    return "inconclusive", f"the line ran {seen.times}; what scale was meant cannot be read from a run"


def _discarded(seen: Seen) -> Judged:
    result = seen.last.get("result", {})
    if result.get("kind") in ("tensor", "object", "list"):
        return "confirmed", f"the line ran {seen.times}, and what it returned was dropped each time"
    return "inconclusive", f"the line ran {seen.times}"


STRUCTURAL: dict[str, Callable[[Seen], Judged]] = {
    "old-gradients": _old_gradients,
    "lost-gradients": _lost_gradients,
    "summed-gradients": _summed,
    "kept-graph": _kept_graph,
    "ignored-flag": _ignored_flag,
    "not-stored": _not_stored,
    "unregistered": _held,
    "made-anew": _held,
    "not-stepped": _held,
    "broadcast": _broadcast,
    "not-scalar": _not_scalar,
    "not-finite": _not_finite,
    "activation": _activation,
    "swapped": _by_hand,
    "frozen": _by_hand,
    "discarded": _discarded,
    "wrong-count": _by_hand,
    "ignored-upstream": _by_hand,
    "broken-promise": _by_hand,
    "wrong-derivative": _by_hand,
    "difference": _by_hand,
}
