from .layers import init_params, apply_mlp
from .state import TrainState, create_state

__all__ = ["init_params", "apply_mlp", "TrainState", "create_state"]
