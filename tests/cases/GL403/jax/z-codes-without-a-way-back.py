# framework: jax
# verdict: zero
# seen: the encoder gets no gradient
import equinox as eqx
import jax
import jax.numpy as jnp


class Codes(eqx.Module):
    encoder: eqx.nn.Linear
    book: jax.Array
    decoder: eqx.nn.Linear

    def __init__(self, key):
        one, two, three = jax.random.split(key, 3)
        self.encoder, self.decoder = eqx.nn.Linear(4, 2, key=one), eqx.nn.Linear(2, 4, key=two)
        self.book = jax.random.normal(three, (8, 2))

    def __call__(self, x):
        nearest = jnp.argmin(jnp.sum((self.book - self.encoder(x)) ** 2, -1))
        return self.decoder(self.book[nearest])  # HAZARD GL403


@eqx.filter_grad
def slopes(model, x):
    return jnp.mean((jax.vmap(model)(x) - x) ** 2)


found = slopes(Codes(jax.random.key(0)), jnp.ones((3, 4)))
assert not found.encoder.weight.any() and found.decoder.weight.any()
print("OBSERVED zero")
