# framework: torch
# verdict: clean
# seen: only the head is given to the optimizer, the body is a fixed extractor
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        with torch.no_grad():
            features = torch.tanh(self.body(x))
        return self.head(features)


model = Model()
head = [weight for name, weight in model.named_parameters() if name.startswith("head")]
optimizer = torch.optim.SGD(head, lr=0.1)
optimizer.zero_grad()
model(torch.ones(5, 3)).square().mean().backward()
optimizer.step()
print("OBSERVED", "clean" if model.head.weight.grad is not None else "none")
