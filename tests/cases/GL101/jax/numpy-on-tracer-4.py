# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array with shape float32[4,1]
import jax
import jax.numpy as jnp
import numpy as np


class Dense:
    def __init__(self, w, b, act):
        self.w, self.b, self.act = w, b, act

    def __call__(self, x):
        return self.act(x @ self.w + self.b)


jax.tree_util.register_pytree_node(Dense, lambda d: ((d.w, d.b), d.act), lambda act, c: Dense(*c, act))


def loss(layers, x, y):
    for layer in layers:
        x = layer(x)
    return np.mean(np.square(x - y))  # HAZARD GL101


layers = [Dense(jnp.ones((2, 3)), jnp.zeros(3), jnp.tanh), Dense(jnp.ones((3, 1)), jnp.zeros(1), lambda v: v)]
jax.grad(loss)(layers, jnp.ones((4, 2)), jnp.zeros((4, 1)))
