# framework: torch
# verdict: raises
# seen: RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x32 and 16x3)
import torch as th

th.manual_seed(0)
w1 = (th.randn(20, 32) * 0.1).requires_grad_()
w2 = (th.randn(16, 3) * 0.1).requires_grad_()
opt = th.optim.SGD([w1, w2], lr=0.1)
x, y = th.randn(64, 20), th.randn(64, 3)
for _ in range(5):
    opt.zero_grad()
    hidden = th.tanh(x @ w1)
    out = hidden @ w2  # HAZARD GL509
    loss = (out - y).pow(2).mean()
    loss.backward()
    opt.step()
