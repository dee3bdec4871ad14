"""Exceptions as evidence: where in the user's text one came from, and what it says about gradients."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from typing import Any

from .program import Focus

NO_GRAPH = r"does not require grad and does not have a grad_fn|No gradients provided for any variable"
NONE_USED = r"NoneType|None values not supported|Cannot convert None|none_dval|None is not"
TRACER = r"[Tt]racer|traced (array|value)|Tracer\w*Error|__array__|LinearizeTracer|JVPTracer|abstract value"
SYMBOLIC = r"symbolic tf\.Tensor|SymbolicTensor|KerasTensor|has no attribute 'numpy'|NumPy call|placeholder"
IN_PLACE = r"in-place operation|inplace operation|is being modified inplace|modified in-place"

GRADIENT_ERRORS = re.compile(
    "|".join(
        (
            NO_GRAPH,
            IN_PLACE,
            TRACER,
            SYMBOLIC,
            r"on Tensor that requires grad",
            r"backward through the graph a second time",
            r"can be implicitly created only for scalar outputs",
            r"can't optimize a non-leaf Tensor",
            r"only change requires_grad flags of leaf",
            r"can require gradients",
            r"don't support automatic differentiation",
            r"derivative for .* is not implemented",
            r"Derivatives of .* (are|is) (only|not)",
            r"Inference tensors cannot",
            r"incorrect number of gradients",
            r"Legacy autograd function",
            r"refers to a single memory location",
            r"appears to not have been used in the graph",
            r"returned an invalid gradient",
            r"non-persistent GradientTape",
            r"has no attribute '_id'|Passed in object",
            r"has no attribute '_tape'",
            r"tf\.gradients is not supported",
            r"singleton tf\.Variables",
            r"gradient registry has no entry|No gradient defined for operation",
            r"Cannot convert \S+ to EagerTensor of dtype int",
            r"custom_gradient function expected|must accept keyword argument 'variables'",
            r"grad requires real- or complex-valued|requires real- or complex-valued inputs",
            r"Gradient only defined for scalar-output",
            r"JAX arrays are immutable",
            r"Reverse-mode differentiation does not work",
            r"callbacks do not support JVP|JVP not implemented|Differentiation rule for",
            r"Custom (VJP|JVP)|custom_(vjp|jvp)",
            r"differentiating with respect to argnums",
            r"function with aux output",
        )
    )
)

_ANY = r""
_SHAPES = r"shape|size|dimension|broadcast|Incompatible|must match|dot_general|reshape|not enough values"
_FITS: dict[str, str] = {
    "GL101": rf"numpy\(\)|{TRACER}|{SYMBOLIC}|_id'|{NO_GRAPH}|{NONE_USED}",
    "GL102": rf"numpy\(\)|{TRACER}|{SYMBOLIC}|_id'|{NO_GRAPH}|{NONE_USED}",
    "GL103": rf"{TRACER}|{SYMBOLIC}|{NO_GRAPH}|sequence|_id'|{NONE_USED}|does not support item assignment|read-only",
    "GL104": rf"{TRACER}|{SYMBOLIC}|{NO_GRAPH}|'(float|int)' object|_id'|{NONE_USED}"
    r"|format string|concret|TensorFlow DType",
    "GL105": rf"{NO_GRAPH}|{NONE_USED}|{TRACER}|{SYMBOLIC}",
    "GL106": rf"{NO_GRAPH}|{NONE_USED}",
    "GL107": rf"{NO_GRAPH}|{NONE_USED}|_id'|{SYMBOLIC}|No gradients",
    "GL108": rf"JVP|callback|EagerTensor of dtype|{NONE_USED}|{NO_GRAPH}",
    "GL109": _ANY,
    "GL201": r"leaf Variable that requires grad",
    "GL202": r"has no attribute|not callable",
    "GL203": rf"{IN_PLACE}|does not match expected|was expected to be|been modified",
    "GL204": rf"single memory location|modified inplace|leaf Variable that requires grad|{IN_PLACE}",
    "GL205": r"automatic differentiation",
    "GL207": r"immutable|item assignment|does not support|cannot assign|not assignable",
    "GL209": rf"{NONE_USED}|{NO_GRAPH}",
    "GL301": rf"{NO_GRAPH}|{NONE_USED}|not have been used",
    "GL302": rf"can require gradients|complex-valued inputs|{NONE_USED}|integer|complex dtype",
    "GL303": rf"{NO_GRAPH}|{NONE_USED}|not have been used",
    "GL304": rf"{NO_GRAPH}|{NONE_USED}|_tape'|not have been used",
    "GL305": rf"{NONE_USED}|non-leaf|leaf variables|{NO_GRAPH}",
    "GL306": rf"{NONE_USED}",
    "GL307": rf"{NONE_USED}|{NO_GRAPH}|_id'|Passed in object",
    "GL308": rf"{NONE_USED}|empty parameter list|not enough values|{NO_GRAPH}",
    "GL309": rf"singleton tf\.Variables|not enough values|{NO_GRAPH}|empty|{NONE_USED}|index",
    "GL310": rf"not enough values|{NO_GRAPH}|empty|{NONE_USED}|index",
    "GL311": rf"{NONE_USED}|{NO_GRAPH}|not have been used|hashable|_id'|static|{TRACER}",
    "GL401": rf"{NO_GRAPH}|{NONE_USED}|not have been used",
    "GL402": rf"{NO_GRAPH}|{NONE_USED}|not have been used|[Ii]nference",
    "GL403": rf"{NO_GRAPH}|{NONE_USED}|not have been used|derivative for|differentiat",
    "GL404": r"not implemented|Derivatives of|registry has no entry|No gradient defined|Differentiation rule"
    r"|does not work|not supported",
    "GL405": rf"{NO_GRAPH}|{NONE_USED}|not have been used|derivative",
    "GL406": r"[Ii]nference",
    "GL407": rf"{NO_GRAPH}|{NONE_USED}|[Cc]heckpoint",
    "GL501": rf"{NONE_USED}|{NO_GRAPH}",
    "GL502": r"non-persistent",
    "GL503": rf"{NONE_USED}",
    "GL504": r"scalar outputs|scalar-output|scalar",
    "GL505": _ANY,
    "GL506": rf"{TRACER}|concret|boolean",
    "GL507": rf"{TRACER}|side effect|leaked",
    "GL508": r"Reverse-mode",
    "GL509": _SHAPES,
    "GL510": _SHAPES,
    "GL603": r"second time|modified by an inplace",
    "GL605": rf"{NO_GRAPH}|not have been used",
    "GL606": rf"{NONE_USED}|IndexedSlices|unsupported operand",
    "GL705": r"between 0 and 1|input value|range",
    "GL801": r"number of gradients|expected to return|'variables'|pytree|pair|Custom|tuple|unpack|structure"
    r"|invalid gradient",
    "GL802": r"shape|structure|Custom|invalid gradient",
    "GL803": r"Legacy autograd|mark_dirty|in-place|inplace",
    "GL804": r"broadcast|shape|operand|align|match",
    "GL805": _ANY,
}
_ONLY_THERE = {"GL109", "GL201", "GL202", "GL205", "GL207", "GL505", "GL509", "GL606", "GL804", "GL805"}
"""Rules whose exception can read like any other, or like that of the same mistake elsewhere: it must come from
a row that the finding marks."""

NOT_EVIDENCE = (
    ImportError,
    OSError,
    SystemExit,
    KeyboardInterrupt,
    MemoryError,
    EOFError,
    SyntaxError,
    AssertionError,
)


@dataclass(frozen=True)
class Problem:
    """An exception, and the rows of the user's text that led to it, outermost first."""

    type: str
    message: str
    rows: tuple[int, ...]
    gradient_error: bool
    evidence: bool
    """Whether it can say anything about a gradient: a missing file cannot."""

    @property
    def row(self) -> int:
        return self.rows[-1] if self.rows else 0

    def as_json(self) -> dict[str, Any]:
        return {
            "type": self.type,
            "message": self.message[:2000],
            "row": self.row,
            "gradient_error": self.gradient_error,
            "text": self.text(),
        }

    def text(self) -> str:
        lines = [line.strip() for line in self.message.splitlines() if line.strip()]
        # AutoGraph and Keras begin with where it happened and end with what.
        said = "" if not lines else lines[-1 if lines[0] == "in user code:" else 0]
        said = said.removeprefix(f"{self.type}: ")
        return f"{self.type}: {said[:240]}" if said else self.type


