# framework: torch
# verdict: zero
# seen: the relevance is always one
import torch
from torch import nn


class Summary(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.read = nn.TransformerEncoderLayer(3, 1, 8)
        self.widen = nn.Linear(3, width)
        self.relevance = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))
        self.out = nn.Linear(width, 3)

    def forward(self, sentences):
        states = self.widen(self.read(sentences))
        share = nn.functional.softmax(self.relevance(states), dim=-1)  # HAZARD GL712
        return self.out((share * states).mean(0))


torch.manual_seed(0)
model = Summary(5)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
loss = nn.functional.cross_entropy(model(torch.randn(7, 4, 3)), torch.tensor([0, 1, 2, 0]))
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "zero" if not model.relevance[0].weight.grad.any() else "clean")
