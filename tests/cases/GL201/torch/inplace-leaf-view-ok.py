# framework: torch
# verdict: clean
# seen: True
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab=40, dim=6, hidden=8, tags=4):
        super().__init__()
        self.hidden = hidden
        self.embed = nn.Embedding(vocab, dim)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, tags)
        self.reset()

    @torch.no_grad()
    def reset(self):
        nn.init.orthogonal_(self.lstm.weight_hh_l0)
        forget = self.lstm.bias_ih_l0[self.hidden : 2 * self.hidden]
        forget.fill_(1.0)

    def forward(self, tokens):
        states, _ = self.lstm(self.embed(tokens))
        return self.out(states)


torch.manual_seed(0)
model = Tagger()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens, tags = torch.randint(0, 40, (3, 7)), torch.randint(0, 4, (3, 7))
ones = model.lstm.bias_ih_l0[8:16].detach().clone()
trace = []
for _ in range(10):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(model(tokens).transpose(1, 2), tags)
    loss.backward()
    opt.step()
    trace.append(loss.item())
right = torch.equal(ones, torch.ones(8)) and trace[-1] < trace[0]
print("OBSERVED", "clean" if right else "wrong", all(p.grad is not None for p in model.parameters()))
