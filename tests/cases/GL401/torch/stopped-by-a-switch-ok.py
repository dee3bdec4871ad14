# framework: torch
# verdict: clean
# seen: the gradient of the encoder comes from the second term; the first is held by an option
import torch

encoder = torch.nn.Linear(3, 2)
head = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)


def loss_of(inputs, train_all=False):
    features = encoder(inputs)
    given = features if train_all else features.detach()
    return head(given).pow(2).mean() + 0.1 * features.pow(2).mean()


loss_of(torch.ones(4, 3)).backward()
optimizer.step()
print(encoder.weight.grad.abs().sum())
