# framework: torch
# verdict: wrong
# seen: clip after step (step longer than max_norm), zero_grad between backward and step (no movement)
import torch
import torch.nn as nn


class Loop:
    def __init__(self, model, max_norm=1e-4):
        self.model, self.max_norm = model, max_norm
        self.opt = torch.optim.SGD(model.parameters(), lr=1.0)

    def clipped(self, x, y):
        self.opt.zero_grad()
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.opt.step()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)  # HAZARD GL602
        return loss.item()

    def cleared(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.opt.zero_grad()  # HAZARD GL602
        self.opt.step()
        return loss.item()


def snapshot(model):
    return [p.detach().clone() for p in model.parameters()]


if __name__ == "__main__":
    torch.manual_seed(0)
    loop = Loop(nn.Linear(4, 1))
    x, y = torch.randn(8, 4), torch.randn(8, 1) + 5
    before = snapshot(loop.model)
    loop.clipped(x, y)
    moved = sum((a - b).norm() for a, b in zip(before, snapshot(loop.model)))
    assert moved > 100 * loop.max_norm
    before = snapshot(loop.model)
    loop.cleared(x, y)
    assert all(torch.equal(a, b) for a, b in zip(before, snapshot(loop.model)))
