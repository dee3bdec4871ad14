# framework: torch
# verdict: clean
# seen: which layer is followed by which is decided by a list of names
import torch
import torch.nn.functional as F


def forward(x, config, weights):
    used = 0
    for name, param in config:
        if name is "linear":
            x = F.linear(x, weights[used], weights[used + 1])
            used += 2
        elif name is "relu":
            x = F.relu(x, inplace=True)
        elif name is "sigmoid":
            x = torch.sigmoid(x)
    return x


def by_name(x, names, w):
    for name in names:
        if name == "mix":
            x = torch.sigmoid(x @ w)
        elif name == "cut":
            x = F.relu(x, inplace=True)
    return x


def train(names, w, x):
    by_name(x, names, w).sum().backward()


weights = [torch.randn(3, 3, requires_grad=True), torch.zeros(3, requires_grad=True)]
forward(torch.randn(2, 3), [("linear", []), ("relu", []), ("sigmoid", [])], weights).sum().backward()
train(["mix", "mix"], weights[0], torch.randn(2, 3))
assert weights[0].grad is not None
print("OBSERVED clean")
