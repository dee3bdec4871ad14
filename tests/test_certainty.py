"""`error` means certain: every fact that an error rests on, taken away one by one.

The programs are the examples of the rule pages. A fact is knocked out by handing its place to something that
nobody knows; then the same finding may still be likely, but it must not be called an error any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tomllib

from gradlint.core.model import Severity
from gradlint.engine.findings import findings_in
from gradlint.rules import BY_RUNNING, detected
from gradlint.sources.unit import Unit

RULES = Path(__file__).parent.parent / "rules"
UNKNOWN = "from elsewhere import anything\n"
MADE = (
    r"\b(?:torch\.(?:tensor|ones|zeros|randn|rand|arange|linspace|full|empty|eye)"
    r"|tf\.(?:Variable|constant|ones|zeros|random\.\w+)"
    r"|jnp\.(?:array|ones|zeros|arange|float32|linspace)|jax\.random\.\w+|(?:torch\.)?nn\.Linear"
    r"|keras\.(?:layers\.\w+|Sequential|Model|Variable)|np\.(?:array|zeros|ones))\("
)
TRANSFORMS = r"\bjax\.(?:grad|jit|value_and_grad|vmap|jacrev|jacfwd|hessian|checkpoint)\b"
FACTS: dict[str, tuple[str, str]] = {
    "origin": (MADE, "anything("),  # what the arrays are made by: their library, dtype and shape
    "flag": (r"requires_grad=True", "requires_grad=anything"),  # that a tensor asks for a gradient
    "function": (r"\bnp\.(?!array|zeros|ones)\w+\(", "anything("),  # which function is called
    "transform": (TRANSFORMS, "anything"),  # that a function is differentiated or compiled
    "tape": (r"tf\.GradientTape\(", "anything("),  # that something records
    "content": (r"\[(?:-?\d[\d., -]*)\]", "anything"),  # the numbers in an array
    "integers": (r"\[\d+(?:, \d+)*\]\)", "anything)"),  # that they are whole numbers
    "optimizer": (r"torch\.optim\.\w+\(", "anything("),  # that the weights are trained, and which
    "discarded": (r"(?m)^(\s*)([^\s=#][^=\n]*?)\s*# GL208", r"\1kept = \2"),  # that nobody uses a result
    "base": (r"torch\.autograd\.Function", "anything"),  # whose rules a class has to keep
    "alias": (r"\b(up|down) = w\b", r"\1 = anything(w)"),  # that two names share their memory
    "parameter": (r"torch\.nn\.Parameter\(", "anything("),  # that a number is a weight
    "part": (r"= points\[.*\]", "= anything(points)"),  # that one tensor is cut out of another
    "returned": (r"return (?!super)([^\n#]*)", r"return anything(\1)"),  # what a function gives back
}
RESTS_ON = {
    "GL101": "flag function transform",
    "GL102": "flag",
    "GL103": "origin tape transform",
    "GL104": "flag transform",
    "GL105": "origin flag tape",
    "GL106": "origin flag",
    "GL107": "tape",
    "GL108": "tape transform",
    "GL201": "origin flag",
    "GL202": "origin",
    "GL203": "optimizer flag",
    "GL204": "origin flag",
    "GL205": "origin flag",
    "GL207": "origin",
    "GL208": "discarded",
    "GL209": "origin tape",
    "GL301": "origin",
    "GL302": "origin flag content tape transform",
    "GL303": "origin",
    "GL304": "tape",
    "GL305": "origin flag optimizer tape",
    "GL307": "origin tape",
    "GL308": "flag optimizer",
    "GL309": "origin",
    "GL310": "origin tape",
    "GL311": "tape transform",
    "GL321": "origin optimizer",
    "GL401": "flag tape transform",
    "GL402": "returned tape",
    "GL403": "tape transform",
    "GL404": "origin flag tape transform",
    "GL405": "flag tape",
    "GL406": "origin",
    "GL412": "parameter",
    "GL416": "part",
    "GL501": "tape",
    "GL502": "tape",
    "GL503": "tape",
    "GL504": "origin content transform returned",
    "GL505": "transform",
    "GL506": "origin transform",
    "GL508": "transform",
    "GL509": "origin transform",
    "GL602": "origin",
    "GL603": "flag",
    "GL606": "origin tape",
    "GL610": "optimizer",
    "GL614": "origin",
    "GL702": "origin tape",
    "GL801": "base returned",
    "GL802": "base",
    "GL803": "base",
    "GL805": "alias integers",
}
"""Per rule, what has to be known for an error. The rest of a claim hangs on the text alone."""
BY_TEXT = {"GL507": "that a tracer is stored is seen where it is stored; who differentiates is the same fact"}


def errors(code: str, source: str) -> list[int]:
    found = findings_in(Unit(path="program.py", kind="python", text=UNKNOWN + source), detected())
    return [each.span.start.row for each in found if each.code == code and each.severity is Severity.ERROR]


def erroneous() -> Iterator[tuple[str, int, str]]:
    """Every example that is reported as an error of its rule."""
    for file in sorted(RULES.glob("*.toml")):
        rule = tomllib.loads(file.read_text(encoding="utf-8"))
        code = rule["code"]
        if code.startswith("GL9") or code in BY_RUNNING:
            continue
        for number, example in enumerate(rule.get("example", [])):
            yield code, number, example["bad"]


EXAMPLES = list(erroneous())


OTHER_WEIGHTS = {("GL105", 0), ("GL203", 3)}
"""Examples whose module has weights besides, which ask for gradients anyway."""


def without(fact: str, source: str) -> str:
    """The program, in which nobody knows this any more."""
    return re.sub(*FACTS[fact], source)


KNOCKED_OUT = [
    (code, number, fact, source)
    for code, number, source in EXAMPLES
    for fact in RESTS_ON.get(code, "").split()
    if without(fact, source) != source and not (fact == "flag" and (code, number) in OTHER_WEIGHTS)
]


@pytest.mark.parametrize(
    ("code", "number", "fact", "source"), KNOCKED_OUT, ids=lambda each: str(each).partition("\n")[0][:20]
)
def test_no_error_rests_on_a_fact_that_is_not_known(code: str, number: int, fact: str, source: str) -> None:
    assert not errors(code, without(fact, source))


def test_every_rule_that_reports_errors_names_its_facts() -> None:
    unnamed = (
        {code for code, _, source in EXAMPLES if errors(code, source)} - RESTS_ON.keys() - BY_TEXT.keys()
    )
    assert not unnamed


def test_every_named_fact_is_knocked_out_somewhere() -> None:
    tried = {(code, fact) for code, _, fact, _ in KNOCKED_OUT}
    assert {(code, fact) for code, facts in RESTS_ON.items() for fact in facts.split()} <= tried


COMPILED = """\
import tensorflow as tf
given = tf.keras.Input((4,))
scores = tf.keras.layers.Dense(3)(given)
label = tf.keras.layers.Lambda(lambda t: tf.cast(tf.argmax(t, -1), tf.float32))(scores)
model = tf.keras.Model(given, label)
model.compile("sgd", "mse")
"""


@pytest.mark.parametrize("use", ["fit", "train_on_batch", "predict", ""])
def test_that_a_compiled_model_is_trained_is_certain_only_where_it_is(use: str) -> None:
    source = COMPILED + (f"model.{use}(tf.ones((2, 4)), tf.ones((2,)))\n" if use else "")
    assert bool(errors("GL403", source)) == (use in ("fit", "train_on_batch"))
