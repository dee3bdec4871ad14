# framework: jax
# verdict: clean
# seen: rounded with an estimator, and once more beside it: the encoder has its gradient
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Tokeniser(nn.Module):
    levels: int

    def setup(self):
        self.encoder = nn.Dense(4)
        self.decoder = nn.Dense(16)

    def __call__(self, x):
        z = nn.tanh(self.encoder(x))
        z = z + jax.lax.stop_gradient(jnp.round(z * self.levels) / self.levels - z)
        hard = self.decoder(jnp.round(self.encoder(x)))
        return self.decoder(z), hard


model = Tokeniser(8)
params = model.init(jax.random.key(0), jnp.ones((1, 16)))
tx = optax.adam(1e-3)
state = tx.init(params)


def loss_fn(params, x):
    soft, hard = model.apply(params, x)
    return jnp.mean((soft - x) ** 2) + jnp.mean((hard - x) ** 2)


for i in range(10):
    grads = jax.grad(loss_fn)(params, jax.random.normal(jax.random.key(i), (8, 16)))
    seen = grads["params"]["encoder"]["kernel"]
    updates, state = tx.update(grads, state)
    params = optax.apply_updates(params, updates)
print("OBSERVED", "zero" if not seen.any() else "clean")
