# framework: jax
# verdict: zero
# seen: encoder gradient all zero
import jax
import jax.numpy as jnp
from jax import grad, random


def encode(enc, x):
    return jnp.tanh(x @ enc["w"])


def reconstruction(enc, dec, x):
    code = jax.lax.stop_gradient(encode(enc, x))  # HAZARD GL401
    return jnp.mean((code @ dec["w"] - x) ** 2)


k1, k2, k3 = random.split(random.PRNGKey(1), 3)
enc = {"w": random.normal(k1, (4, 2))}
dec = {"w": random.normal(k2, (2, 4))}
x = random.normal(k3, (8, 4))
g_enc, g_dec = grad(reconstruction, argnums=(0, 1))(enc, dec, x)
assert not g_enc["w"].any() and g_dec["w"].any()
print("OBSERVED zero", "encoder gradient all zero")
