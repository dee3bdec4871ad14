"""Exceptions as evidence: where in the user's text one came from, and what it says about gradients."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from typing import Any

from .made_up import takes_part
from .program import Focus

NO_GRAPH = r"does not require grad and does not have a grad_fn|No gradients provided for any variable"
NONE_USED = r"NoneType|None values not supported|Cannot convert None|none_dval"
"""What comes of a gradient that is None, or of any other None: see `proves`."""
TRACER = (
    r"(Tracer|NonConcrete|Concretization)\w*Error|\w+Tracer\b|[Aa]bstract tracer value|traced (array|value)"
    r"|must be concrete"
)
SYMBOLIC = r"symbolic tf\.Tensor|'?(SymbolicTensor|KerasTensor)\b|pass a Tensor to a NumPy call"
NOT_A_TENSOR = r"object has no attribute '_id'|Passed in object [\s\S]* not tf\.Tensor"
"""What TensorFlow says of a target or source that it never recorded."""
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
            r"Expected to have finished reduction",
            r"non-persistent GradientTape",
            NOT_A_TENSOR,
            r"'NoneType' object has no attribute '_tape'",
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

SHAPES = r"shape|size|dimension|broadcast|Incompatible|must match|dot_general|reshape|not enough values"
FAMILIES = {
    "{no_graph}": NO_GRAPH,
    "{none_used}": NONE_USED,
    "{tracer}": TRACER,
    "{symbolic}": SYMBOLIC,
    "{in_place}": IN_PLACE,
    "{not_a_tensor}": NOT_A_TENSOR,
    "{shapes}": SHAPES,
}
"""What a rule may call by one name instead of repeating it."""

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
    ours: bool = False
    """Whether something that we made up takes part in it: then it says nothing about the user's code."""

    @property
    def row(self) -> int:
        return self.rows[-1] if self.rows else 0

    def as_json(self) -> dict[str, Any]:
        return {
            "type": self.type,
            "message": self.message[:2000],
            "row": self.row,
            "gradient_error": self.gradient_error,
            "ours": self.ours,
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
        ours=takes_part(raised, filename),
    )


def proves(problem: Problem, focus: Focus, gave_none: bool = False) -> bool:
    """Whether an exception is what the rule says happens, and where the finding says it does.

    Anything may be None and be used all the same: that counts only where a gradient was None before
    (`gave_none`), wherever it is used then.
    """
    said = f"{problem.type}: {problem.message}"
    predicted = [each for each in focus.predicted.errors if re.search(FAMILIES.get(each, each), said)]
    if not problem.evidence or problem.ours or not predicted:
        return False
    if predicted == ["{none_used}"]:
        return gave_none
    if "No gradients provided" in problem.message:
        return True  # raised where they are used, which no finding marks
    marked = is_marked(problem, focus)
    if "only-there" in focus.predicted.traits or not problem.gradient_error:
        return marked
    return marked or not focus.asked


def is_marked(problem: Problem, focus: Focus) -> bool:
    """Whether an exception came through a row that the finding marks."""
    return any(focus.is_cut(row) or focus.is_asked(row) for row in problem.rows)


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
