# framework: torch
# verdict: clean
# seen: ['forward', 'warmup']
import contextlib
import time

import torch
from torch import nn
from torch.nn import functional as F


@contextlib.contextmanager
def timer(log, name):
    start = time.perf_counter()
    try:
        yield
    finally:
        log[name] = time.perf_counter() - start


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, anchor, positive, negative):
        return tuple(self.embed(part) for part in (anchor, positive, negative))


torch.manual_seed(0)
model, log = Siamese(), {}
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
triplet = torch.randn(3, 10, 7)
with torch.no_grad(), timer(log, "warmup"):
    a, p, n = model(*triplet)
    start = F.triplet_margin_loss(a, p, n)
for step in range(20):
    with timer(log, "forward"):
        a, p, n = model(*triplet)
        loss = F.triplet_margin_loss(a, p, n)
    opt.zero_grad()
    loss.backward()
    opt.step()
alive = all(param.grad.any() for param in model.parameters())
print("OBSERVED", "clean" if alive and loss < start else "none", sorted(log))
