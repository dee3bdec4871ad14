# framework: jax
# verdict: clean
# seen: the encoder gets the gradient of what was put in its place, or that of a loss of its own
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

    def nearest(self, x):
        return jnp.argmin(jnp.sum((self.book - self.encoder(x)) ** 2, -1))

    def __call__(self, x):
        code = self.encoder(x)
        return self.decoder(code + jax.lax.stop_gradient(self.book[self.nearest(x)] - code))


@eqx.filter_grad
def slopes(model, x):
    return jnp.mean((jax.vmap(model)(x) - x) ** 2)


@eqx.filter_grad
def of_the_decoder(model, x):
    return jnp.mean((jax.vmap(lambda one: model.decoder(model.book[model.nearest(one)]))(x) - x) ** 2)


@eqx.filter_grad
def of_the_encoder(model, x):
    return jnp.mean(jax.vmap(model.encoder)(x) ** 2)


model, x = Codes(jax.random.key(0)), jnp.ones((3, 4))
assert slopes(model, x).encoder.weight.any()
one, two = of_the_decoder(model, x), of_the_encoder(model, x)
assert one.decoder.weight.any() and two.encoder.weight.any()
print("OBSERVED clean")
