# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
import torch.nn.functional as F
from torch import nn


class TiedLM(nn.Module):
    def __init__(self, vocab=15, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, max_norm=1.0)
        self.cell = nn.GRUCell(dim, dim)
        self.out = nn.Linear(dim, vocab)

    def step(self, token, state):
        return self.cell(self.embed(token), state)

    def loss(self, tokens):
        state = th.zeros(tokens.shape[1], 6)
        terms = []
        for current, following in zip(tokens, tokens[1:]):
            state = self.step(current, state)
            terms.append(F.cross_entropy(self.out(state), following))
        return th.stack(terms).mean()


th.manual_seed(0)
model = TiedLM()
opt = th.optim.Adam(model.parameters(), lr=1e-2)
tokens = th.randint(0, 15, (3, 4))
trace = []
for _ in range(30):
    opt.zero_grad()
    loss = model.loss(tokens)
    loss.backward()
    opt.step()
    trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < 0.9 * trace[0] and model.embed.weight.grad.any() else "wrong")
