import flax.linen as nn
import jax.numpy as jnp


class Backbone(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.width)(x))
        return nn.Dense(self.width)(x)


class Byol(nn.Module):
    width: int
    proj: int

    def setup(self):
        self.backbone = Backbone(self.width)
        self.projector = nn.Dense(self.proj)
        self.predictor = nn.Dense(self.proj)

    def project(self, x):
        return self.projector(self.backbone(x))

    def __call__(self, x):
        return self.predictor(self.project(x))
