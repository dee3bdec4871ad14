# framework: torch
# verdict: none
# seen: the new head is in no optimizer
import torch
from torch import nn

torch.manual_seed(0)


class Adapter(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(2, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, 2))

    def forward(self, x):
        return self.base(x) + x @ self.down.T @ self.up.T


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.grow, self.shrink = nn.Linear(6, 8), nn.Linear(8, 6)

    def forward(self, x):
        return x + self.shrink(self.grow(x).relu())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*[Block() for _ in range(2)])
        self.head = nn.Linear(6, 4)

    def forward(self, x):
        return self.head(self.blocks(x))


def adapt(model, names):
    for name, child in list(model.named_children()):
        if isinstance(child, nn.Linear) and name in names:
            setattr(model, name, Adapter(child))
        else:
            adapt(child, names)
    return model


def trainable(model):
    return [each for each in model.parameters() if each.requires_grad]


net = adapt(Net(), {"grow", "shrink"})
optimizer = torch.optim.AdamW(trainable(net), lr=1e-3)
net.head = nn.Linear(6, 2)  # HAZARD GL310
for _ in range(2):
    loss = net(torch.randn(3, 6)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
held = {id(each) for group in optimizer.param_groups for each in group["params"]}
print("OBSERVED", "clean" if id(net.head.weight) in held else "none")
