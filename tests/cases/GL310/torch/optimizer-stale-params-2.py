# framework: torch
# verdict: wrong
# seen: embedding kept its start values
import torch
import torch.nn as nn
import torch.nn.functional as F


class Bigram(nn.Module):
    def __init__(self, vocab, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, tokens):
        return self.mix(self.embed(tokens)) @ self.embed.weight.t()


torch.manual_seed(0)
lm = Bigram(vocab=10)
opt = torch.optim.Adam(lm.parameters(), lr=1e-2)
extra = torch.randn(4, 8) * 0.02
lm.embed.weight = nn.Parameter(torch.cat([lm.embed.weight.detach(), extra]))  # HAZARD GL310
lm.embed.num_embeddings = 14
tokens = torch.randint(0, 14, (30,))
before = lm.embed.weight.detach().clone()
for _ in range(5):
    opt.zero_grad()
    F.cross_entropy(lm(tokens[:-1]), tokens[1:]).backward()
    opt.step()
stuck = torch.equal(before, lm.embed.weight)
asked = lm.embed.weight.grad.any()
print("OBSERVED", "wrong" if stuck and asked else "clean", "embedding kept its start values")
