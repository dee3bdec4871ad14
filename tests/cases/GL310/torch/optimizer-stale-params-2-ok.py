# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, vocab=12, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.body = nn.Linear(dim, dim)
        self.adapter = None
        self.out = nn.Linear(dim, vocab, bias=False)
        self.out.weight = self.embed.weight

    def forward(self, tokens):
        h = torch.tanh(self.body(self.embed(tokens)))
        if self.adapter is not None:
            h = h + self.adapter(h)
        return self.out(h)


def train(model, opt, tokens, steps):
    for _ in range(steps):
        opt.zero_grad()
        F.cross_entropy(model(tokens[:-1]), tokens[1:]).backward()
        opt.step()


torch.manual_seed(0)
model, saved = Tagger(), Tagger().state_dict()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
model.load_state_dict(saved)
tokens = torch.randint(0, 12, (40,))
train(model, opt, tokens, 3)
model.adapter = nn.Linear(8, 8)
opt.add_param_group({"params": model.adapter.parameters(), "lr": 1e-3})
start = [p.detach().clone() for p in model.parameters()]
train(model, opt, tokens, 2)
moved = [not torch.equal(a, b) for a, b in zip(start, model.parameters())]
print("OBSERVED", "clean" if all(moved) and len(moved) == 5 else "wrong")