def problem_of(raised: BaseException, filename: str) -> Problem:
    kind = type(raised)
    place = "" if kind.__module__ in {"builtins", "__main__"} else f"{kind.__module__}."
    message = str(raised)
    return Problem(
        type=f"{place}{kind.__qualname__}",
        message=message,
        rows=_rows(raised, filename),
        gradient_error=bool(GRADIENT_ERRORS.search(f"{kind.__name__}: {message}")),
        evidence=not isinstance(raised, NOT_EVIDENCE),
    )


def proves(problem: Problem, focus: Focus) -> bool:
    """Whether an exception is what the rule says happens, and where the finding says it does."""
    pattern = _FITS.get(focus.code)
    if pattern is None or not problem.evidence:
        return False
    if not re.search(pattern, f"{problem.type}: {problem.message}"):
        return False
    if "No gradients provided" in problem.message:
        return True  # raised where they are used, which no finding marks
    marked = any(focus.is_cut(row) or focus.is_asked(row) for row in problem.rows)
    if focus.code in _ONLY_THERE or not problem.gradient_error:
        return marked
    return marked or not focus.asked


def _rows(raised: BaseException, filename: str) -> tuple[int, ...]:
    rows = [
        frame.lineno or 0
        for frame in traceback.extract_tb(raised.__traceback__)
        if frame.filename == filename
    ]
    # AutoGraph runs a copy of the function and keeps the way back beside the exception.
    translated = getattr(getattr(raised, "ag_error_metadata", None), "translated_stack", ())
    rows += [frame.lineno for frame in reversed(translated) if frame.filename == filename]
    if isinstance(raised, SyntaxError) and raised.filename == filename and raised.lineno:
        rows.append(raised.lineno)
    return tuple(rows)
