# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output had shape: (16,).
import jax
import jax.numpy as jnp


def ring(key, count):
    angle = 2 * jnp.pi * jax.random.uniform(key, (count,))
    return jnp.stack([jnp.cos(angle), jnp.sin(angle)], axis=-1)


def log_prob(params, x):
    total = 0.0
    for each in params:
        left, right = jnp.split(x, 2, axis=-1)
        log_scale = jnp.arctanh(0.9 * jnp.tanh(left @ each["w"] + each["b"]))
        x = jnp.concatenate([right * jnp.exp(log_scale), left], axis=-1)
        total += log_scale.sum(-1)
    return total - 0.5 * jnp.sum(x**2, axis=-1)


params = [{"w": 0.1 * jnp.ones((1, 1)), "b": jnp.zeros(1)} for _ in range(2)]
jax.grad(lambda params: -log_prob(params, ring(jax.random.key(0), 16)))(params)  # HAZARD GL504
