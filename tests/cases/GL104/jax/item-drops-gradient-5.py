# framework: jax
# verdict: wrong
# seen: the temperature is turned into a Python number on its way into the loss
"""Metric learning with a learned margin; the margin is read by a property."""
import jax
import jax.numpy as jnp


class Margin:
    def __init__(self, raw):
        self.raw = raw

    @property
    def value(self):
        return jax.nn.softplus(self.raw).item()  # HAZARD GL104

    def __mul__(self, other):
        return self.value * other


def triplet(params, anchor, positive, negative):
    margin = Margin(params["margin"])
    embed = lambda x: jnp.tanh(x @ params["w"])
    a, p, n = map(embed, (anchor, positive, negative))
    near = jnp.sum((a - p) ** 2, -1)
    far = jnp.sum((a - n) ** 2, -1)
    return jnp.mean(jax.nn.softplus(near - far + margin * 1.0))


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 4)
    params = {"w": jax.random.normal(k[0], (3, 2)), "margin": jnp.array(0.3)}
    data = tuple(jax.random.normal(key, (5, 3)) for key in k[1:])
    grads = jax.grad(triplet)(params, *data)
    up = triplet(dict(params, margin=params["margin"] + 0.01), *data)
    down = triplet(dict(params, margin=params["margin"] - 0.01), *data)
    assert grads["margin"] == 0 and up - down > 1e-3
