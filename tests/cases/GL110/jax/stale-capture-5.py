# framework: jax
# verdict: zero
# seen: jitted method keeps the first self.beta (KL gradient stays zero); grad of a vector output
"""beta-VAE style trainer whose KL weight is meant to grow during training."""
import jax
import jax.numpy as jnp


class Annealed:
    def __init__(self, dim, beta=0.0):
        self.beta = beta
        self.params = {"mu": jnp.ones(dim), "ls": jnp.zeros(dim)}
        self.step_fn = jax.jit(self.gradients)

    def kl(self, p):
        return 0.5 * jnp.sum(jnp.exp(2 * p["ls"]) + p["mu"] ** 2 - 1.0 - 2 * p["ls"])

    def loss(self, p, x):
        recon = jnp.mean((x - p["mu"]) ** 2)
        return recon + self.beta * self.kl(p)  # HAZARD GL110

    def gradients(self, p, x):
        return jax.grad(self.loss)(p, x)

    def train(self, x, epochs=3):
        for epoch in range(epochs):
            self.beta = epoch / 2.0
            g = self.step_fn(self.params, x)
            self.params = jax.tree.map(lambda a, b: a - 0.05 * b, self.params, g)
        return g


def per_example(p, x):
    return jnp.sum((x - p["mu"]) ** 2, axis=1)


def sensitivities(p, x):
    return jax.grad(per_example)(p, x)  # HAZARD GL504


def sensitivities_right(p, x):
    return jax.jacrev(per_example)(p, x)


@jax.jit
def explicit_gradients(p, x, beta):
    def loss(q):
        prior = 0.5 * jnp.sum(jnp.exp(2 * q["ls"]) + q["mu"] ** 2 - 1.0 - 2 * q["ls"])
        return jnp.mean((x - q["mu"]) ** 2) + beta * prior

    return jax.grad(loss)(p)


if __name__ == "__main__":
    x = jnp.full((8, 3), 2.0)
    assert sensitivities_right({"mu": jnp.ones(3)}, x)["mu"].shape == (8, 3)
    try:
        sensitivities({"mu": jnp.ones(3)}, x)
        raise SystemExit("ran")
    except TypeError as e:
        assert "scalar-output" in str(e)
    m = Annealed(3)
    g = m.train(x)
    assert m.beta == 1.0 and not g["ls"].any()
    m.params["ls"] = m.params["ls"] + 0.3
    assert not m.step_fn(m.params, x)["ls"].any() and m.gradients(m.params, x)["ls"].all()
    assert explicit_gradients({"mu": jnp.ones(3), "ls": jnp.ones(3)}, x, 1.0)["ls"].all()
