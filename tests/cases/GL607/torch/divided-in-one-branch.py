# framework: torch
# verdict: wrong
# seen: only the branch that never runs divides the loss, so the step is the sum of four batches
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = list(torch.randn(4, 4, 3))
for step, x in enumerate(batches):
    loss = net(x).pow(2).mean()
    loss.backward()  # HAZARD GL607
    if (step + 1) % 4 == 0:
        whole = torch.stack([net(each).pow(2).mean() for each in batches]).mean()
        mean = torch.autograd.grad(whole, net.weight)[0]
        print("OBSERVED", "wrong" if torch.allclose(net.weight.grad, 4 * mean, atol=1e-5) else "clean")
        optimizer.step()
        optimizer.zero_grad()
