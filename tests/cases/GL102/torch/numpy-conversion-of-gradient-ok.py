# framework: torch
# verdict: clean
# seen: True
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def fit(model, loader, epochs=2):
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    criterion = nn.CrossEntropyLoss()
    history, guesses, moved = [], [], []
    for _ in range(epochs):
        for features, label in loader:
            opt.zero_grad()
            logits = model(features)
            loss = criterion(logits, label)
            loss.backward()
            moved.append(model[0].weight.grad.abs().sum().item() > 0)
            opt.step()
            history.extend(logits.detach().numpy())
            guesses.extend(logits.argmax(dim=1).numpy())
    return history, guesses, moved


@torch.no_grad()
def predict(model, features):
    return model(features).softmax(dim=1).numpy()


torch.manual_seed(0)
data = TensorDataset(torch.randn(32, 4), torch.randint(0, 3, (32,)))
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
history, guesses, moved = fit(net, DataLoader(data, batch_size=8))
table = predict(net, data.tensors[0])
right = all(moved) and len(history) == len(guesses) == 64 and abs(float(table.sum()) - 32) < 1e-3
print("OBSERVED", "clean" if right else "wrong", net[2].bias.detach().tolist() != [0.0, 0.0, 0.0])
