# framework: torch
# verdict: clean
# seen: the weights move
import torch


def count(parameters):
    return sum(each.numel() for each in parameters)


def make(model, rate):
    parameters = [each for each in model.parameters() if each.requires_grad]
    print(count(parameters), "weights")
    return torch.optim.SGD([{"params": list(parameters), "lr": rate}])


model = torch.nn.Linear(3, 1)
optimizer = make(model, 0.1)
optimizer.zero_grad()
model(torch.ones(2, 3)).pow(2).mean().backward()
optimizer.step()
