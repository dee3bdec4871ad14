# framework: torch
# verdict: clean
# seen: a module records where it trains, and whoever asks for a gradient lets it train
import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, x):
        if self.training:
            h = self.net(x)
        else:
            with torch.no_grad():
                h = self.net(x)
        return h


def switch(model, training):
    if training:
        model.train()
        return
    model.eval()


def run(model, opt, training):
    switch(model, training)
    loss = model(torch.randn(2, 3)).sum()
    if training:
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


model = Features()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for phase in ("train", "val"):
    run(model, opt, phase == "train")
first = Features()
first(torch.randn(2, 3)).sum().backward()
assert model.net.weight.grad is not None and first.net.weight.grad is not None
print("OBSERVED clean")
