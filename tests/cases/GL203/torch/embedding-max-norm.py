# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [12, 5]] is at version 2; expected version 1 instead. Hint: enable anomaly detection to find the oper
import torch
from torch import nn
from torch.nn import functional as F


class SkipGram(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.centre = nn.Embedding(vocab, dim, max_norm=1.0)
        self.context = nn.Linear(dim, vocab, bias=False)

    def forward(self, word, neighbour, decay=1e-3):
        penalty = self.centre.weight.pow(2).mean()
        vector = self.centre(word)  # HAZARD GL203
        return F.cross_entropy(self.context(vector), neighbour) + decay * penalty


torch.manual_seed(0)
model = SkipGram(vocab=12, dim=5)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
word, neighbour = torch.randint(0, 12, (8,)), torch.randint(0, 12, (8,))
opt.zero_grad()
loss = model(word, neighbour)
loss.backward()
opt.step()
