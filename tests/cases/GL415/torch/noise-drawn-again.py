# framework: torch
# verdict: wrong
# seen: the gradient belongs to other noise
import torch
from torch.utils.checkpoint import checkpoint


def noisy(w, x):
    return (w * x * torch.rand_like(x)).sum()


torch.manual_seed(0)
w = torch.ones(4, requires_grad=True)
x = torch.ones(4)
out = checkpoint(noisy, w, x, use_reentrant=False, preserve_rng_state=False)  # HAZARD GL415
out.backward()
assert abs(w.grad.sum().item() - out.item()) > 1e-4
