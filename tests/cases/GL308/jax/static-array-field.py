# framework: jax
# verdict: none
# seen: OBSERVED none
import warnings

import equinox as eqx
import jax
import jax.numpy as jnp

warnings.filterwarnings("ignore")


class Scale(eqx.Module):
    weight: jax.Array
    gain: jax.Array = eqx.field(static=True)  # HAZARD GL308

    def __call__(self, x):
        return self.gain * self.weight * x


model = Scale(jnp.ones(3), jnp.ones(3))
grads = eqx.filter_grad(lambda m, x: jnp.sum(m(x) ** 2))(model, jnp.arange(3.0))
print("OBSERVED", "none" if len(jax.tree_util.tree_leaves(grads)) == 1 else "clean")
