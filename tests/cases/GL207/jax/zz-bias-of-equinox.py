# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable
import equinox
import jax
import jax.numpy as jnp


class Scale(equinox.Module):
    factor: jax.Array

    def __call__(self, x):
        return self.factor * x


scale = Scale(jnp.ones(2))
scale.factor[0] = 3.0  # HAZARD GL207
print(jax.grad(lambda x: scale(x).sum())(jnp.ones(2)))
