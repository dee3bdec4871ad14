import equinox as eqx
import jax.numpy as jnp


class Flow(eqx.Module):
    layers: list

    def log_prob(self, x):
        total = 0.0
        for layer in self.layers:
            x, logdet = layer(x)
            total = total + logdet
        return total - 0.5 * jnp.sum(x ** 2)
