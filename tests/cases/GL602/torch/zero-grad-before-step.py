# framework: torch
# verdict: none
# seen: [1.41, 1.41, 1.41]
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def train_epoch(model, loader, optimizer):
    model.train()
    seen = 0.0
    for x, y in loader:
        out = model(x)
        loss = F.nll_loss(F.log_softmax(out, dim=1), y)
        loss.backward()
        model.zero_grad()  # HAZARD GL602
        optimizer.step()
        seen += loss.item() * len(x)
    return seen / len(loader.dataset)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4))
loader = DataLoader(TensorDataset(torch.randn(32, 6), torch.randint(0, 4, (32,))), batch_size=8)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
before = [p.detach().clone() for p in model.parameters()]
history = [train_epoch(model, loader, optimizer) for _ in range(3)]
still = all(torch.equal(a, b) for a, b in zip(before, model.parameters()))
print("OBSERVED", "none" if still else "clean", [round(value, 3) for value in history])
