# framework: torch
# verdict: caught
# seen: += on an expanded tensor raises
import torch
import torch.nn as nn


class PatchEncoder(nn.Module):
    """Broadcasts one image-level context vector over the patches."""

    def __init__(self, dim=8, patches=6):
        super().__init__()
        self.context = nn.Linear(dim, dim)
        self.patch = nn.Linear(dim, dim)
        self.pos = nn.Parameter(torch.zeros(1, patches, dim))

    def broadcast_context(self, x):
        ctx = self.context(x.mean(dim=1, keepdim=True))
        return ctx.expand(-1, x.size(1), -1)

    def forward(self, x):
        tokens = self.broadcast_context(x)
        tokens += self.pos  # HAZARD GL204
        return tokens + self.patch(x)


def run(model, x, y):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    out = model(x).mean(dim=(1, 2))
    loss = (out - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


if __name__ == "__main__":
    try:
        run(PatchEncoder(), torch.randn(3, 6, 8), torch.randn(3))
    except RuntimeError as e:
        assert "single memory location" in str(e)
    else:
        raise AssertionError
