# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.distributed as dist

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
net = torch.nn.Linear(2, 1)
loss = net(torch.ones(1, 2)).pow(2).mean()
loss.backward()
dist.all_reduce(loss)
for p in net.parameters():
    dist.all_reduce(p.grad)
    p.grad.div_(dist.get_world_size())
