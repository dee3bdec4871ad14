# framework: torch
# verdict: nan
# seen: last batch had 1 row
import warnings

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

warnings.simplefilter("ignore")


def spread_loss(z, goal=1.0):
    """Keeps every feature alive: its deviation over the batch must not fall below the goal."""
    deviation = z.std(dim=0)  # HAZARD GL702
    return F.relu(goal - deviation).mean()


torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
loader = DataLoader(TensorDataset(torch.randn(33, 6)), batch_size=8)
for (x,) in loader:
    optimizer.zero_grad()
    first, second = encoder(x), encoder(x + 0.1 * torch.randn_like(x))
    loss = F.mse_loss(first, second) + spread_loss(first)
    loss.backward()
    optimizer.step()
broken = encoder[0].weight.isnan().any().item()
print("OBSERVED", "nan" if broken else "clean", "last batch had", len(x), "row")
