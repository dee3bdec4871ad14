# framework: torch
# verdict: wrong
# seen: no hook of the wrapper fires
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 3)

    def embed(self, x):
        return torch.tanh(self.layer(x))

    def forward(self, x):
        return self.embed(x)


dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
encoder = DistributedDataParallel(Encoder())
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
fired = []
encoder.register_comm_hook(None, lambda state, bucket: fired.append(1) or dist.all_reduce(bucket.buffer(), async_op=True).get_future().then(lambda f: f.value()[0]))
features = encoder.module.embed(torch.randn(4, 2))  # HAZARD GL612
features.pow(2).mean().backward()
optimizer.step()
assert not fired
