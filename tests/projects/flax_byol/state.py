import jax
import optax
from flax import struct
from flax.core import FrozenDict


@struct.dataclass
class ByolState:
    params: FrozenDict
    target: FrozenDict
    opt_state: optax.OptState

    def ema(self, tau):
        target = jax.tree_util.tree_map(lambda t, p: tau * t + (1 - tau) * p, self.target, self.params)
        return self.replace(target=target)
