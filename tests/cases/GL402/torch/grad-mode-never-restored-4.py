# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


def accuracy(model, x, y):
    torch.set_grad_enabled(False)  # HAZARD GL402
    return (model(x).argmax(1) == y).float().mean().item()


torch.manual_seed(0)
model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))
for epoch in range(2):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    opt.step()
    accuracy(model, x, y)
