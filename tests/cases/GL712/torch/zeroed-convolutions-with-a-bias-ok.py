# framework: torch
# verdict: clean
# seen: the bias of the first layer lets the second one start
import torch
from torch import nn

torch.manual_seed(0)
squeeze, excite = nn.Conv1d(3, 2, 1), nn.Conv1d(2, 3, 1)
nn.init.zeros_(squeeze.weight)
nn.init.zeros_(excite.weight)
signal = torch.randn(2, 3, 8)
(signal + excite(squeeze(signal)) - 1.0).square().mean().backward()
assert excite.weight.grad.abs().max() > 0
print("OBSERVED clean")
