# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output was (JitTracer(float32[]), JitTracer(float32[3,2])).
import jax
import jax.numpy as jnp


def rollout(params, key, horizon=3):
    s, total, states = jnp.zeros(2), 0.0, []
    for k in jax.random.split(key, horizon):
        s = jnp.tanh(params @ s) + 0.1 * jax.random.normal(k, (2,))
        states.append(s)
        total = total + jnp.sum(s ** 2)
    return total, jnp.stack(states)


update = jax.jit(jax.grad(rollout))
print(update(jnp.eye(2), jax.random.PRNGKey(0)))  # HAZARD GL505
