from nn_blocks.residual import ResidualBlock
from nn_blocks.attention import MaskedAttention

__all__ = ["ResidualBlock", "MaskedAttention"]
