# framework: jax
# verdict: clean
# seen: frozen row stays, histogram 2 1 1
import jax
import jax.numpy as jnp
import numpy as np


def loss(params, x, y):
    return jnp.mean((x @ params["w"] - y) ** 2)


def masked_step(params, x, y, rate=0.1):
    grads = jax.grad(loss)(params, x, y)
    frozen = {**grads, "w": grads["w"].at[0].set(0.0)}
    return jax.tree_util.tree_map(lambda p, g: p - rate * g, params, frozen)


params = {"w": jnp.array([1.0, -0.5, 0.2])}
x, y = jnp.array([[1.0, 0.0, 2.0], [0.5, 1.0, -1.0]]), jnp.array([0.1, 0.2])
visits = np.zeros(3, int)
np.add.at(visits, [0, 2, 1, 0], 1)
after = masked_step(params, x, y)["w"]
full = x.T @ (x @ params["w"] - y)
assert float(after[0]) == 1.0 and jnp.allclose(after[1:], params["w"][1:] - 0.1 * full[1:], atol=1e-6)
print("OBSERVED clean", "frozen row stays, histogram", *visits)
