# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [9, 5]], which is output 0 of Sigmoid, is at version 1; expected version 0 instead. Hint: enable anom
def build(dim):
    from torch import nn

    return nn.ModuleDict({"gate": nn.Linear(dim, dim), "value": nn.Linear(dim, dim)})


def gated(layers, x, keep_first):
    import torch

    gate = torch.sigmoid(layers["gate"](x))
    if keep_first:
        gate[:, 0] = 1.0  # HAZARD GL203
    return gate * layers["value"](x)


def main():
    import torch as th

    th.manual_seed(0)
    layers = build(5)
    opt = th.optim.Adagrad(layers.parameters(), lr=0.1)
    x, y = th.randn(9, 5), th.randn(9, 5)
    for _ in range(2):
        opt.zero_grad()
        loss = (gated(layers, x, keep_first=True) - y).pow(2).mean()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    main()
