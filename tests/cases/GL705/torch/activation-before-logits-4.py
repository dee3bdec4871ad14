# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(8, n), nn.Softmax(dim=1))

    def forward(self, x):
        return self.head(self.body(x))


torch.manual_seed(0)
model = Classifier(3)
opt = torch.optim.Adam(model.parameters())
x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
opt.zero_grad()
loss = nn.functional.cross_entropy(model(x), y)  # HAZARD GL705
loss.backward()
opt.step()
true = nn.functional.nll_loss(model(x).log(), y)
print("OBSERVED", "wrong" if not torch.isclose(loss, true, atol=1e-2) else "clean")
