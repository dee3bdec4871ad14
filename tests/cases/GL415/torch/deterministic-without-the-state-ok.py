# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch.utils.checkpoint import checkpoint


def plain(w, x):
    return torch.tanh(w * x).sum()


w = torch.ones(4, requires_grad=True)
out = checkpoint(plain, w, torch.ones(4), use_reentrant=False, preserve_rng_state=False)
out.backward()
