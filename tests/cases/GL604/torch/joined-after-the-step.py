# framework: torch
# verdict: leak
# seen: the logits of an epoch hold the graphs of all its batches
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    seen = torch.zeros(0, 2)
    for _ in range(3):
        x, y = torch.randn(5, 4), torch.randint(0, 2, (5,))
        logits = net(x)
        loss = nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen = torch.cat([seen, logits], dim=0)  # HAZARD GL604
print("OBSERVED", "leak" if seen.grad_fn is not None else "clean")
