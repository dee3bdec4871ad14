# framework: torch
# verdict: clean
# seen: what the hooks keep carries the gradient, and what they keep for a plot is stopped
import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


class Watch:
    def __init__(self, net):
        self.kept, self.shown = {}, {}
        for name, module in net.named_modules():
            if isinstance(module, nn.Linear):
                module.register_forward_hook(self._keep(name))
        for child in net.children():
            child.register_forward_hook(self._show)

    def _keep(self, name):
        def hook(module, inputs, output):
            self.kept[name] = output

        return hook

    def _show(self, module, inputs, output):
        self.shown[type(module).__name__] = output.detach()


net = Net()
watch = Watch(net)
assert sorted(name for name, _ in net.named_modules()) == ["", "body", "body.0", "body.1", "head"]
for module in net.modules():
    if isinstance(module, nn.Linear):
        nn.init.zeros_(module.bias)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    out = net(torch.randn(3, 4))
    loss = out.pow(2).mean() + 0.1 * sum(each.abs().mean() for each in watch.kept.values())
    loss.backward()
    opt.step()
print({name: float(each.std()) for name, each in watch.shown.items()})
