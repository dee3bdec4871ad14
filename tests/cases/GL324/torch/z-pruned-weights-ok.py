# framework: torch
# verdict: clean
# seen: what is masked is zero already, and decay moves no zero
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2, weight_decay=0.5)
first, last = (net[0].weight.abs() > 0.2).float(), (net[2].weight.abs() > 0.1).float()
with torch.no_grad():
    net[0].weight.mul_(first)
net[2].weight.data = net[2].weight.data * last
net[0].weight.register_hook(lambda grad: grad * first)
for _ in range(3):
    loss = net(torch.randn(6, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    net[2].weight.grad *= last
    optimizer.step()
still = (net[0].weight[first == 0] == 0).all() and (net[2].weight[last == 0] == 0).all()
print("OBSERVED", "clean" if still else "wrong")
