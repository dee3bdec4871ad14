# framework: torch
# verdict: clean
# seen: each branch divides the loss by the number of batches that are summed
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = list(torch.randn(8, 4, 3))
every = 4
half = torch.get_default_dtype() == torch.float16
for step, x in enumerate(batches):
    if half:
        loss = net(x).abs().mean()
        loss = loss / every
    elif step > 100:
        loss = net(x).pow(2).mean() * (1 / every)
    else:
        loss = net(x).pow(2).mean() / every
    loss.backward()
    if (step + 1) % every == 0:
        whole = torch.stack([net(each).pow(2).mean() for each in batches[step - every + 1 : step + 1]]).mean()
        assert torch.allclose(net.weight.grad, torch.autograd.grad(whole, net.weight)[0], atol=1e-6)
        optimizer.step()
        optimizer.zero_grad()
