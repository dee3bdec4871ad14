# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Style:
    """A sum over what the hooks have seen."""

    def __init__(self, model, wanted):
        self.model, self.seen = model, []
        for module in model.children():
            if isinstance(module, wanted):
                module.register_forward_hook(self.keep)

    def keep(self, module, args, output):
        self.seen.append(output)

    def loss(self, image):
        self.seen.clear()
        self.model(image)
        total = torch.tensor(0.0)
        for each in self.seen:
            total = total + each.pow(2).mean()
        return total


model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.Adam(model.parameters())
style = Style(model, nn.Linear)
for _ in range(2):
    opt.zero_grad()
    style.loss(torch.randn(5, 3)).backward()
    opt.step()
assert model[0].weight.grad is not None
