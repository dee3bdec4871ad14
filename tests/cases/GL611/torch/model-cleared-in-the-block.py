# framework: torch
# verdict: wrong
# seen: all micro-batches but the last are thrown away
import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
torch.manual_seed(0)
net = torch.nn.Linear(2, 1, bias=False)
sgd = torch.optim.SGD(net.parameters(), lr=1.0)
net, sgd = accelerator.prepare(net, sgd)
batches = torch.randn(2, 4, 2)
bare = accelerator.unwrap_model(net)
start = bare.weight.detach().clone()
last = torch.autograd.grad(bare(batches[1]).pow(2).mean(), bare.weight)[0]
for x in batches:
    with accelerator.accumulate(net):
        net.zero_grad()  # HAZARD GL611
        accelerator.backward(net(x).pow(2).mean())
        sgd.step()
        sgd.zero_grad()
assert torch.allclose(start - bare.weight.detach(), last / 2, atol=1e-5)
