# framework: torch
# verdict: wrong
# seen: the norm that clips is 8192 times that of the gradient
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(6, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**13)
norms = []
for _ in range(3):
    optimizer.zero_grad()
    scaler.scale(net(torch.ones(4, 6)).pow(2).mean()).backward()
    total = nn.utils.get_total_norm([p.grad for p in net.parameters()])
    nn.utils.clip_grads_with_norm_(net.parameters(), 1.0, total)  # HAZARD GL602
    norms.append(float(total))
    scaler.step(optimizer)
    scaler.update()
assert norms[0] > 1000
