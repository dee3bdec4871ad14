# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import torch


def optimise(render, target, steps=3, size=4):
    texture = torch.rand(size, size, 3, requires_grad=True).clamp(0.1, 0.9)  # HAZARD GL305
    for _ in range(steps):
        loss = (render(texture) - target).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            texture -= 0.1 * texture.grad
        texture.grad = None
    return texture


optimise(lambda t: t.mean(-1), torch.zeros(4, 4))
