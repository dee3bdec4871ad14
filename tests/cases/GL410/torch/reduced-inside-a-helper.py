# framework: torch
# verdict: wrong
# seen: the gradient has the factor of one process
import torch
import torch.distributed as dist


def mean_over_processes(value, world):
    dist.all_reduce(value)  # HAZARD GL410
    return value / world


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
net = torch.nn.Linear(2, 1)
loss = mean_over_processes(net(torch.ones(1, 2)).pow(2).mean(), 2)
loss.backward()
