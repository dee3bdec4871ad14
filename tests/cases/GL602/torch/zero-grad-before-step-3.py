# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


def epoch(model, loader, opt, clip=None):
    for x, y in loader:
        loss = nn.functional.l1_loss(model(x), y)
        loss.backward()
        if clip:
            nn.utils.clip_grad_value_(model.parameters(), clip)
        opt.zero_grad(set_to_none=True)  # HAZARD GL602
        opt.step()


torch.manual_seed(0)
model = nn.Linear(2, 1)
start = model.weight.detach().clone()
epoch(model, [(torch.randn(3, 2), torch.randn(3, 1))] * 2, torch.optim.SGD(model.parameters(), lr=0.1))
print("OBSERVED", "none" if torch.equal(start, model.weight) else "clean")
