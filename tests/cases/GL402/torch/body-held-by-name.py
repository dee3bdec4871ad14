# framework: torch
# verdict: none
# seen: the body is in the optimizer and gets no gradient
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        with torch.no_grad():
            features = torch.tanh(self.body(x))  # HAZARD GL402
        return self.head(features)


model = Model()
head = [weight for name, weight in model.named_parameters() if not name.endswith("bias")]
optimizer = torch.optim.SGD(head, lr=0.1)
optimizer.zero_grad()
model(torch.ones(5, 3)).square().mean().backward()
optimizer.step()
print("OBSERVED", "clean" if model.body.weight.grad is not None else "none")
