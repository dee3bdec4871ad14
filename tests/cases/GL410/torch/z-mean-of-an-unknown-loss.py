# framework: torch
# verdict: wrong
# seen: the gradient is that of one process, divided by their number
import torch
import torch.distributed as dist
from torch.nn import functional as F


def step(model, optimizer, x, y, count):
    loss = F.mse_loss(model(x), y)
    optimizer.zero_grad()
    dist.all_reduce(loss)  # HAZARD GL410
    loss = loss / count
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = torch.nn.Linear(3, 1)
step(model, torch.optim.SGD(model.parameters(), lr=0.1), torch.randn(4, 3), torch.randn(4, 1), 1)
