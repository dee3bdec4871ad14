# framework: torch
# verdict: wrong
# seen: the first layer is unknown to the wrapper
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
for p in net[0].parameters():
    p.requires_grad = False
model = DDP(net)
for p in net[0].parameters():
    p.requires_grad = True  # HAZARD GL612
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(4, 2)).pow(2).mean()
loss.backward()
optimizer.step()
