# framework: torch
# verdict: wrong
# seen: the gradient grows with the number of processes
import torch
import torch.distributed as dist

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(4, 2)).pow(2).mean().backward()
    for p in model.parameters():
        dist.all_reduce(p.grad)  # HAZARD GL612
    optimizer.step()
