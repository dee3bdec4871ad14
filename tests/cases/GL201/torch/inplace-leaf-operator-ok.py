# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class ScratchMLP:
    def __init__(self, sizes, seed=0):
        gen = torch.Generator().manual_seed(seed)
        self.layers = []
        for fan_in, fan_out in zip(sizes, sizes[1:]):
            w = (torch.randn(fan_in, fan_out, generator=gen) / fan_in ** 0.5).requires_grad_()
            b = torch.zeros(fan_out, requires_grad=True)
            self.layers.append((w, b))

    def __call__(self, x):
        for w, b in self.layers[:-1]:
            x = torch.tanh(x @ w + b)
        w, b = self.layers[-1]
        return x @ w + b

    def update(self, lr):
        with torch.no_grad():
            for w, b in self.layers:
                w -= lr * w.grad
                b -= lr * b.grad
                w.grad = b.grad = None


torch.manual_seed(0)
net = ScratchMLP([3, 8, 1])
x = torch.randn(20, 3)
y = x.sum(dim=1, keepdim=True).tanh()
trace = []
for _ in range(100):
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    net.update(0.1)
    trace.append(loss.item())
leaves = all(w.is_leaf and b.is_leaf for w, b in net.layers)
print("OBSERVED", "clean" if leaves and trace[-1] < 0.2 * trace[0] else "wrong")
