# framework: torch
# verdict: wrong
# seen: the gradients are those of this process
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
torch.manual_seed(0)
model = DDP(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    with model.no_sync():
        model(torch.randn(4, 2)).pow(2).mean().backward()
    optimizer.step()  # HAZARD GL612
