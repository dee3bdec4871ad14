# framework: torch
# verdict: wrong
# seen: the hook that averages over processes is never called
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.value_head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return torch.relu(self.body(x))

    def value(self, x):
        return self.value_head(self.forward(x))


def averaged(state, bucket):
    calls.append(bucket.index())
    done = dist.all_reduce(bucket.buffer(), async_op=True).get_future()
    return done.then(lambda each: each.value()[0])


calls = []
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
policy = DDP(Policy())
policy.register_comm_hook(None, averaged)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
states, returns = torch.randn(6, 3), torch.randn(6, 1)
net = policy.module
loss = (net.value(states) - returns).square().mean()  # HAZARD GL612
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if not calls else "clean")
