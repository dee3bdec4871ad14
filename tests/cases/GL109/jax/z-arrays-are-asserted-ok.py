# framework: jax
# verdict: clean
# seen: the gradient is that of the mean of squares, 2 x / n
import jax
import jax.numpy as jnp
import numpy as np


class Series:
    def __init__(self, values):
        if isinstance(values, np.ndarray):
            assert values.ndim == 1, "one series at a time"
            if not np.isfinite(values).all():
                raise ValueError("a series with holes")
        self.values = values

    def energy(self):
        return jnp.mean(self.values**2)


def energy(values):
    return Series(values).energy()


x = np.linspace(0.0, 1.0, 5, dtype=np.float32)
found = jax.grad(energy)(x)
assert np.allclose(found, 2 * x / 5, atol=1e-6), found
print("OBSERVED clean", found)
