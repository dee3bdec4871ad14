# framework: torch
# verdict: nan
# seen: loss inf
import torch
import torch.nn.functional as F
from torch import nn


class InfoNCE(nn.Module):
    def __init__(self, temperature=0.01):
        super().__init__()
        self.temperature = temperature

    def forward(self, queries, keys):
        queries, keys = F.normalize(queries, dim=1), F.normalize(keys, dim=1)
        similarity = queries @ keys.t() / self.temperature
        total = torch.log(torch.exp(similarity).sum(dim=1))  # HAZARD GL703
        return (total - similarity.diagonal()).mean()


torch.manual_seed(0)
encoder = nn.Linear(8, 4)
criterion = InfoNCE()
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
images = torch.randn(16, 8)
optimizer.zero_grad()
loss = criterion(encoder(images), encoder(images + 0.01 * torch.randn(16, 8)))
loss.backward()
optimizer.step()
print("OBSERVED", "nan" if encoder.weight.isnan().any() else "clean", "loss", loss.item())
