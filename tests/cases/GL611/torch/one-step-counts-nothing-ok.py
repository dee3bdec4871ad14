# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from accelerate import Accelerator

accelerator = Accelerator(cpu=True)
torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
net, sgd = accelerator.prepare(net, sgd)
every = 2
for number, x in enumerate(torch.randn(4, 3, 2), 1):
    loss = net(x).pow(2).mean() / every
    accelerator.backward(loss)
    if number % every == 0:
        accelerator.clip_grad_norm_(net.parameters(), 1.0)
        sgd.step()
        sgd.zero_grad()
