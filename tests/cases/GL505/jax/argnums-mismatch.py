# framework: jax
# verdict: raises
# seen: TypeError: differentiating with respect to argnums=1 requires at least 2 positional arguments
import jax
import jax.numpy as jnp


def q_value(params, obs, action):
    joint = jnp.concatenate([obs, action])
    return jnp.tanh(joint @ params["w"]) @ params["v"]


key = jax.random.PRNGKey(0)
params = {"w": jax.random.normal(key, (5, 8)), "v": jnp.ones(8)}
obs_slope = jax.grad(q_value, argnums=1)
action = jnp.array([0.5, -0.5])
print(obs_slope(params, obs=jnp.ones(3), action=action))  # HAZARD GL505
