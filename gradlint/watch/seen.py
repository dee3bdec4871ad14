"""What was seen of one finding, with questions that the judges ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradlint.core.model import Finding

Described = dict[str, Any]


class Seen:
    def __init__(self, finding: Finding, facts: dict[str, Any]) -> None:
        self.finding = finding
        self.facts = facts
        self.placed: bool = bool(facts.get("placed"))
        self.count = int(facts.get("count") or 0)
        self.asked_count = int(facts.get("asked_count") or 0)
        self.hits: list[dict[str, Described]] = list(facts.get("hits") or ())
        self.last: dict[str, Described] = dict(facts.get("seen") or {})
        self.raised: list[dict[str, Any]] = list(facts.get("raised") or ())
        self.outcomes: list[dict[str, Any]] = list(facts.get("outcomes") or ())
        self.notes: dict[str, Any] = dict(facts.get("notes") or {})

    @property
    def times(self) -> str:
        return "once" if self.count == 1 else f"{self.count:,} times"

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The requests that the finding speaks of; all that followed the line if it names none that was seen."""
        answered = [one for one in self.outcomes if "sources" in one]
        return [one for one in answered if one.get("asked")] or answered

    @property
    def device(self) -> str | None:
        for hit in (*self.hits, self.last):
            for one in hit.values():
                if one.get("device"):
                    return str(one["device"])
        for outcome in self.requests:
            for source in outcome["sources"]:
                return str(source.get("device") or "cpu")
        return None

    def dropped(self, hit: dict[str, Described]) -> bool | None:
        """Whether a gradient went into the flagged expression and did not come out; None if that cannot be told."""
        result = hit.get("result") or hit.get("value")
        if (
            self.finding.framework != "torch"
            or result is None
            or result.get("framework") not in (None, "torch", "numpy")
        ):
            return None
        return not result.get("grad")

    def inputs(self) -> Iterator[str]:
        """The real operands of the flagged expression."""
        hit = self.hits[-1] if self.hits else self.last
        for name, one in hit.items():
            if one.get("kind") == "tensor" and " " not in name and name not in ("result", "value", "func"):
                yield f"{_role(name)}: {shape(one)}"
        result = hit.get("result")
        if result is not None and result.get("kind") == "tensor":
            yield f"result: {shape(result)}"


def shape(one: Described) -> str:
    dims = ", ".join("?" if each is None else str(each) for each in one.get("shape") or ())
    text = f"{one.get('dtype', '')}[{dims}]"
    if one.get("device") and one["device"] != "cpu":
        text += f" on {one['device']}"
    if one.get("grad"):
        text += ", requires grad"
    return text


def _role(name: str) -> str:
    if name.isdigit():
        return f"argument {int(name) + 1}"
    return {"self": "receiver", "left": "left operand", "right": "right operand"}.get(name, name)
