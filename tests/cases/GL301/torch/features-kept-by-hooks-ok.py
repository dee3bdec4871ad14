# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def features(model, x):
    found = {}

    def factory(name):
        def hook(module, args, output):
            found[name] = output

        return hook

    handles = [module.register_forward_hook(factory(name)) for name, module in model.named_modules()]
    model(x)
    for handle in handles:
        handle.remove()
    return found


def distil(teacher, student, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        wanted, given = features(teacher, x), features(student, x)
        total = torch.tensor(0.0)
        for name, target in wanted.items():
            total += nn.functional.mse_loss(given[name], target.detach())
        total.backward()
        optimizer.step()


student = nn.Linear(2, 2)
distil(nn.Linear(2, 2), student, torch.optim.SGD(student.parameters(), lr=0.1), [torch.randn(3, 2)])
assert student.weight.grad is not None
