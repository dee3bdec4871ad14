# framework: torch
# verdict: leak
# seen: one loss more in each step: what is compared counts no steps
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(phase):
    curve = []
    for step, inputs in enumerate(torch.randn(6, 4, 3)):
        optimizer.zero_grad()
        loss = model(inputs).pow(2).mean()
        loss.backward()
        optimizer.step()
        if phase == 1:
            curve.append(loss)  # HAZARD GL604
    return curve


curve = train(1)
print("OBSERVED", "leak" if all(each.grad_fn is not None for each in curve) else "clean")
