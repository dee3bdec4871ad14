# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def fit(model, loader, epochs=2):
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    criterion = nn.BCEWithLogitsLoss()
    history = []
    for _ in range(epochs):
        for features, label in loader:
            opt.zero_grad()
            logits = model(features)
            loss = criterion(logits, label)
            loss.backward()
            opt.step()
            history.extend(logits.squeeze(1).numpy())  # HAZARD GL102
    return history


torch.manual_seed(0)
data = TensorDataset(torch.randn(32, 4), torch.randint(0, 2, (32, 1)).float())
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
print(len(fit(net, DataLoader(data, batch_size=8))))
