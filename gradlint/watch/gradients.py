"""Did the gradient arrive? The judge of all rules that predict a gradient that is None, zero or wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gradlint.core.model import VerdictKind
from gradlint.watch.seen import Seen

Judged = tuple[VerdictKind, str]
Source = dict[str, Any]


def flow(seen: Seen, traits: Iterable[str] = ()) -> Judged:
    requests = [one for one in seen.requests if one["sources"]]
    if not requests:
        return _without_requests(seen)
    own = bool(_ITS_OWN & set(traits))
    votes = [_vote(seen, one, own) for one in requests]
    of = f"{len(votes)} requests" if len(votes) > 1 else "the request"
    names = _names(seen, requests)
    if all(vote == "none" for vote in votes):
        return "confirmed", f"{names} received no gradient in {of} that {_were(votes)} watched"
    if all(vote in ("none", "zero") for vote in votes):
        return "confirmed", f"the gradient of {names} was exactly 0 in {of} that {_were(votes)} watched"
    if "second-order" in traits and all(vote == "dropped" for vote in votes):
        return (
            "confirmed",
            "what this line returns does not require grad: a penalty made of it trains nothing",
        )
    if set(votes) <= {"dropped", "arrived", "partial"} and (measured := _by_differences(seen, names)):
        return "confirmed", measured
    partial = [vote for vote in votes if vote == "partial"]
    if len(partial) == len(votes):
        return "confirmed", _partial(seen, names)
    if all(vote == "ok" for vote in votes):
        return "refuted", f"{names} received a gradient through this line in {of} that {_were(votes)} watched"
    if all(vote in ("ok", "nothing entered") for vote in votes):
        return "refuted", f"no gradient entered this line in {of} that {_were(votes)} watched"
    return "inconclusive", _mixed(seen, names, votes)


_ITS_OWN = frozenset({"off-path", "without-flag", "any-source"})
"""The flagged line is about the source itself, which need not pass through it."""


def _vote(seen: Seen, request: dict[str, Any], own: bool) -> str:
    """What one request for a gradient says."""
    sources: list[Source] = request["sources"]
    unknown = [one for one in sources if not one.get("reached") and not request.get("complete", True)]
    if unknown:
        return "unknown"
    if all(_lost(one) or one["state"] == "zero" for one in sources):
        if not own and request.get("behind") is False:
            return "elsewhere"
        return "none" if all(_lost(one) for one in sources) else "zero"
    dropped = request["dropped"] if "dropped" in request else seen.dropped(request.get("seen") or {})
    if dropped is None:
        return "arrived"
    if not dropped:
        return "ok" if all(one["state"] == "ok" for one in sources) else "some"
    if not request.get("entered"):
        return "nothing entered"
    return "partial" if request.get("used") else "dropped"


def _lost(source: Source) -> bool:
    if source.get("reached") is False:
        return True
    return bool(source["state"] == "none" and source.get("known", True))


def _without_requests(seen: Seen) -> Judged:
    if _reads_none(seen):
        return "confirmed", "the gradient is None where it is read"
    if any(one["sources"] == [] for one in seen.requests):
        return (
            "inconclusive",
            f"the line ran {seen.times}; the tensors that it speaks of were gone by the request",
        )
    return "inconclusive", f"the line ran {seen.times}; no gradient was requested behind it"


def _reads_none(seen: Seen) -> bool:
    """Whether the gradient is requested by reading `.grad`, which is None."""
    is_call = "asked func" in seen.last or any(name.startswith("asked 0") for name in seen.last)
    return not is_call and seen.last.get("asked result", {}).get("kind") == "none"


def _partial(seen: Seen, names: str) -> str:
    return f"{names} lost the part of the gradient that leads through this line: the loss uses its value as a number"


def _by_differences(seen: Seen, names: str) -> str:
    """The derivative as copies of the program show it, where it contradicts the gradient because of this line alone."""
    noted = seen.notes.get("differences")
    if not noted:
        return ""
    gradient, held, noise = float(noted["gradient"]), float(noted["held"]), float(noted["noise"])
    large, small = (float(each) for each in noted["moved"])
    missing = small - gradient
    doubt = max(20 * noise, 4 * abs(large - small), 0.02 * abs(small))
    if abs(missing) <= doubt or abs(held - gradient) > max(0.1 * abs(missing), 5 * noise):
        return ""
    what = "loss" if noted["scalar"] else "result of this function"
    return (
        f"the gradient of {names} is wrong: the {what} changes by {small:.4g} along a fixed direction, "
        f"the gradient says {gradient:.4g}, and with the value of this line held as it was differences say {held:.4g}"
    )


def _mixed(seen: Seen, names: str, votes: list[str]) -> str:
    lost = sum(vote in ("none", "zero") for vote in votes)
    if lost:
        return f"{names} received no gradient in {lost} of {len(votes)} requests that were watched"
    if "elsewhere" in votes:
        return f"{names} received no gradient, but was not seen to pass through this line"
    if "dropped" in votes:
        return (
            f"a gradient goes into this line and does not come out, but {names} received one by another path"
        )
    if "arrived" in votes:
        return f"{names} received a gradient; whether a part of it is missing cannot be read from one run"
    return f"{names} received a gradient in some requests and part of one in others"


def _names(seen: Seen, requests: list[dict[str, Any]]) -> str:
    noted = [label.name for label in seen.finding.labels if label.role == "enters" and label.name]
    names = [one["name"] for request in requests for one in request["sources"] if one.get("name")]
    names = [name for name in names if name != "Variable"]
    chosen = list(dict.fromkeys(names or noted))
    if not chosen:
        return "the source of the gradient"
    shown = ", ".join(f"`{name}`" for name in chosen[:4])
    return f"{shown} and {len(chosen) - 4} more" if len(chosen) > 4 else shown


def _were(votes: list[str]) -> str:
    return "were" if len(votes) > 1 else "was"
