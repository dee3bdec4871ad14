# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from functools import partial


def make_step(apply, lr):
    def loss_fn(params, batch, rng=None):
        x, y = batch
        return jnp.mean((apply(params, x) - y) ** 2)

    @jax.jit
    def step(params, batch):
        grads = jax.grad(loss_fn)(params, batch)
        return jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads), grads

    return step


class Bandit:
    def value(self, theta, context):
        return jnp.dot(self.features(theta), context)

    def features(self, theta):
        return jnp.tanh(theta)

    def grads(self, theta, contexts):
        return jax.vmap(jax.grad(self.value), in_axes=(None, 0))(theta, contexts)


params = {"w": jnp.ones((2, 1))}
step = make_step(lambda p, x: x @ p["w"], 0.1)
new, g = step(params, (jnp.ones((3, 2)), jnp.zeros((3, 1))))
b = Bandit().grads(jnp.ones(2), jnp.ones((4, 2)))
scaled = jax.grad(partial(lambda k, x: k * x ** 2, 3.0))(2.0)
print("OBSERVED", "clean" if g["w"].any() and b.shape == (4, 2) and scaled == 12.0 else "zero")
