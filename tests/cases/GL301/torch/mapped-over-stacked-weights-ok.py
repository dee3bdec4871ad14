# framework: torch
# verdict: clean
# seen: the stacked weights get their gradients
import torch
from torch.func import functional_call, stack_module_state

torch.manual_seed(0)
nets = [torch.nn.Linear(2, 1) for _ in range(3)]
params, buffers = stack_module_state(nets)
optimizer = torch.optim.SGD(params.values(), lr=0.1)
x = torch.ones(4, 2)


def call(p, b):
    return functional_call(nets[0], (p, b), (x,))


loss = torch.vmap(call)(params, buffers).pow(2).mean()
loss.backward()
optimizer.step()
assert all(p.grad.abs().sum() > 0 for p in params.values())
