# framework: jax
# verdict: raises
# seen: TypeError: dot_general requires contracting dimensions to have the same shape, got (6,) and (8,).
import jax
import jax.numpy as jnp


def forward(params, x):
    hidden = jax.nn.relu(x @ params["w1"])
    return jnp.dot(hidden, params["w2"])  # HAZARD GL509


def loss(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


params = {"w1": jnp.ones((4, 6)), "w2": jnp.ones((8, 1))}
x, y = jnp.ones((10, 4)), jnp.zeros((10, 1))
print(jax.grad(loss)(params, x, y)["w2"].shape)
