# framework: torch
# verdict: wrong
# seen: the step is 1024 times too long
import torch


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for x in batches:
        optimizer.zero_grad(set_to_none=True)
        scaled = scaler.scale(model(x).pow(2).mean())
        scaled.backward()
        optimizer.step()  # HAZARD GL610


torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
x = torch.randn(1, 8, 2)
before, plain = net.weight.detach().clone(), torch.autograd.grad(net(x[0]).pow(2).mean(), net.weight)[0]
train(net, x)
assert torch.allclose(before - net.weight.detach(), 1024.0 * 1e-6 * plain, rtol=1e-2, atol=1e-6)
