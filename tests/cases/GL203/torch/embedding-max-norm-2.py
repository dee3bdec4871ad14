# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [6, 15]], which is output 0 of AsStrided, is at version 2; expected version 1 instead. Hint: enable a
import torch as th
import torch.nn.functional as F
from torch import nn


class TiedLM(nn.Module):
    def __init__(self, vocab=15, dim=6):
        super().__init__()
        self.table = nn.Parameter(th.randn(vocab, dim))
        self.cell = nn.GRUCell(dim, dim)

    def step(self, token, state):
        inputs = F.embedding(token, self.table, max_norm=1.0)  # HAZARD GL203
        return self.cell(inputs, state)

    def loss(self, first, second, third):
        state = self.step(first, th.zeros(len(first), 6))
        loss = F.cross_entropy(state @ self.table.t(), second)
        state = self.step(second, state)
        return loss + F.cross_entropy(state @ self.table.t(), third)


th.manual_seed(0)
model = TiedLM()
opt = th.optim.Adam(model.parameters(), lr=1e-2)
tokens = th.randint(0, 15, (3, 4))
opt.zero_grad()
loss = model.loss(*tokens)
loss.backward()
opt.step()
