# framework: jax
# verdict: clean
# seen: ['k', 'q']
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.test_util import check_grads


class CausalAttention:
    def __init__(self, width, length):
        self.width = width
        blocked = np.zeros((length, length), dtype=bool)
        for row in range(length):
            blocked[row, row + 1 :] = True
        self.future = blocked

    def scores(self, params, x):
        s = (x @ params["q"]) @ (x @ params["k"]).T / self.width**0.5
        return jnp.where(self.future, -1e9, s)

    def loss(self, params, x):
        weights = jax.nn.softmax(self.scores(params, x), axis=-1)
        return jnp.mean((weights @ x) ** 2)


layer = CausalAttention(3, 4)
params = {"q": jnp.eye(3), "k": jnp.eye(3)}
x = jax.random.normal(jax.random.PRNGKey(0), (4, 3))
objective = partial(layer.loss, x=x)
grads = jax.jit(jax.grad(objective))(params)
for name in params:
    params[name] = params[name] - 0.1 * grads[name]
check_grads(objective, (params,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("OBSERVED clean", sorted(grads))
