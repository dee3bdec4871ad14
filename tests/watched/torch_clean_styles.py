"""Habits of clean programs that look like mistakes from outside: nothing may be said of any of them."""

import copy

import torch
from torch import nn

x, y = None, None


def steps(net, optimizer, count=6):
    for _ in range(count):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item().hex())


def average_of_weights(net):
    average = copy.deepcopy(net)
    steps(net, torch.optim.Adam(net.parameters()))
    with torch.no_grad():
        for mean, weight in zip(average.parameters(), net.parameters()):
            mean.mul_(0.9).add_(weight, alpha=0.1)
        print(average(x).sum().item().hex())


def scaled_loss(net):
    """The scaler leaves out the first steps, where the scaled loss overflows."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**127)
    for _ in range(12):
        optimizer.zero_grad()
        loss = 8 * nn.functional.cross_entropy(net(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    print(loss.item().hex())


def closure(net):
    optimizer = torch.optim.LBFGS(net.parameters(), max_iter=3)

    def again():
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        return loss

    print(optimizer.step(again).item().hex())


def accumulated(net):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    for step in range(8):
        loss = nn.functional.cross_entropy(net(x[step::8]), y[step::8]) / 4
        loss.backward()
        if step % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
    print(loss.item().hex())


def warm_up(net):
    """The learning rate is 0 in all steps that are made."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.0)
    for _ in range(3):
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        schedule.step()


def made():
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))


def main():
    global x, y
    torch.manual_seed(0)
    x, y = torch.randn(32, 4), torch.randint(3, (32,))
    average_of_weights(made())
    scaled_loss(made())
    closure(made())
    accumulated(made())
    warm_up(made())
    frozen = made()
    frozen[0].requires_grad_(False)
    steps(frozen, torch.optim.AdamW(frozen[2].parameters()))
    tied = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
    tied[2].weight = tied[0].weight
    steps(tied, torch.optim.Adam(tied.parameters()))


if __name__ == "__main__":
    main()
