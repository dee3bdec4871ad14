# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array with shape float32[3,4]
import jax
import jax.numpy as jnp
import numpy as np


class Flow:
    def __init__(self, dim):
        self.mask = np.arange(dim) % 2

    def forward(self, params, x):
        s = np.tanh(params["s"] * x * self.mask)  # HAZARD GL101
        return x * jnp.exp(s) + params["t"], s.sum(-1)

    def nll(self, params, x):
        z, logdet = self.forward(params, x)
        return jnp.mean(0.5 * jnp.sum(z ** 2, -1) - logdet)


flow = Flow(4)
jax.grad(flow.nll)({"s": jnp.ones(4), "t": jnp.zeros(4)}, jnp.ones((3, 4)))
