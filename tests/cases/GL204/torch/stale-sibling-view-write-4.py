# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
import torch.nn as nn


class Packer(nn.Module):
    """Writes the parts of a state into one flat buffer, part by part."""

    def __init__(self, dim):
        super().__init__()
        self.pos, self.vel = nn.Linear(3, dim), nn.Linear(3, dim)
        self.dim = dim

    def forward(self, x):
        flat = torch.zeros(len(x), 2 * self.dim)
        left, right = flat[:, : self.dim], flat[:, self.dim :]
        left.copy_(self.pos(x))
        right.copy_(self.vel(x))  # HAZARD GL204
        return flat


def energy(model, x):
    state = model(x)
    q, p = state.split(model.dim, dim=-1)
    return (q.square() + p.square()).sum(-1).mean()


def main():
    torch.manual_seed(0)
    model = Packer(2)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        energy(model, torch.randn(4, 3)).backward()
        opt.step()


if __name__ == "__main__":
    main()
