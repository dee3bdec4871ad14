# framework: torch
# verdict: clean
# seen: torch.Size([4, 32, 3])
import torch as th

th.manual_seed(0)
w1 = (th.randn(20, 32) * 0.1).requires_grad_()
w2 = (th.randn(4, 32, 3) * 0.1).requires_grad_()
bias = th.zeros(3, requires_grad=True)
opt = th.optim.SGD([w1, w2, bias], lr=0.1)
x, y = th.randn(64, 20), th.randn(4, 64, 3)
trace = []
for _ in range(30):
    opt.zero_grad()
    hidden = th.tanh(x @ w1)
    out = hidden @ w2 + bias
    loss = (out - y).pow(2).mean()
    loss.backward()
    opt.step()
    trace.append(loss.item())
summary = th.cat([out.detach(), th.zeros(4, 64, 1)], dim=2).mean(dim=(0, 1))
print("OBSERVED", "clean" if trace[-1] < trace[0] and summary.shape == (4,) else "wrong", w2.grad.shape)
