# framework: torch
# verdict: caught
# seen: canvas is a non-leaf when it reaches Adam: ValueError
import torch
import torch.nn as nn


def gram(f):
    b, c, h, w = f.shape
    f = f.view(b, c, h * w)
    return f @ f.transpose(1, 2) / (c * h * w)


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 6, 3, padding=1)

    def forward(self, x):
        return torch.relu(self.conv(x))


def init_canvas(style, noise):
    canvas = torch.rand_like(style).requires_grad_(True)
    if noise:
        canvas = noise * canvas + (1 - noise) * style
    return canvas


def synthesise(style, steps=3, noise=0.5):
    net = Features().requires_grad_(False)
    target = gram(net(style))
    canvas = init_canvas(style, noise)
    opt = torch.optim.Adam([canvas], lr=0.05)  # HAZARD GL305
    for _ in range(steps):
        opt.zero_grad()
        loss = (gram(net(canvas)) - target).pow(2).sum()
        loss.backward()
        opt.step()
    return canvas.detach()


if __name__ == "__main__":
    try:
        synthesise(torch.rand(1, 3, 8, 8))
    except ValueError as e:
        assert "non-leaf" in str(e)
    else:
        raise AssertionError
