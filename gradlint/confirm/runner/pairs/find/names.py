"""What names say: which function is the gradient of which, and what a parameter stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator

SUFFIXES = tuple(
    f"_{word}" for word in "gradient grad backward bwd vjp prime derivative deriv der back pullback".split()
)
PREFIXES = ("grad_", "gradient_", "d_", "backward_", "deriv_", "derivative_", "d")
FORWARD_ENDS = ("", "_forward", "_fwd", "_loss", "_cost", "_func", "_fn", "_function")
FORWARD_STARTS = ("", "forward_")
WHOLE = {
    "compute_gradient": ("compute_cost", "compute_loss", "cost_function", "compute_cost_function"),
    "compute_gradients": ("compute_cost", "compute_loss"),
    "compute_grad": ("compute_cost", "compute_loss"),
    "gradient": ("cost", "loss", "cost_function", "objective", "f", "loss_function", "function"),
    "grad": ("cost", "loss", "objective", "f", "loss_function", "cost_function"),
    "backward": ("forward",),
    "derivative": ("function", "f", "activation"),
}
"""Gradients whose name does not hold the name of their formula."""
LAYER_FORWARDS = tuple(
    "forward forward_pass forward_propagation forward_prop forward_propagate feedforward feed_forward fwd __call__ "
    "call".split()
)
LAYER_BACKWARDS = tuple(
    "backward backward_pass backward_propagation backward_prop backward_propagate backprop back_propagation "
    "bwd".split()
)
METHOD_FORWARDS = tuple(
    "__call__ forward function activation activate loss f fn call compute evaluate value calculate cost".split()
)
METHOD_GRADIENTS = ("gradient", "grad", "derivative", "deriv", "prime", "df", "d", "backward", "derivate")
FLAGS = frozenset("deriv derivative derive grad gradient prime diff differentiate".split())

RATES = frozenset("lr learning_rate eta rate step_size learningrate learn_rate".split())
OUTPUTS = frozenset(
    "y out output outputs a s z result activation activations probs p yhat y_hat act h fx o sig".split()
)
LABELS = frozenset(
    "target targets y_true ytrue label labels truth gt expected t y_target ground_truth true actual desired "
    "targ onehot one_hot y_actual y_batch tgt".split()
)
CACHES = frozenset("cache caches ctx saved memory context stash saved_tensors residuals res tape".split())
BIASES = re.compile(r"^(b\d*|bias(es)?|beta|gamma|shift|b_\w+|bias_\w+)$")
SCALARS = frozenset(
    "alpha eps epsilon reg lam lamb lambda_ lmbda l2 l1 scale slope beta1 beta2 temperature temp tau "
    "margin delta power exponent factor coeff momentum threshold thresh negative_slope weight_decay "
    "constant const min_val max_val low high lo hi lower upper".split()
)
LETTERS = frozenset("c k p n q m".split())
"""A number as often as an array."""
EXPLICIT = frozenset(
    "g gs ct upstream delta cotangent error up grads gradient dout dvalues adjoint seed".split()
)
SURROGATE = re.compile(
    r"straight.?through|\bste\b|ste$|^ste|surrogate|revers|\bgrl\b|clip|clamp|scale_?grad|grad_?scal|gradient.?scal|"
    r"identity|quanti|binari|ternar|\bround|spik|heaviside|stop.?grad|fake|pass.?through|natural|estimator|"
    r"approximat|guided|deconv|no.?grad|block|detach|inject|biased|trick|regardless",
    re.IGNORECASE,
)
"""Words of gradients that differ from the derivative on purpose."""


WORDS = frozenset("dtype data dist device dstack dsplit dot det dist dmin dmax".split())
"""They begin with d and are nobody's derivative."""


def formulas_of(name: str) -> Iterator[str]:
    """The names that the formula of a gradient with this name may have, likeliest first."""
    yield from WHOLE.get(name, ())
    for word, other in (("backward", "forward"), ("bwd", "fwd"), ("Backward", "Forward")):
        if word in name:
            yield name.replace(word, other)
    for base in _bases(name):
        for start in FORWARD_STARTS:
            for end in FORWARD_ENDS:
                yield start + base + end


def _bases(name: str) -> Iterator[str]:
    for suffix in SUFFIXES:
        if name.endswith(suffix) and len(name) > len(suffix):
            yield name.removesuffix(suffix)
    for prefix in PREFIXES:
        if name.startswith(prefix) and len(name) > len(prefix) and name not in WORDS:
            yield name.removeprefix(prefix)


def is_cotangent(name: str) -> bool:
    lower = name.lower()
    return (
        lower in EXPLICIT
        or lower.startswith(("grad", "dl", "dout", "d_", "dy", "dz", "up", "g_", "dj", "error_", "delta_"))
        or lower.endswith(("_grad", "_gradient", "_error", "_delta", "grad_output", "_bar", "_grads"))
        or (name.startswith("d") and 1 < len(name) <= 4 and name not in ("dim", "dt", "dx", "data", "deg"))
        or name == "dx"
    )


def is_label(name: str, others: tuple[str, ...]) -> bool:
    lower = name.lower()
    return lower in LABELS or (lower == "y" and not any(other.lower() in LABELS for other in others))


def is_bias(name: str, others: tuple[str, ...]) -> bool:
    """`b` beside `a` is the second of two; beside `x` or `W` it is what is added to them."""
    return bool(BIASES.match(name)) and not (name == "b" and "a" in others)


def is_matrix(name: str) -> bool:
    """A capital letter is a matrix by every textbook's habit."""
    return bool(re.match(r"^[A-Z](\d*|_\w+|\w?)$", name))


def target_of(name: str) -> Iterator[str]:
    """The names that a gradient called `dW`, `grad_W`, `W_grad` may belong to."""
    for prefix in ("dL_d", "dLd", "dJ_d", "grad_", "gradient_", "d_", "grad", "d", "delta_", "g_", "nabla_"):
        if name.startswith(prefix) and len(name) > len(prefix):
            yield name.removeprefix(prefix)
    for suffix in ("_grad", "_gradient", "_grads", "_gradients", "Grad", "grad", "_bar", "_error"):
        if name.endswith(suffix) and len(name) > len(suffix):
            yield name.removesuffix(suffix)


SAME = (
    frozenset({"w", "weight", "weights", "kernel"}),
    frozenset({"b", "bias", "biases"}),
    frozenset({"x", "input", "inputs", "x_in", "a_prev", "inp", "values", "logits"}),
)


def is_same(one: str, two: str) -> bool:
    """Whether two names mean one thing: `W` and `weights`."""
    one, two = one.lower().strip("_"), two.lower().strip("_")
    return one == two or any(one in group and two in group for group in SAME)
