"""The numbers behind a verdict, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradlint.core.model import VerdictKind
from gradlint.watch.seen import Seen

_MOST = 6


def evidence(seen: Seen, kind: VerdictKind) -> Iterator[str]:
    if not seen.count or kind == "not-reached":
        return
    yield f"ran {seen.times}"
    for raised in seen.raised[:1]:
        yield f"raised {raised['type']}"
    requests = [one for one in seen.requests if one["sources"]]
    if not requests:
        return
    last = requests[-1]
    line = f" at line {last['lines'][0][1]}" if last.get("lines") else ""
    loss = last.get("loss")
    value = f", loss {loss:.6g}" if isinstance(loss, float) else ""
    yield f"gradient requested{line} ({len(requests)} watched{value})"
    for source in last["sources"][:_MOST]:
        yield f"  {_source(source)}"
    if len(last["sources"]) > _MOST:
        yield f"  and {len(last['sources']) - _MOST} more"


def _source(one: dict[str, Any]) -> str:
    dims = ", ".join(map(str, one.get("shape") or ()))
    name = one.get("name") or "source"
    made = f", made at line {one['made'][1]}" if one.get("made") else ""
    return f"{name} [{dims}]{made}: {_state(one)}"


def _state(one: dict[str, Any]) -> str:
    if one.get("reached") is False:
        return "None (the loss does not lead back to it)"
    if one["state"] == "ok":
        size = one.get("norm")
        return f"norm {size:.4g}" if isinstance(size, float) else "a gradient"
    return {
        "none": "None",
        "zero": "exactly 0",
        "nonfinite": "NaN or infinite",
        "traced": "a traced gradient",
    }[one["state"]]
