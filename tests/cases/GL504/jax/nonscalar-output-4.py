# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (2,).
import jax
import jax.numpy as jnp


class MLP:
    def __init__(self, sizes, key):
        keys = jax.random.split(key, len(sizes))
        self.params = [jax.random.normal(k, (m, n)) for k, m, n in zip(keys, sizes, sizes[1:])]

    @staticmethod
    def apply(params, x):
        for w in params[:-1]:
            x = jnp.tanh(x @ w)
        return x @ params[-1]


def loss(params, x, y):
    err = MLP.apply(params, x) - y
    return jnp.mean(err ** 2, axis=0)


net = MLP([3, 8, 2], jax.random.PRNGKey(0))
grads = jax.grad(loss)(net.params, jnp.ones((5, 3)), jnp.zeros((5, 2)))  # HAZARD GL504
