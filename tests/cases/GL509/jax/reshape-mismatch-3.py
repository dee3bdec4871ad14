# framework: jax
# verdict: raises
# seen: TypeError: dot_general requires contracting dimensions to have the same shape, got (8,) and (6,).
import jax
import jax.numpy as jnp


def forward(params, x):
    h = jax.nn.relu(x @ params["w1"])
    return h @ params["w2"]  # HAZARD GL509


params = {"w1": jnp.ones((4, 8)), "w2": jnp.ones((6, 2))}
jax.grad(lambda p: forward(p, jnp.ones((3, 4))).sum())(params)
