# framework: jax
# verdict: wrong
# seen: annealing ignored
import jax
import jax.numpy as jnp


class BetaVAE:
    def __init__(self):
        self.beta = 0.0
        self.gradient = jax.jit(jax.grad(self.loss))

    def loss(self, params, x):
        mean = x @ params["enc"]
        kl = 0.5 * jnp.mean(mean**2)
        recon = jnp.mean((mean @ params["dec"] - x) ** 2)
        return recon + self.beta * kl  # HAZARD GL110


model = BetaVAE()
params = {"enc": jnp.ones((3, 2)) * 0.3, "dec": jnp.ones((2, 3)) * 0.2}
x = jax.random.normal(jax.random.PRNGKey(0), (8, 3))
seen = []
for epoch in range(4):
    model.beta = min(1.0, epoch / 2)
    seen.append(model.gradient(params, x)["enc"])
assert all(jnp.array_equal(seen[0], s) for s in seen)
assert not jnp.allclose(seen[-1], jax.grad(model.loss)(params, x)["enc"])
print("OBSERVED wrong", "annealing ignored")
