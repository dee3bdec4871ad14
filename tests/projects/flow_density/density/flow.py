from dataclasses import dataclass

import jax
import jax.numpy as jnp

from .base import log_normal
from .bijectors import coupling


@dataclass(frozen=True)
class Flow:
    layers: int
    width: int

    def init(self, key):
        params = []
        for k in jax.random.split(key, self.layers):
            a, b = jax.random.split(k)
            params.append(
                {
                    "w1": 0.1 * jax.random.normal(a, (1, self.width)),
                    "b1": jnp.zeros(self.width),
                    "w2": 0.1 * jax.random.normal(b, (self.width, 2)),
                    "range": jnp.ones(()) * 1.2,
                }
            )
        return params

    def log_prob(self, params, x):
        total = 0.0
        for p in params:
            x, log_det = coupling(p, x)
            total += log_det
        return log_normal(x) + total
