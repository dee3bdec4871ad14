# framework: torch
# verdict: caught
# seen: -= through an alias in a dict on a tensor saved by matmul (raises); item assignment on a Parameter (raises)
import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.q, self.k = nn.Linear(d, d), nn.Linear(d, d)
        self.history = {}

    def forward(self, x):
        q, k = self.q(x), self.k(x)
        self.history["keys"] = k
        scores = q @ k.transpose(-1, -2)
        self._centre(self.history["keys"])
        return scores.softmax(-1) @ x

    def _centre(self, keys):
        keys -= keys.mean(dim=-1, keepdim=True)  # HAZARD GL203


class TokenTable(nn.Module):
    def __init__(self, vocab=12, d=6, pad=0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab, d))
        self.pad = pad

    def zero_pad(self):
        self.weight[self.pad] = 0.0  # HAZARD GL201
        return self

    def forward(self, ids):
        return self.weight[ids]


def loss_of(table, head, ids):
    return head(table(ids)).square().mean()


if __name__ == "__main__":
    table, head = TokenTable(), Head()
    messages = []
    for attempt in (lambda: table.zero_pad(), lambda: loss_of(table, head, torch.randint(0, 12, (2, 4))).backward()):
        try:
            attempt()
        except RuntimeError as e:
            messages.append(str(e))
    assert "leaf Variable" in messages[0] and "modified by an inplace" in messages[1]
