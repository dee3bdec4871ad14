# framework: jax
# verdict: clean
# seen: the derivative of three sines in a row, forward
import jax
import jax.numpy as jnp


def settled(x):
    def body(state):
        step, value = state
        return step + 1, jnp.sin(value)

    return jax.lax.while_loop(lambda state: state[0] < 3, body, (0, x))[1]


x = jnp.array([0.3, 1.0])
value, slope = jax.jvp(settled, (x,), (jnp.ones(2),))
first, second = jnp.sin(x), jnp.sin(jnp.sin(x))
assert jnp.allclose(slope, jnp.cos(x) * jnp.cos(first) * jnp.cos(second))
print("OBSERVED clean", value, slope)
