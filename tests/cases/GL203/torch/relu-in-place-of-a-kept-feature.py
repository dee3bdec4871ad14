# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
first, second = nn.Linear(4, 4), nn.Linear(4, 4)
x = torch.randn(3, 4)
features = []
hidden = torch.sigmoid(first(x))
features.append(hidden)
hidden = F.relu(hidden, inplace=True)  # HAZARD GL203
hidden = second(hidden)
features.append(hidden)
sum(each.square().mean() for each in features).backward()
