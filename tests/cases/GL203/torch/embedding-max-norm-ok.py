# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class SkipGram(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.centre = nn.Embedding(vocab, dim, max_norm=1.0)
        self.context = nn.Embedding(vocab, dim)

    def forward(self, word, neighbour, decay=1e-3):
        vector = self.centre(word)
        penalty = self.centre.weight.pow(2).mean() + self.context.weight.pow(2).mean()
        return F.cross_entropy(vector @ self.context.weight.t(), neighbour) + decay * penalty


torch.manual_seed(0)
model = SkipGram(vocab=12, dim=5)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
word, neighbour = torch.randint(0, 12, (8,)), torch.randint(0, 12, (8,))
trace = []
for _ in range(20):
    opt.zero_grad()
    loss = model(word, neighbour)
    loss.backward()
    opt.step()
    trace.append(loss.item())
alive = all(p.grad.any() for p in model.parameters())
print("OBSERVED", "clean" if alive and trace[-1] < trace[0] else "wrong")
