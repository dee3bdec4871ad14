# framework: torch
# verdict: nan
# seen: a pair of equal pictures was in the batch
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.margin = margin

    def forward(self, a, b, same):
        distance = torch.sqrt(((a - b) ** 2).sum(dim=1))  # HAZARD GL702
        apart = torch.relu(self.margin - distance)
        return (same * distance**2 + (1 - same) * apart**2).mean()


torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
criterion = ContrastiveLoss()
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
left, right = torch.randn(12, 8), torch.randn(12, 8)
right[5] = left[5]
same = (torch.arange(12) % 2).float()
for a, b, s in DataLoader(TensorDataset(left, right, same), batch_size=4):
    optimizer.zero_grad()
    loss = criterion(encoder(a), encoder(b), s)
    loss.backward()
    optimizer.step()
broken = any(p.isnan().any() for p in encoder.parameters())
print("OBSERVED", "nan" if broken else "clean", "a pair of equal pictures was in the batch")
