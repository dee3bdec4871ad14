# framework: torch
# verdict: clean
# seen: packed sequences, CTC, greedy decoding and edit distance on tolist()
from itertools import groupby

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

BLANK, CLASSES = 0, 6


def collate(items):
    feats, labels = zip(*items)
    in_len = torch.tensor([len(f) for f in feats])
    out_len = torch.tensor([len(t) for t in labels])
    return pad_sequence(feats, batch_first=True), in_len, torch.cat(labels), out_len


def greedy(log_probs, lengths):
    best = log_probs.argmax(-1).t().tolist()
    return [[k for k, _ in groupby(row[:n]) if k != BLANK] for row, n in zip(best, lengths.tolist())]


def edit_distance(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1):
            cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]


class Acoustic(nn.Module):
    def __init__(self, d=5, h=12):
        super().__init__()
        self.rnn = nn.LSTM(d, h, bidirectional=True, batch_first=True)
        self.fc = nn.Linear(2 * h, CLASSES)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        out, _ = self.rnn(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)
        return self.fc(out).log_softmax(-1).transpose(0, 1)


def train(epochs=3):
    torch.manual_seed(0)
    items = [(torch.randn(n, 5), torch.randint(1, CLASSES, (n // 3,))) for n in (9, 12, 15, 10)]
    model, ctc = Acoustic(), nn.CTCLoss(blank=BLANK, zero_infinity=True)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        x, n_in, target, n_out = collate(items)
        lp = model(x, n_in)
        loss = ctc(lp, target, n_in, n_out)
        opt.zero_grad()
        loss.backward()
        grad_norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        if torch.isnan(grad_norm) or torch.isinf(grad_norm):
            continue
        opt.step()
        refs = [t.tolist() for t in target.split(n_out.tolist())]
        hyps = greedy(lp, n_in)
        cer = sum(map(edit_distance, hyps, refs)) / n_out.sum().item()
        print(f"epoch {epoch} loss {loss:.3f} cer {cer:.2f}")
    return model


if __name__ == "__main__":
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in train().parameters())
