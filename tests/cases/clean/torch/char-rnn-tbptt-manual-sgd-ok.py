# framework: torch
# verdict: clean
# seen: repackaged hidden state, p.data.add_ update, no_grad -= and grad.zero_
"""Truncated BPTT in the style of the word language model example, with a hand-written optimiser."""
import math
import time

import torch
import torch.nn as nn


class RNNModel(nn.Module):
    def __init__(self, ntoken=15, ninp=12, nhid=12, tie_weights=True):
        super().__init__()
        self.encoder, self.rnn = nn.Embedding(ntoken, ninp), nn.LSTM(ninp, nhid)
        self.decoder = nn.Linear(nhid, ntoken)
        if tie_weights:
            self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)
        self.nhid = nhid

    def forward(self, inp, hidden):
        out, hidden = self.rnn(self.encoder(inp), hidden)
        return self.decoder(out).flatten(0, 1), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters())
        return (weight.new_zeros(1, bsz, self.nhid), weight.new_zeros(1, bsz, self.nhid))


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


def get_batch(source, i, bptt):
    n = min(bptt, len(source) - 1 - i)
    return source[i : i + n], source[i + 1 : i + 1 + n].reshape(-1)


def train(model, data, lr=1.0, clip=0.25, bptt=6):
    criterion = nn.CrossEntropyLoss()
    total_loss, started = 0.0, time.time()
    hidden = model.init_hidden(data.size(1))
    for batch, i in enumerate(range(0, data.size(0) - 1, bptt)):
        x, y = get_batch(data, i, bptt)
        model.zero_grad()
        hidden = repackage_hidden(hidden)
        output, hidden = model(x, hidden)
        loss = criterion(output, y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)
        total_loss += loss.item()
        if batch % 2 == 0 and batch > 0:
            cur = total_loss / (batch + 1)
            print(f"| {batch:3d} | {(time.time() - started) * 1000:5.1f} ms | loss {cur:5.2f} | ppl {math.exp(cur):8.2f}")
    return total_loss


def ridge_by_hand(x, y, lr=0.1, steps=30):
    w = torch.zeros(x.size(1), 1, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    for _ in range(steps):
        loss = ((x @ w + b - y) ** 2).mean() + 1e-3 * (w**2).sum()
        loss.backward()
        with torch.no_grad():
            for p in (w, b):
                p -= lr * p.grad
                p.grad.zero_()
    return w, b, loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = RNNModel()
    train(model, torch.randint(0, 15, (25, 4)))
    assert all(p.grad.abs().sum() > 0 for p in model.parameters())
    x = torch.randn(40, 2)
    w, b, final = ridge_by_hand(x, x @ torch.tensor([[1.0], [2.0]]) + 1)
    assert final < 0.1 and w.is_leaf
