# framework: torch
# verdict: wrong
# seen: the gradients are those of this process
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def accumulate(model, optimizer, micro_batches):
    optimizer.zero_grad()
    for x in micro_batches:
        with model.no_sync():
            loss = model(x).pow(2).mean() / len(micro_batches)
            loss.backward()
    assert not model.require_forward_param_sync
    optimizer.step()  # HAZARD GL612


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = DDP(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    accumulate(model, optimizer, [torch.randn(4, 2) for _ in range(3)])
print("OBSERVED wrong")
