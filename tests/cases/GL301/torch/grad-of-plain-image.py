# framework: torch
# verdict: none
# seen: AttributeError: 'NoneType' object has no attribute 'sign'
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 2))
image = torch.rand(1, 3, 8, 8)
loss = nn.functional.cross_entropy(net(image), torch.tensor([1]))
loss.backward()
step = image.grad  # HAZARD GL301
assert step is None
