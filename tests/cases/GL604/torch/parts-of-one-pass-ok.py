# framework: torch
# verdict: clean
# seen: gradient as expected; the graphs of all parts are there before the sum, and go with it
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)


class Part(nn.Module):
    def forward(self, x):
        self.loss = (x**2).mean()
        return x

    def backward(self):
        self.loss.backward(retain_graph=True)
        return self.loss


parts = [Part() for _ in range(3)]
for _ in range(4):
    opt.zero_grad()
    out = model(torch.randn(4, 3))
    for part in parts:
        part(out)
    score = 0
    for part in parts:
        score += part.backward()
    opt.step()
    assert score.item() >= 0
