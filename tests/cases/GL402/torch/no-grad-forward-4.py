# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
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
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(3):
    triplet = torch.randn(3, 10, 7)
    with torch.no_grad(), timer(log, "forward"):
        a, p, n = model(*triplet)  # HAZARD GL402
    with timer(log, "backward"):
        loss = F.triplet_margin_loss(a, p, n)
        opt.zero_grad()
        loss.backward()
    opt.step()
