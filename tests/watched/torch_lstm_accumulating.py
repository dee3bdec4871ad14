"""Nobody clears the gradients, and the running loss keeps every graph."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 8)
        self.lstm = nn.LSTM(8, 16, batch_first=True)
        self.out = nn.Linear(16, 12)

    def forward(self, x):
        h, _ = self.lstm(self.embed(x))
        return self.out(h)


def main():
    torch.manual_seed(7)
    text = torch.arange(4 * 41).reshape(4, 41) % 12
    model = Model()
    opt = torch.optim.SGD(model.parameters(), lr=1e-2)
    total = 0.0
    for step in range(5):
        piece = text[:, step * 8 : step * 8 + 9]
        logits = model(piece[:, :-1])
        loss = F.cross_entropy(logits.reshape(-1, 12), piece[:, 1:].reshape(-1))
        loss.backward()  # GL601 confirmed
        opt.step()
        total += loss  # GL604 confirmed
        print(step, loss.item().hex())
    print(float(total).hex())


if __name__ == "__main__":
    main()
