# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def train_epoch(model, loader, optimizer, scheduler):
    model.train()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad(set_to_none=True)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    total = sum(F.cross_entropy(model(x), y, reduction="sum") for x, y in loader)
    return (total / len(loader.dataset)).item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4))
x = torch.randn(32, 6)
loader = DataLoader(TensorDataset(x, x[:, :4].argmax(dim=1)), batch_size=8)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=20, gamma=0.9)
start = evaluate(model, loader)
for _ in range(10):
    train_epoch(model, loader, optimizer, scheduler)
end = evaluate(model, loader)
print("OBSERVED", "clean" if end < 0.8 * start else "none")
