# framework: torch
# verdict: clean
# seen: an exercise whose forward somebody is still to write
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, x):
        """Apply two layers and a classifier."""
        # write your code here
        pass


def test_gradient_flow():
    x = torch.randn(5, 4, requires_grad=True)
    y = torch.randint(0, 2, (5,))
    loss = nn.CrossEntropyLoss()(Net(4)(x), y)
    loss.backward()
    assert x.grad is not None
