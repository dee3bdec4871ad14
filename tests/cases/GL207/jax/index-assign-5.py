# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] meth
import jax
import jax.numpy as jnp


def gae(rewards, values, gamma=0.99, lam=0.95):
    adv = jnp.zeros_like(rewards)
    last = 0.0
    for t in reversed(range(len(rewards) - 1)):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        last = delta + gamma * lam * last
        adv[t] = last  # HAZARD GL207
    return adv


gae(jnp.ones(4), jnp.ones(4))
