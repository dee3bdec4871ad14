"""Reproductions written for JAX."""

from __future__ import annotations

from ...inputs.spec import Spec
from . import Dialect

_TOTAL = '''
def total(value):
    """Everything differentiable in a result as one number, each element with a weight of its own."""
    parts = []
    for leaf in jax.tree_util.tree_leaves(value):
        if not isinstance(leaf, (float, complex)) and not hasattr(leaf, "dtype"):
            continue
        leaf = jnp.asarray(leaf)
        if jnp.issubdtype(leaf.dtype, jnp.inexact):
            flat = jnp.ravel(leaf.real + leaf.imag if jnp.iscomplexobj(leaf) else leaf)
            parts.append((flat * jnp.linspace(0.7, 1.3, flat.size)).sum())
    return sum(parts, jnp.zeros(()))
'''

_SURROGATE = '''
class Surrogate:
    """Stands for a function that is not there: smooth, and whatever it is given matters."""

    made_up = True

    def __init__(self, returns="same", **attributes):
        self.returns = returns
        vars(self).update(attributes)

    def __call__(self, *given, **named):
        given = [jnp.asarray(one) for one in jax.tree_util.tree_leaves((given, named)) if hasattr(one, "dtype")]
        given = [one if jnp.issubdtype(one.dtype, jnp.inexact) else one.astype(float) for one in given]
        mixed = jnp.tanh(0.7 * given[0] + 0.1) if given else jnp.ones((2, 8))
        for other in given[1:]:
            mixed = mixed + 0.1 * jnp.tanh(other).mean()
        return self.shaped(mixed, self.returns)

    def shaped(self, mixed, returns):
        if returns == "same":
            return mixed
        if isinstance(returns, list):
            return tuple(self.shaped(mixed, one) for one in returns)
        return mixed.mean() + jnp.ones(returns)

    apply = __call__
'''


def _tensor(spec: Spec) -> str:
    shape = str(spec.shape)
    if spec.numbers is not None:
        return f"jnp.array({list(spec.numbers)}).reshape({shape})"
    key = f"jax.random.key({sum(spec.shape) + len(spec.shape)})"
    if spec.dtype == "long":
        return f"jax.random.randint({key}, {shape}, 0, {spec.value or 2})"
    if spec.dtype == "bool":
        return f"jax.random.bernoulli({key}, 0.5, {shape})"
    return f"jax.random.uniform({key}, {shape}, minval=0.1, maxval=0.9)"


def _ask(call: str, sources: list[str]) -> str:
    names = [one for one in sources if "." not in one]
    if not names:
        return f"result = {call}"
    argnums = "0" if len(names) == 1 else str(tuple(range(len(names))))
    return (
        f"def asked({', '.join(names)}):\n    return total({call})\n"
        f"gradients = jax.grad(asked, argnums={argnums})({', '.join(names)})"
    )


JAX = Dialect(
    header="import jax\nimport jax.numpy as jnp\n{double}",
    double="pass",
    total=_TOTAL,
    surrogate=_SURROGATE,
    module="object",
    tensor=_tensor,
    ask=_ask,
    copy="{}",
    generator="jax.random.key(0)",
    optimizer="None",
    frameworks=frozenset({"jax", "jaxlib", "numpy"}),
)
