# framework: torch
# verdict: clean
# seen: the count has no weight
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
logits = net(x)
errors = (logits.argmax(1) != y).float().mean()
loss = nn.functional.cross_entropy(logits, y) + 0.0 * errors
loss.backward()
print("OBSERVED clean", net.weight.grad.abs().sum() > 0)
