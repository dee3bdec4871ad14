# framework: jax
# verdict: clean
# seen: without SciPy's own definition nothing is traced
import numpy as np

try:
    import jax
    import jax.numpy as jnp

    def energy(values):
        return jnp.tanh(values).sum()
except ImportError:
    jax = None

    def energy(values):
        return float(np.tanh(np.asarray(values)).sum())


def slope(values):
    return jax.grad(lambda each: energy(each) * 2.0)(values)


if jax is not None:
    print(slope(jnp.ones(3)))
