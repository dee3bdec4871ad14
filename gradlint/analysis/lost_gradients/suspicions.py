"""In which position a constant cannot have been meant as one."""

from __future__ import annotations

from gradlint.analysis.domain.graph import ESCAPES, LostPath, Trace
from gradlint.analysis.lost_gradients.judged_draws import is_scored
from gradlint.analysis.lost_gradients.path_queries import Join, re_entry


def suspicion(each: Trace, path: LostPath, reason: str) -> Join | None:
    """In which position the constant cannot have been meant as one."""
    if reason in ("outside", "paused"):
        return "term"
    if reason == "sample":
        return None if is_scored(each, path.cut) else "term"
    if each.recorder not in path.cut.active and each.recorder.kind == "tape":
        return None  # taken before the tape opened: a snapshot
    if reason == "state":
        return "term" if path.cut.op.startswith("predict") else None
    if reason == "shuffle":
        return "any"
    if reason in ("numpy", "conversion", "buffer", "copy", "host") or _round_trip(each, path):
        return "beside"
    if reason == "data":
        return "near"
    return "factor" if reason == "late" or reason in ESCAPES else None


def _round_trip(each: Trace, path: LostPath) -> bool:
    return re_entry(each, path.cut) is not None
