# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (1,).
import jax.numpy as jnp
from jax import grad, random


def value_net(params, state):
    hidden = jnp.tanh(params["w1"] @ state + params["b1"])
    return params["w2"] @ hidden + params["b2"]


key = random.PRNGKey(3)
params = {
    "w1": random.normal(key, (8, 4)),
    "b1": jnp.zeros(8),
    "w2": random.normal(key, (1, 8)),
    "b2": jnp.zeros(1),
}
costate = grad(value_net, argnums=1)(params, jnp.ones(4))  # HAZARD GL504
print(costate)
