# framework: jax
# verdict: clean
# seen: annealing felt
import jax
import jax.numpy as jnp


class BetaVAE:
    def __init__(self, width):
        self.width = width
        self.gradient = jax.jit(jax.grad(self.loss))
        self.beta = 0.0

    def loss(self, params, x, beta):
        mean = x @ params["enc"] / self.width
        kl = 0.5 * jnp.mean(mean**2)
        recon = jnp.mean((mean @ params["dec"] - x) ** 2)
        return recon + beta * kl


model = BetaVAE(width=3.0)
params = {"enc": jnp.ones((3, 2)) * 0.3, "dec": jnp.ones((2, 3)) * 0.2}
x = jax.random.normal(jax.random.PRNGKey(0), (8, 3))
for epoch in range(4):
    model.beta = min(1.0, epoch / 2)
    got = model.gradient(params, x, model.beta)["enc"]
    zero = model.gradient(params, x, 0.0)["enc"]
    kl_slope = x.T @ (x @ params["enc"]) / 9.0 / 16.0
    assert jnp.allclose(got - zero, model.beta * kl_slope, atol=1e-5)
print("OBSERVED clean", "annealing felt")
