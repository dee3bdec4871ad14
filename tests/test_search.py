"""`gradlint rule --search`: from the words of a user, or the text of an error, to the rule that explains it.

The texts are of two halves. The synonyms and the symptoms of the rules were tuned on the first; the second was
written before and only looked at afterwards.
"""

from __future__ import annotations

import json

import pytest

from gradlint.cli.entry import main
from gradlint.core import catalog
from gradlint.core.model import Rule
from gradlint.core.search import Index

INDEX = Index(catalog.rules())

TUNED_ERRORS = {
    "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.cuda.FloatTensor [64, 128]], which is output 0 of ReluBackward0, is at version 3; expected version 2 "
    "instead. Hint: enable anomaly detection": "GL203",
    "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn": "GL301 GL401 GL402",
    "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they "
    "have already been freed)": "GL603",
    "RuntimeError: grad can be implicitly created only for scalar outputs": "GL504",
    "RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.": "GL101",
    "ValueError: No gradients provided for any variable: ['dense_3/kernel:0', 'dense_3/bias:0'].": "GL501 GL107 GL102",
    "jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].": "GL506",
    "ValueError: optimizer got an empty parameter list": "GL308",
    "RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or "
    "jacobians)": "GL502",
    "TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), but got "
    "int64.": "GL302",
}

HELD_OUT_ERRORS = {
    "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.": "GL201",
    "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one. This error "
    "indicates that your module has parameters that were not used in producing loss.": "GL612",
    "jax.errors.UnexpectedTracerError: Encountered an unexpected tracer. A function transformed by JAX had a side "
    "effect, allowing for a reference to an intermediate value with type float32[32,10] wrapped in a "
    "JVPTracer": "GL507",
    "TypeError: JAX arrays are immutable and do not support in-place item assignment.": "GL207",
    "ValueError: can't optimize a non-leaf Tensor": "GL305",
    "RuntimeError: Inference tensors cannot be saved for backward. To work around you can make a clone": "GL406",
    "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)": "GL509",
    "LookupError: No gradient defined for operation 'AdjustContrastv2' (op type: AdjustContrastv2)": "GL404",
    "UserWarning: The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
    "won't be populated during autograd.backward().": "GL306",
    "ValueError: Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic "
    "start/stop values.": "GL508",
}

TUNED_SYMPTOMS = {
    "loss is NaN": "GL701 GL702 GL703",
    "grad is None after backward": "GL304 GL306 GL305 GL402",
    "memory grows every epoch until out of memory": "GL604",
    "forgot zero_grad, loss explodes": "GL601",
    "my list of layers is not trained": "GL308",
    "tape.gradient returns None": "GL307 GL501",
    "policy ratio is always 1 in PPO": "GL411",
    "LoRA adapter does not learn": "GL413 GL712",
    "model predicts the mean of the targets": "GL510",
    "softmax before cross entropy": "GL705",
}

HELD_OUT_SYMPTOMS = {
    "weights become nan after a few steps because of sqrt": "GL702 GL701",
    "CUDA out of memory when I append the loss to a list": "GL604",
    "gradient accumulation gives a too large step": "GL607",
    "I count the wrong classes with argmax and want to minimize that": "GL403",
    "my gradients are not limited although I call clip_grad_norm_": "GL614 GL602 GL321",
    "loss does not go down, optimizer.step before backward": "GL602",
    "gradients differ between GPUs with DDP": "GL612",
    "VAE encoder gets no gradient from sample()": "GL405",
    "same random number every call under jit": "GL110",
    "my custom autograd function gives the wrong gradient": "GL802 GL803 GL801",
}

HALVES = {
    "tuned": {**TUNED_ERRORS, **TUNED_SYMPTOMS},
    "held out": {**HELD_OUT_ERRORS, **HELD_OUT_SYMPTOMS},
}


def first(text: str, number: int = 3) -> list[str]:
    return [rule.code for rule in INDEX.search(text).rules[:number]]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [pair for half in HALVES.values() for pair in half.items()],
    ids=lambda text: text[:40],
)
def test_the_right_rule_is_among_the_first_three(text: str, wanted: str) -> None:
    assert set(first(text)) & set(wanted.split())


def test_numbers_and_shapes_do_not_matter() -> None:
    text = "output {} of ReluBackward{}, is at version {}; expected version {} instead: [torch.FloatTensor [{}, {}]]"
    assert len({tuple(first(text.format(*range(start, start + 6)))) for start in (0, 7, 64)}) == 1


def test_a_slip_of_the_finger_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--search", "sofmax befor crossentropyloss"]) == 0
    shown = capsys.readouterr()
    assert "GL705" in shown.out.splitlines()[0]
    assert "did you mean softmax?" in shown.err


def test_what_nothing_is_about_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--search", "zzz qqq"]) == 2
    assert capsys.readouterr().err.startswith("gradlint: error: rule: no rule found for 'zzz qqq'; describe")


def test_the_likeliest_comes_first_also_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["rule", "--search", "backward through the graph a second time", "--output-format", "json"]) == 0
    )
    assert json.loads(capsys.readouterr().out)[0]["code"] == "GL603"


@pytest.mark.parametrize("rule", [*catalog.rules()], ids=lambda rule: rule.code)
def test_a_rule_is_found_by_each_of_its_symptoms(rule: Rule) -> None:
    for symptom in rule.symptoms:
        assert rule.code in first(symptom, 8), symptom
