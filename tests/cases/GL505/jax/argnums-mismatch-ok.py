# framework: jax
# verdict: clean
# seen: keywords only for the constants
import jax
import jax.numpy as jnp


def q_value(params, obs, action):
    joint = jnp.concatenate([obs, action])
    return jnp.tanh(joint @ params["w"]) @ params["v"]


key = jax.random.PRNGKey(0)
params = {"w": jax.random.normal(key, (5, 8)), "v": jnp.ones(8)}
obs, action = jnp.array([0.1, 0.2, -0.3]), jnp.array([0.5, -0.5])
obs_slope = jax.grad(q_value, argnums=1)(params, obs, action=action)
both = jax.grad(q_value, argnums=(1, 2))(params, obs, action)
last = jax.grad(q_value, argnums=-1)(params, obs, action)
by_params = jax.grad(q_value)(params, obs=obs, action=action)
hidden = jnp.tanh(jnp.concatenate([obs, action]) @ params["w"])
joint = params["w"] @ (1.0 - hidden**2)
assert jnp.allclose(obs_slope, joint[:3], atol=1e-5) and jnp.allclose(both[1], joint[3:], atol=1e-5)
assert jnp.allclose(last, joint[3:], atol=1e-5) and jnp.allclose(by_params["v"], hidden, atol=1e-5)
print("OBSERVED clean", "keywords only for the constants")
