# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    seen, hidden = torch.zeros(0, 2), torch.zeros(0, 2)
    for _ in range(3):
        x, y = torch.randn(5, 4), torch.randint(0, 2, (5,))
        logits = net(x)
        hidden = torch.cat([hidden, logits])
        seen = torch.cat([seen, logits.detach()])
    loss = hidden.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
net.eval()
with torch.no_grad():
    for _ in range(3):
        seen = torch.cat([seen, net(torch.randn(5, 4))])
print("OBSERVED", "clean" if seen.grad_fn is None and net.weight.grad.any() else "leak")
