# framework: torch
# verdict: clean
# seen: a loss that is a difference shows another value and keeps its gradient
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
x, y = torch.randn(5, 4), torch.tensor([0, 1, 2, 1, 0])


def gradient(shown):
    net.zero_grad()
    logits = net(x)
    loss = logits.logsumexp(1).mean() - logits.gather(1, y[:, None]).mean()
    value = 10 * loss if shown else loss
    (loss + (value - loss).detach()).backward()
    return net.weight.grad.clone()


assert torch.allclose(gradient(True), gradient(False))

net.zero_grad()
logits = net(x)
loss = logits.logsumexp(1).mean() - logits.gather(1, y[:, None]).mean()
shown = loss + (10 * loss - loss).detach()
shown.backward()
assert torch.allclose(net.weight.grad, gradient(True))
