# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = DDP(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(2, 4, 2):
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        shown = model.module(x).mean()
raw = model.module
torch.nn.functional.linear(torch.ones(1, 2), raw.weight.detach())
