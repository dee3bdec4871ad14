# framework: jax
# verdict: clean
# seen: the scope is left as it was found
import jax
import jax.numpy as jnp

scopes = []


class Scope:
    def __init__(self, weights):
        self.weights = weights

    def __enter__(self):
        scopes.append(self.weights)

    def __exit__(self, *reason):
        scopes.pop()


def dense(x):
    return jnp.tanh(x @ scopes[-1])


def loss(weights, x):
    scopes.append(weights)
    try:
        return jnp.mean(dense(x) ** 2)
    finally:
        scopes.pop()


print("OBSERVED clean", jax.jit(jax.grad(loss))(jnp.ones((3, 2)), jnp.ones((4, 3))).shape)
