import jax
import jax.numpy as jnp


def init_critic(key, obs, actions, hidden=16):
    a, b = jax.random.split(key)
    return {"w1": 0.5 * jax.random.normal(a, (obs, hidden)), "w2": 0.3 * jax.random.normal(b, (hidden, actions)), "b": jnp.zeros(actions)}


def critic(params, obs):
    return jnp.tanh(obs @ params["w1"]) @ params["w2"] + params["b"]
