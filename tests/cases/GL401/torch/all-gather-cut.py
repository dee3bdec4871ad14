# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn

os.environ.update(RANK="0", WORLD_SIZE="1")


def gathered(z):
    bucket = [torch.zeros_like(z) for _ in range(dist.get_world_size())]
    dist.all_gather(bucket, z)  # HAZARD GL401
    return torch.cat(bucket, 0)


class Contrast(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(8, 4)

    def forward(self, a, b):
        logits = gathered(self.embed(a)) @ gathered(self.embed(b)).t()
        return F.cross_entropy(logits, torch.arange(len(logits)))


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = Contrast()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(4, 8), torch.randn(4, 8))
optimizer.zero_grad()
loss.backward()
optimizer.step()
