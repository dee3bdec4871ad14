"""A character model that detaches its state between pieces, as truncated backpropagation does."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 8)
        self.lstm = nn.LSTM(8, 16, batch_first=True)
        self.out = nn.Linear(16, 12)

    def forward(self, x, state=None):
        h, state = self.lstm(self.embed(x), state)
        return self.out(h), state


def main():
    torch.manual_seed(7)
    text = torch.arange(4 * 41).reshape(4, 41) % 12
    model = Model()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    state = None
    total = 0.0
    for step in range(5):
        piece = text[:, step * 8 : step * 8 + 9]
        logits, state = model(piece[:, :-1], state)
        state = tuple(each.detach() for each in state)
        loss = F.cross_entropy(logits.reshape(-1, 12), piece[:, 1:].reshape(-1))
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        total += loss.item()
        print(step, loss.item().hex(), total.hex())


if __name__ == "__main__":
    main()
