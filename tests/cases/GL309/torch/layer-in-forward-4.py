# framework: torch
# verdict: wrong
# seen: Conv1d made in a method called by forward: new random weights at every call (the parameter-free pool is fine)
import torch
import torch.nn as nn


class SkipBlock(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.cin, self.cout = cin, cout
        self.conv = nn.Conv1d(cin, cout, 3, padding=1)
        self.act = nn.ReLU()

    def shortcut(self, x):
        if self.cin == self.cout:
            return x
        project = nn.Conv1d(self.cin, self.cout, kernel_size=1)  # HAZARD GL309
        return project(x)

    def forward(self, x):
        return self.act(self.conv(x) + self.shortcut(x))


class Wave(nn.Module):
    def __init__(self, channels=(1, 4, 4, 8)):
        super().__init__()
        self.blocks = nn.Sequential(*[SkipBlock(a, b) for a, b in zip(channels, channels[1:])])
        self.head = nn.Linear(channels[-1], 2)

    def forward(self, x):
        pool = nn.AdaptiveAvgPool1d(1)
        return self.head(pool(self.blocks(x)).squeeze(-1))


def main(epochs=2):
    model = Wave()
    opt = torch.optim.Adam(model.parameters())
    for _ in range(epochs):
        x = torch.randn(4, 1, 16)
        loss = nn.functional.cross_entropy(model(x), (x.mean((1, 2)) > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    model = main().eval()
    x = torch.randn(2, 1, 16)
    assert not torch.equal(model(x), model(x))
    assert len(list(model.blocks[0].parameters())) == 2
