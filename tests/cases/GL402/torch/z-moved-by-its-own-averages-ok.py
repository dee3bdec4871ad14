# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class Quantizer(nn.Module):
    def __init__(self, count, size):
        super().__init__()
        self.codes = nn.Embedding(count, size)
        self.codes.weight.requires_grad = False
        self.register_buffer("averages", self.codes.weight.data.clone())

    def forward(self, x):
        nearest = torch.cdist(x, self.codes.weight).argmin(dim=1)
        found = self.codes(nearest)
        if self.training:
            with torch.no_grad():
                sums = F.one_hot(nearest, 8).float().t() @ x
                self.averages.data.mul_(0.9).add_(sums, alpha=0.1)
                self.codes.weight.data.copy_(self.averages / 2)
        return x + (found - x).detach(), F.mse_loss(found.detach(), x)


class Autoencoder(nn.Module):
    def __init__(self, quantizer):
        super().__init__()
        self.encoder = nn.Linear(4, 4)
        self.quantizer = quantizer
        self.decoder = nn.Linear(4, 4)

    def forward(self, x):
        codes, loss = self.quantizer(self.encoder(x))
        return self.decoder(codes), loss


torch.manual_seed(0)
net = Autoencoder(Quantizer(8, 4))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(5, 4)
    out, extra = net(x)
    loss = F.mse_loss(out, x) + extra
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert net.encoder.weight.grad is not None
