# framework: torch
# verdict: wrong
# seen: the first convolution never moves
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, channels=(3, 4, 4)):
        super().__init__()
        self.convs = []  # HAZARD GL308
        for number, (inside, outside) in enumerate(zip(channels, channels[1:])):
            self.convs.append(nn.Conv2d(inside, outside, 3, padding=1))
            self.add_module(f"norm{number}", nn.BatchNorm2d(outside))

    def forward(self, x):
        for number, conv in enumerate(self.convs):
            x = getattr(self, f"norm{number}")(conv(x)).relu()
        return x.mean((2, 3))


torch.manual_seed(0)
encoder = Encoder()
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
images, targets = torch.randn(4, 3, 8, 8), torch.randn(4, 4)
first = encoder.convs[0].weight.detach().clone()
for _ in range(2):
    optimizer.zero_grad()
    (encoder(images) - targets).square().mean().backward()
    optimizer.step()
print("OBSERVED", "wrong" if torch.equal(first, encoder.convs[0].weight) else "clean")
