# framework: jax
# verdict: raises
# seen: jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape float32[].
import jax
import jax.numpy as jnp


@jax.jit
def attention(scores, temperature=None):
    heat = temperature or 1.0  # HAZARD GL506
    return jax.nn.softmax(scores / heat)


print(attention(jnp.arange(3.0), 2.0))
