# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


def descend(net, data):
    loss = net(data).pow(2).mean()
    loss.backward()
    for number in range(5):
        if not number:
            net.zero_grad()
        else:
            loss.backward()
            with torch.no_grad():
                for weight in net.parameters():
                    weight -= 0.1 * weight.grad
                    weight.grad = None
        loss = net(data).pow(2).mean()


descend(torch.nn.Linear(2, 1), torch.ones(3, 2))
