# framework: torch
# verdict: clean
# seen: gradient as expected
import math

import torch
from torch import nn


class LM(nn.Module):
    def __init__(self, vocab, dim, tie=True):
        super().__init__()
        self.drop = nn.Dropout(0.1)
        self.encoder = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, dim, 2)
        self.decoder = nn.Linear(dim, vocab)
        if tie:
            self.decoder.weight = self.encoder.weight
        self.init_weights()
        self.dim = dim

    def init_weights(self):
        self.encoder.weight.data.uniform_(-0.1, 0.1)
        nn.init.zeros_(self.decoder.bias)

    def forward(self, x, hidden):
        emb = self.drop(self.encoder(x))
        out, hidden = self.rnn(emb, hidden)
        return self.decoder(self.drop(out)).view(-1, self.decoder.out_features), hidden

    def init_hidden(self, bsz):
        w = next(self.parameters())
        return w.new_zeros(2, bsz, self.dim), w.new_zeros(2, bsz, self.dim)


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


torch.manual_seed(0)
data = torch.randint(0, 20, (41, 3))
model = LM(20, 8)
criterion = nn.CrossEntropyLoss()
lr, total = 5.0, 0.0
model.train()
hidden = model.init_hidden(3)
for batch, i in enumerate(range(0, data.size(0) - 1, 10)):
    x, y = data[i:i + 10], data[i + 1:i + 11].reshape(-1)
    model.zero_grad()
    hidden = repackage_hidden(hidden)
    out, hidden = model(x, hidden)
    loss = criterion(out, y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
    for p in model.parameters():
        p.data.add_(p.grad, alpha=-lr)
    total += loss.item()
    if batch % 2 == 1:
        cur = total / 2
        ppl = math.exp(cur)
        total = 0
model.eval()
with torch.no_grad():
    hidden = model.init_hidden(1)
    word = torch.randint(20, (1, 1))
    for _ in range(3):
        out, hidden = model(word, hidden)
        weights = out.squeeze().div(1.0).exp().cpu()
        word.fill_(torch.multinomial(weights, 1)[0])
print("OBSERVED", "clean" if model.encoder.weight.grad.any() and ppl > 0 else "wrong")
