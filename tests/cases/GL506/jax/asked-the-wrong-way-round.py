# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[]
import jax
import jax.numpy as jnp


def validate(rate):
    if isinstance(rate, jax.core.Tracer):
        if rate < 0:  # HAZARD GL506
            raise ValueError("no negative rate")
    return rate


@jax.jit
def decay(times, rate):
    return jnp.exp(-validate(rate) * times)


print(decay(jnp.ones(3), 2.0))
