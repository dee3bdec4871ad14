# framework: jax
# verdict: clean
# seen: a function inside fills the gradient row by row
import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def energy(x, y):
    return 0.5 * jnp.sum(x**2) + jnp.sum(y)


def energy_fwd(x, y):
    return energy(x, y), (np.asarray(x), np.asarray(y))


def energy_bwd(kept, arriving):
    x, y = kept
    x_bar = np.zeros_like(x)

    def add(row):
        np.multiply(x[row], float(arriving), out=x_bar[row])

    for row in range(len(x)):
        add(row)
    turned = np.asarray(x_bar.transpose(1, 0))
    return jnp.asarray(turned.T), arriving * jnp.ones_like(y)


energy.defvjp(energy_fwd, energy_bwd)
gradient = jax.grad(lambda x: 3.0 * energy(x, jnp.ones(2)))(jnp.ones((2, 3)))
assert np.allclose(gradient, 3.0)
print("OBSERVED clean", "a function inside fills the gradient row by row")
