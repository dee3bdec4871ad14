"""Says from the bytes of a file whether any rule could fire in it, so that most files are never parsed.

A gradient needs a framework, which has to be imported, or is a quotient of differences in NumPy. A file is let
through if an import statement or a string literal names one; a notebook or a Markdown document if it is mentioned
at all, because there the code sits inside something else. Too much let through costs a parse, too little costs a
finding: where in doubt, yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gradlint.sources.unit import Kind

if TYPE_CHECKING:
    import ast

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
    b"accelerate",
    b"transformers",
    b"peft",
    b"diffusers",
)
_NAME = rb"(?:\w*torch\w*|(?:tf_)?(?:%s)(?:lib|opt|typing|_\w+)?)" % b"|".join(_STEMS[1:])
_NUMPY = re.compile(rb"\b(?:from|import)\s+numpy\b")
_DIFFERENCE = re.compile(
    rb"\(\s*\w+\s*\([^()\n]*\)\s*-[^()\n]*(?:\([^()\n]*\))?\s*\)\s*/"  # (f(x + h) - f(x)) /
    rb"|/\s*\(?\s*2(?:\.0?)?\s*\*\s*(?:h|eps\w*|delta|step|dx)\b"  # / (2 * h)
)
_FRAMEWORK = re.compile(rb"\b%s\b" % _NAME)
_QUOTED = re.compile(rb"""(?<!`)["']\s*%s(?:\.\w+)*\s*["']""" % _NAME)
# What can belong to one import statement: the line, the lines a backslash adds, and whatever stands in
# parentheses. Statements cannot overlap, so the time stays linear in the size of the file. Where one can begin, no
# comment and hardly any sentence does.
_IMPORT = re.compile(
    rb"(?:^|[;:\r]|\A\xef\xbb\xbf)[ \t\f]*"
    rb"(?:import|from(?:[ \t]|\\\r?\n)*[\w.]+(?:[ \t]|\\\r?\n)+import)\b(?:\([^()]*\)|\\\r?\n|[^\n;#])*",
    re.MULTILINE,
)


def names_framework(data: bytes, kind: Kind) -> bool:
    """Whether the file can hold a finding."""
    if _takes_differences(data):
        return True
    if not any(stem in data for stem in _STEMS):
        return False
    if kind != "python" or _QUOTED.search(data):
        return True
    return any(_FRAMEWORK.search(statement[0]) for statement in _IMPORT.finditer(data))


def _takes_differences(data: bytes) -> bool:
    """NumPy code that takes a gradient of its own."""
    return b"numpy" in data and _NUMPY.search(data) is not None and _DIFFERENCE.search(data) is not None


ANCHORS: Mapping[str, re.Pattern[bytes]] = {
    "asks": re.compile(
        rb"(?i)grad|backward|jac|hess|vjp|jvp|linearize|minimize|train(?:ing)?_step|compute_loss"
        rb"|\b(?:fit|compile)\b|(?-i:Trainer\b)"
    ),
    "modules": re.compile(
        rb"\b(?:forward|call|__call__|Module|Layer|Model|Sequential|nnx?|layers|keras|linen|hk|haiku|eqx|equinox|stax)\b"
    ),
    "leaves": re.compile(rb"requires_|Parameter|[Vv]ariable|add_weight|parameters|optim"),
    "traces": re.compile(
        rb"jit|[vp]map|scan|_loop|\bcond\b|switch|checkpoint|remat|\bfunction\b|custom_|callback|shard_map|py_func|numpyro"
    ),
    "arrays": re.compile(
        rb"(?:zeros|ones|rand\w*|empty|full|eye|tensor|constant|array|normal|uniform|arange|linspace)(?:_like)?\s*\("
    ),
    "methods": re.compile(rb"\w_\s*\("),
    "items": re.compile(rb"\]\s*(?:[-+*/@%&|^]|//|\*\*|<<|>>)?=(?!=)"),
    "updates": re.compile(
        rb"\.\s*at\b|apply_(?:updates|gradients)|clip_by_|\bopt\w*|optax|\btree_at\b|\bsvi\b"
    ),
    "quotients": re.compile(rb"(?:\)|(?:diff|grad|eps|delta)\w*)\s*/(?!/)"),
}
"""What must be written in a file for a rule to fire in it; each rule names one or more of these."""


def may_fire(data: bytes, anchors: Iterable[str]) -> bool:
    """Whether a rule with one of these anchors can have anything to say about a file."""
    return any(ANCHORS[name].search(data) for name in anchors)


def is_python(data: bytes) -> bool:
    """Whether the file is Python beyond doubt: where nothing can fire, nobody need parse it more thoroughly."""
    return syntax_of(data) is not None


def syntax_of(source: str | bytes) -> ast.Module | None:
    """What Python's own parser makes of it: in no time, but without the comments and the spelling."""
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_ASKING = re.compile(
    rb"grad|backward|jac|hess|vjp|jvp|linearize|minimize|train(?:ing)?_step|compute_loss|\b(?:fit|compile)\b|Trainer\b"
)
_NOT_ASKING = re.compile(
    rb"requires_grad|(?:no|enable|zero|is|set)_grad|grad(?:ient)?[_ -]?checkpoint"
    rb"|(?:up|down|de|retro|ams|ada)grad|adahess|gradual|gradio|adjac|\b(?:re|torch)\s?\.\s?compile\b"
)
_BEFORE, _AFTER = 12, 24
"""How far the second of these may reach around the first."""
_PROSE = (
    re.compile(  # comments and long strings; of short ones, in which a # begins no comment, the text stays
        rb"""["'#](?:(?s:(?<=")"".*?\"{3}|(?<=')''.*?'{3})|(?<=\#)[^\n]*"""
        rb"""|(?<=")([^"\\\n]*(?:\\.[^"\\\n]*)*)"|(?<=')([^'\\\n]*(?:\\.[^'\\\n]*)*)')"""
    )
)


def may_ask(data: bytes) -> bool:
    """Whether anything in the file may ask for a gradient, by the words in it that are not prose."""
    code = data.lower()
    return _asks(code) and _asks(_PROSE.sub(rb"\1\2", code))


def _asks(code: bytes) -> bool:
    for found in _ASKING.finditer(code):
        at = found.start()
        near = _NOT_ASKING.finditer(code, max(0, at - _BEFORE), at + _AFTER)
        if not any(each.start() <= at < each.end() for each in near):
            return True
    return False


def mentions_gradlint(data: bytes) -> bool:
    """Whether the file may hold a suppression of ours, which is checked even where nothing can fire."""
    return b"gradlint:" in data
