"""Says from the bytes of a file whether any rule could fire in it, so that most files are never parsed.

A gradient needs a framework, which has to be imported, or is written by hand in NumPy: in functions whose names say
so, or as a quotient of differences. A file is let through if an import
statement or a string literal names one; a notebook or a Markdown document if it is mentioned at all,
because there the code sits inside something else. Too much let through costs a parse, too little costs
a finding: where in doubt, yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gradlint.sources.unit import Kind

_STEMS = (
    b"torch",
    b"tensorflow",
    b"keras",
    b"jax",
    b"flax",
    b"optax",
    b"equinox",
    b"haiku",
    b"lightning",
    b"fastai",
    b"chex",
    b"diffrax",
    b"numpyro",
)
_NAME = rb"(?:\w*torch\w*|(?:tf_)?(?:%s)(?:lib|opt|typing|_\w+)?)" % b"|".join(_STEMS[1:])
_NUMPY = re.compile(rb"\b(?:from|import)\s+numpy\b")
_OWN_GRADIENT = re.compile(rb"\bdef\s+(?:d_\w+|\w*(?:grad|backward|bwd|vjp|prime|deriv)\w*)\s*\(")
_DIFFERENCE = re.compile(
    rb"\(\s*\w+\s*\([^()\n]*\)\s*-[^()\n]*(?:\([^()\n]*\))?\s*\)\s*/"  # (f(x + h) - f(x)) /
    rb"|/\s*\(?\s*2(?:\.0?)?\s*\*\s*(?:h|eps\w*|delta|step|dx)\b"  # / (2 * h)
)
_FRAMEWORK = re.compile(rb"\b%s\b" % _NAME)
_QUOTED = re.compile(rb"""["']\s*%s\b""" % _NAME)
# What can belong to one import statement: the line, the lines a backslash adds, and whatever stands in
# parentheses. Statements cannot overlap, so the time stays linear in the size of the file.
_IMPORT = re.compile(rb"\b(?:from|import)\b(?:\([^()]*\)|\\\r?\n|[^\n;#])*")


def names_framework(data: bytes, kind: Kind) -> bool:
    """Whether the file can hold a finding."""
    if _hand_written(data):
        return True
    if not any(stem in data for stem in _STEMS):
        return False
    if kind != "python" or _QUOTED.search(data):
        return True
    return any(_FRAMEWORK.search(statement[0]) for statement in _IMPORT.finditer(data))


def _hand_written(data: bytes) -> bool:
    """NumPy code that defines a gradient of its own."""
    if b"numpy" not in data or _NUMPY.search(data) is None:
        return False
    return _OWN_GRADIENT.search(data) is not None or _DIFFERENCE.search(data) is not None


ANCHORS: Mapping[str, re.Pattern[bytes]] = {
    "asks": re.compile(
        rb"(?i)grad|backward|jac|hess|vjp|jvp|linearize|minimize|train(?:ing)?_step|\b(?:fit|compile)\b"
    ),
    "modules": re.compile(
        rb"\b(?:forward|call|__call__|Module|Layer|Model|Sequential|nnx?|layers|keras|linen|hk|haiku|eqx|equinox|stax)\b"
    ),
    "leaves": re.compile(rb"requires_|Parameter|[Vv]ariable|add_weight|parameters|optim"),
    "traces": re.compile(
        rb"jit|[vp]map|scan|_loop|\bcond\b|switch|checkpoint|remat|\bfunction\b|custom_|callback|shard_map|py_func"
    ),
    "arrays": re.compile(
        rb"(?:zeros|ones|rand\w*|empty|full|eye|tensor|constant|array|normal|uniform|arange|linspace)(?:_like)?\s*\("
    ),
    "methods": re.compile(rb"\w_\s*\("),
    "items": re.compile(rb"\]\s*(?:[-+*/@%&|^]|//|\*\*|<<|>>)?=(?!=)"),
    "updates": re.compile(rb"\.\s*at\b|apply_updates|\bopt\w*|optax"),
    "byhand": _OWN_GRADIENT,
    "quotients": re.compile(rb"(?:\)|(?:diff|grad|eps|delta)\w*)\s*/(?!/)"),
}
"""What must be written in a file for a rule to fire in it; each rule names one or more of these."""


def may_fire(data: bytes, anchors: Iterable[str]) -> bool:
    """Whether a rule with one of these anchors can have anything to say about a file."""
    return any(ANCHORS[name].search(data) for name in anchors)


def is_python(data: bytes) -> bool:
    """Whether the file is Python beyond doubt: where nothing can fire, nobody need parse it more thoroughly."""
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


_NOT_ASKING = re.compile(rb"requires_grad|(?:no|enable|zero|is|set)_grad|grad(?:ient)?_?checkpoint")
_ASKING = re.compile(
    rb"grad|backward|jac|hess|vjp|jvp|linearize|minimize|train(?:ing)?_step|\b(?:fit|compile)\b",
    re.IGNORECASE,
)


def may_ask(data: bytes) -> bool:
    """Whether anything in the file may ask for a gradient, by the words in it."""
    return _ASKING.search(_NOT_ASKING.sub(b"", data)) is not None


def mentions_gradlint(data: bytes) -> bool:
    """Whether the file may hold a suppression of ours, which is checked even where nothing can fire."""
    return b"gradlint:" in data
