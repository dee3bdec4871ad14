# framework: jax
# verdict: clean
# seen: (8, 4)
import jax.numpy as jnp
from jax import grad, jacfwd, random


def value_net(params, state):
    hidden = jnp.tanh(params["w1"] @ state + params["b1"])
    return (params["w2"] @ hidden + params["b2"])[0]


def features(params, state):
    return jnp.tanh(params["w1"] @ state + params["b1"])


key = random.PRNGKey(3)
params = {
    "w1": random.normal(key, (8, 4)),
    "b1": jnp.zeros(8),
    "w2": random.normal(key, (1, 8)),
    "b2": jnp.zeros(1),
}
state = jnp.array([0.2, -0.1, 0.4, 0.3])
costate = grad(value_net, argnums=1)(params, state)
jac = jacfwd(features, argnums=1)(params, state)
hidden = features(params, state)
expected = (params["w2"][0] * (1.0 - hidden**2)) @ params["w1"]
assert jnp.allclose(costate, expected, atol=1e-4) and jnp.allclose(params["w2"][0] @ jac, expected, atol=1e-4)
print("OBSERVED clean", jac.shape)
