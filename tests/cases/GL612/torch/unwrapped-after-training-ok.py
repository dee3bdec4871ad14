# framework: torch
# verdict: clean
# seen: every step goes by gradients of the wrapper; past it only an input is differentiated
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def train(net, distributed, stages=2):
    for _ in range(stages):
        model = net
        if distributed:
            model = DDP(model)
        opt = torch.optim.SGD(model.parameters(), lr=0.1)
        for x in torch.randn(2, 4, 3):
            opt.zero_grad()
            model(x).sum().backward()
            opt.step()
        if distributed:
            model = model.module
        model.state_dict()
    return model


def saliency(wrapped):
    raw = wrapped.module
    raw.eval()
    x = torch.randn(2, 3, requires_grad=True)
    raw(x).sum().backward()
    return x.grad


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
trained = train(nn.Linear(3, 1), dist.is_initialized())
assert saliency(DDP(trained)) is not None
print("OBSERVED clean")
