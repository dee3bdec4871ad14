# framework: jax
# verdict: caught
# seen: activations stored on self inside grad and used afterwards (UnexpectedTracerError); tracer written into an np buffer (ValueError)
"""Object-style network that remembers activations between calls."""
import jax
import jax.numpy as jnp
import numpy as np


class MLP:
    def __init__(self, sizes, seed=0):
        keys = jax.random.split(jax.random.PRNGKey(seed), len(sizes) - 1)
        self.params = [jax.random.normal(k, (a, b)) / np.sqrt(a) for k, a, b in zip(keys, sizes, sizes[1:])]
        self.activations = []
        self.running = jnp.zeros(sizes[1])

    def forward(self, params, x):
        acts = []
        for w in params[:-1]:
            x = jnp.tanh(x @ w)
            acts.append(x)
        self.activations = acts  # HAZARD GL507
        return x @ params[-1]

    def loss(self, params, x, y):
        pred = self.forward(params, x)
        return jnp.mean((pred[:, 0] - y) ** 2)

    def layer_norms(self, params):
        norms = np.zeros(len(params), np.float32)
        for i, w in enumerate(params):
            norms[i] = jnp.sum(w ** 2)  # HAZARD GL103
        return norms

    def decay(self, params, target=1.0):
        return jnp.sum((self.layer_norms(params) - target) ** 2)

    def shrink(self, rate=0.01):
        grads = jax.grad(self.decay)(self.params)
        self.params = jax.tree.map(lambda p, g: p - rate * g, self.params, grads)

    def fit(self, x, y, steps=2, lr=0.1):
        for _ in range(steps):
            grads = jax.grad(self.loss)(self.params, x, y)
            self.params = [p - lr * g for p, g in zip(self.params, grads)]
            self.running = 0.9 * self.running + 0.1 * self.activations[0].mean(axis=0)
        return jnp.linalg.norm(jnp.asarray(self.running))


if __name__ == "__main__":
    net = MLP([3, 5, 1])
    x = jnp.ones((4, 3))
    assert net.layer_norms(net.params).shape == (2,)
    try:
        net.shrink()
        raise SystemExit("ran")
    except (ValueError, TypeError):
        pass
    try:
        net.fit(x, jnp.zeros(4))
        raise SystemExit("ran")
    except (jax.errors.UnexpectedTracerError, jax.errors.TracerArrayConversionError, jax.errors.ConcretizationTypeError):
        pass
