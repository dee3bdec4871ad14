# framework: jax
# verdict: zero
# seen: the encoder is cut off by an estimator that cancels; the decoder is trained
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


def quantize(x, levels):
    q = jnp.round(x * levels) / levels
    return x + jax.lax.stop_gradient(q) - x  # HAZARD GL403


class Tokeniser(nn.Module):
    levels: int
    dim: int

    @nn.compact
    def __call__(self, x):
        z = nn.tanh(nn.Dense(self.dim)(x))
        return nn.Dense(x.shape[-1])(quantize(z, self.levels))


model = Tokeniser(8, 4)
params = model.init(jax.random.key(0), jnp.ones((1, 16)))
tx = optax.adam(1e-3)
state = tx.init(params)


def loss_fn(params, x):
    return jnp.mean((model.apply(params, x) - x) ** 2)


for i in range(10):
    grads = jax.grad(loss_fn)(params, jax.random.normal(jax.random.key(i), (8, 16)))
    seen = grads["params"]["Dense_0"]["kernel"]
    updates, state = tx.update(grads, state)
    params = optax.apply_updates(params, updates)
print("OBSERVED", "zero" if not seen.any() else "clean")
