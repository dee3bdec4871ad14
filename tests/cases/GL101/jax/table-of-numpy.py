# framework: jax
# verdict: raises
# seen: TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array
import jax
import jax.numpy as jnp
import numpy as np

tariff = np.linspace(0.0, 1.0, 24)


@jax.jit
def bill(scale, hour, load):
    return scale * tariff[hour] * load  # HAZARD GL101


print(jax.grad(bill)(2.0, 7, 3.5))
