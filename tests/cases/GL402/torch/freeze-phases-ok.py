# framework: torch
# verdict: clean
# seen: modules are frozen and thawed by flags, tables, context managers and helpers before each phase asks for gradients
import contextlib
from enum import Enum, auto

import torch
import torch.nn as nn
import torch.nn.functional as F


class Phase(Enum):
    WARMUP = auto()
    ADAPTER = auto()
    FULL = auto()


TRAINABLE = {
    Phase.WARMUP: ("head",),
    Phase.ADAPTER: ("adapter", "head"),
    Phase.FULL: ("backbone", "adapter", "head"),
}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(5, 8), nn.ReLU())
        self.adapter = nn.Linear(8, 8, bias=False)
        self.head = nn.Linear(8, 3)
        nn.init.zeros_(self.adapter.weight)

    def forward(self, x):
        h = self.backbone(x)
        return self.head(h + self.adapter(h))

    def set_phase(self, phase):
        for name, child in self.named_children():
            child.requires_grad_(name in TRAINABLE[phase])
        return [p for p in self.parameters() if p.requires_grad]

    @contextlib.contextmanager
    def frozen(self, *names):
        before = {n: p.requires_grad for n, p in self.named_parameters()}
        for name in names:
            getattr(self, name).requires_grad_(False)
        try:
            yield self
        finally:
            for n, p in self.named_parameters():
                p.requires_grad_(before[n])


def set_requires_grad(nets, requires_grad=False):
    if not isinstance(nets, list):
        nets = [nets]
    for net in nets:
        for p in net.parameters():
            p.requires_grad = requires_grad


def unfreeze_last(module, n):
    module.requires_grad_(False)
    for layer in list(module.children())[-n:]:
        for p in layer.parameters():
            p.requires_grad = True


def run(model, params, x, y, steps=2):
    opt = torch.optim.SGD(params, lr=0.1)
    for _ in range(steps):
        opt.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    x, y = torch.randn(12, 5), torch.randint(0, 3, (12,))
    model = Model()
    for phase in Phase:
        moved = {n: p.detach().clone() for n, p in model.named_parameters()}
        run(model, model.set_phase(phase), x, y)
        for n, p in model.named_parameters():
            assert torch.equal(moved[n], p) != (n.split(".")[0] in TRAINABLE[phase]), (phase, n)

    with model.frozen("backbone", "adapter"):
        F.cross_entropy(model(x), y).backward()
    assert all(p.requires_grad for p in model.parameters())

    disc = nn.Linear(3, 1)
    model.requires_grad_(False)
    set_requires_grad([model, disc], True)
    set_requires_grad(disc)
    model.zero_grad()
    disc(model(x)).mean().backward()
    assert model.backbone[0].weight.grad.abs().sum() > 0 and disc.weight.grad is None

    tower = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 8), nn.Linear(8, 3))
    unfreeze_last(tower, 2)
    F.cross_entropy(tower(x), y).backward()
    assert tower[0].weight.grad is None and tower[2].weight.grad is not None

    tower.requires_grad_(False)
    prompt = nn.Parameter(torch.zeros(5))
    opt = torch.optim.Adam([prompt], lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        F.cross_entropy(tower(x + prompt), y).backward()
        opt.step()
    assert prompt.abs().sum() > 0


if __name__ == "__main__":
    main()
