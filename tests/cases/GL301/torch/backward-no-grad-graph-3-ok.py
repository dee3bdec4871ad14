# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def fine_tuned(body):
    """A Sequential also runs what is given to it by name; only the body is frozen."""
    net = nn.Sequential()
    net.features = body
    net.head = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 3))
    for param in net.features.parameters():
        param.requires_grad = False
    return net


def extended(body):
    net = nn.Sequential(body)
    net.add_module("out", nn.Linear(6, 3))
    for param in net[0].parameters():
        param.requires_grad_(False)
    return net


def train(net, loader, epochs=5):
    net = nn.DataParallel(net)
    optimizer = torch.optim.SGD((p for p in net.parameters() if p.requires_grad), lr=0.5)
    loss_fn = nn.CrossEntropyLoss(reduction="none")
    history = []
    for _ in range(epochs):
        for features, labels in loader:
            optimizer.zero_grad()
            loss = loss_fn(net(features), labels).mean()
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    assert net.module.head[2].weight.grad is not None if hasattr(net.module, "head") else True
    return history


torch.manual_seed(0)
x = torch.rand(32, 5)
data = torch.utils.data.TensorDataset(x, (3 * x[:, 0]).long().clamp(max=2))
loader = torch.utils.data.DataLoader(data, batch_size=16)
body = nn.Sequential(nn.Linear(5, 6), nn.Tanh())
before = body[0].weight.detach().clone()
losses = [train(make(body), loader) for make in (fine_tuned, extended)]
learned = all(each[-1] < each[0] for each in losses)
print("OBSERVED", "clean" if learned and torch.equal(before, body[0].weight) else "wrong")
