# framework: jax
# verdict: clean
# seen: the test passes: the function is handed to pytest.raises
import jax
import numpy as np
import pytest


def check_refusal():
    @jax.jit
    def slope(x):
        return np.exp(x)

    pytest.raises(jax.errors.TracerArrayConversionError, slope, 2.0)


check_refusal()
print("refused, as expected")
