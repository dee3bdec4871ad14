# framework: torch
# verdict: wrong
# seen: the loss is the same in every step
import torch
from torch.func import functional_call, stack_module_state, vmap


class Trainer:
    def __init__(self, models):
        self.models = models
        self.base = models[0]
        self.params, self.buffers = stack_module_state(models)
        self.opt = torch.optim.Adam([p for m in models for p in m.parameters()], lr=0.1)  # HAZARD GL320

    def predict(self, x):
        f = lambda p, b, x: functional_call(self.base, (p, b), (x,))
        return vmap(f, in_dims=(0, 0, None))(self.params, self.buffers, x)

    def step(self, x, y):
        loss = (self.predict(x) - y).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
t = Trainer([torch.nn.Linear(3, 1) for _ in range(3)])
x, y = torch.randn(16, 3), torch.randn(16, 1)
losses = [t.step(x, y) for _ in range(4)]
broken = losses[0] == losses[-1]
assert broken
