# framework: torch
# verdict: clean
# seen: gradient as expected
def build(dim):
    from torch import nn

    return nn.ModuleDict({"gate": nn.Linear(dim, dim), "value": nn.Linear(dim, dim)})


def gated(layers, x, keep_first):
    import torch

    raw = layers["gate"](x)
    if keep_first:
        raw[:, 0] = 20.0
    gate = torch.sigmoid(raw)
    value = layers["value"](x)
    value += x
    return gate * value


def main():
    import torch as th

    th.manual_seed(0)
    layers = build(5).double()
    x = th.randn(9, 5).double().requires_grad_()
    right = th.autograd.gradcheck(lambda v: gated(layers, v, keep_first=True).sum(), (x,))
    opt = th.optim.Adagrad(layers.parameters(), lr=0.1)
    opt.zero_grad()
    gated(layers, x, keep_first=True).pow(2).mean().backward()
    opt.step()
    closed = not layers["gate"].weight.grad[0].any() and layers["gate"].weight.grad[1].any()
    print("OBSERVED", "clean" if right and closed else "wrong")


if __name__ == "__main__":
    main()
