# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Layout(nn.Module):
    def __init__(self):
        super().__init__()
        self.places = nn.Parameter(torch.zeros(4, 3))
        nn.init.normal_(self.places)

    def forward(self):
        return (self.places**2).sum().sqrt()


torch.manual_seed(0)
layout = Layout()
optimizer = torch.optim.SGD(layout.parameters(), lr=0.1)
layout().backward()
optimizer.step()
print("OBSERVED", "clean" if layout.places.grad.isfinite().all() else "nan")
