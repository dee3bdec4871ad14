# framework: torch
# verdict: clean
# seen: reversible block recomputes inside Function.backward with enable_grad and detached inputs; gradients equal the plain net
import copy

import torch
import torch.nn as nn


class ReversibleFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, blocks, *params):
        ctx.blocks = blocks
        with torch.no_grad():
            for block in blocks:
                x = block(x)
        ctx.y = x.detach()
        return x

    @staticmethod
    def backward(ctx, dy):
        y = ctx.y
        del ctx.y
        grads = []
        for block in reversed(ctx.blocks):
            y, dy, g = block.backward_pass(y, dy)
            grads = g + grads
        return (dy, None, *grads)


class RevBlock(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.f = nn.Sequential(nn.LayerNorm(d), nn.Linear(d, d), nn.GELU())
        self.g = nn.Sequential(nn.LayerNorm(d), nn.Linear(d, d), nn.GELU())

    def forward(self, x):
        x1, x2 = x.chunk(2, dim=-1)
        y1 = x1 + self.f(x2)
        y2 = x2 + self.g(y1)
        return torch.cat([y1, y2], -1)

    def backward_pass(self, y, dy):
        y1, y2 = (t.detach() for t in y.chunk(2, dim=-1))
        dy1, dy2 = dy.chunk(2, dim=-1)
        gp, fp = list(self.g.parameters()), list(self.f.parameters())
        with torch.enable_grad():
            y1 = y1.requires_grad_()
            gy1 = self.g(y1)
            d, *g_grads = torch.autograd.grad(gy1, [y1, *gp], dy2)
        with torch.no_grad():
            x2 = y2 - gy1
            dx1 = dy1 + d
        with torch.enable_grad():
            x2.requires_grad = True
            fx2 = self.f(x2)
            d, *f_grads = torch.autograd.grad(fx2, [x2, *fp], dx1)
        with torch.no_grad():
            x1 = y1 - fx2
            dx2 = dy2 + d
            x = torch.cat([x1, x2.detach()], -1)
            dx = torch.cat([dx1, dx2], -1)
        return x, dx, [*f_grads, *g_grads]


class ReversibleSequence(nn.Module):
    def __init__(self, blocks, memory_efficient=True):
        super().__init__()
        self.blocks = nn.ModuleList(blocks)
        self.memory_efficient = memory_efficient

    def forward(self, x):
        x = torch.cat([x, x], dim=-1)
        if self.memory_efficient and self.training:
            out = ReversibleFn.apply(x, self.blocks, *[p for b in self.blocks for p in b.parameters()])
        else:
            out = x
            for b in self.blocks:
                out = b(out)
        return torch.stack(out.chunk(2, dim=-1)).mean(0)


class Net(nn.Module):
    def __init__(self, d=6, depth=3, efficient=True):
        super().__init__()
        self.stem = nn.Linear(4, d)
        self.rev = ReversibleSequence([RevBlock(d) for _ in range(depth)], efficient)
        self.head = nn.Linear(d, 2)

    def forward(self, x):
        return self.head(self.rev(self.stem(x)))


if __name__ == "__main__":
    torch.manual_seed(0)
    net = Net().double()
    plain = copy.deepcopy(net)
    plain.rev.memory_efficient = False
    x, y = torch.randn(8, 4, dtype=torch.float64), torch.randint(0, 2, (8,))
    for m in (net, plain):
        nn.functional.cross_entropy(m(x), y).backward()
    for (n, a), b in zip(net.named_parameters(), plain.parameters()):
        assert torch.allclose(a.grad, b.grad, atol=1e-8), n
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(5):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
