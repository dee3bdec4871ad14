# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (40,).
import jax
import jax.numpy as jnp
import numpy as np


def make(link, x, y):
    def error(params):
        return (link(x @ params["w"] + params["b"]) - y) ** 2

    return error


rng = np.random.default_rng(0)
x, y = rng.normal(size=(40, 3)), rng.random(40)
jax.grad(make(jnp.exp, x, y))({"w": jnp.zeros(3), "b": jnp.zeros(())})  # HAZARD GL504
