# framework: torch
# verdict: clean
# seen: gradient as expected
import contextlib

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def accumulate(model, optimizer, micro_batches):
    optimizer.zero_grad()
    for number, x in enumerate(micro_batches):
        last = number == len(micro_batches) - 1
        with contextlib.nullcontext() if last else model.no_sync():
            loss = model(x).pow(2).mean() / len(micro_batches)
            loss.backward()
    optimizer.step()


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = DDP(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    accumulate(model, optimizer, [torch.randn(4, 2) for _ in range(3)])
