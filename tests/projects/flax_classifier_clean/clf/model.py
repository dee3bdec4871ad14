import flax.linen as nn
import jax.numpy as jnp


class Classifier(nn.Module):
    hidden: int
    classes: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.hidden)(x))
        return nn.Dense(self.classes)(x)
