# framework: torch
# verdict: wrong
# seen: the gradient belongs to another mask
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
block = nn.Sequential(nn.Linear(16, 16), nn.Dropout(0.5))
x = torch.ones(4, 16, requires_grad=True)
out = checkpoint(block, x, use_reentrant=False, preserve_rng_state=False)  # HAZARD GL415
out.sum().backward()
kept = (out != 0).float().sum(0)
assert (block[0].bias.grad - 2 * kept).abs().max() > 1
print("OBSERVED wrong")
