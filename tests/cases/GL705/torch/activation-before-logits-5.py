# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Conv2d(1, 4, 3, padding=1)
        self.out = nn.Conv2d(4, 1, 1)
        self.act = nn.Sigmoid()

    def forward(self, x):
        return self.act(self.out(torch.relu(self.enc(x))))


LOSSES = {"bce": nn.BCEWithLogitsLoss(), "l1": nn.L1Loss()}


def train(model, loader, name="bce"):
    criterion = LOSSES[name]
    opt = torch.optim.Adam(model.parameters())
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)  # HAZARD GL705
        loss.backward()
        opt.step()
    return loss


torch.manual_seed(0)
model = Segmenter()
x, y = torch.rand(2, 1, 4, 4), torch.ones(2, 1, 4, 4)
loss = train(model, [(x, y)])
print("OBSERVED", "wrong" if abs(loss.item() - nn.functional.binary_cross_entropy(model(x), y).item()) > 0.05 else "clean")
