# framework: torch
# verdict: clean
# seen: one call through the wrapper readies the hooks of all parameters for this backward pass
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
os.environ.setdefault("MASTER_PORT", "0")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)
        self.rotation = nn.Linear(3, 4)

    def forward(self, x):
        return self.head(self.backbone(x))

    def rotate(self, x):
        return self.rotation(self.backbone(x))


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = DDP(Net())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    loss = model(x).pow(2).mean()
    loss += model.module.rotate(x).pow(2).mean()
    loss.backward()
    optimizer.step()
dist.destroy_process_group()
