from torch import nn


def mlp(sizes, activation=nn.Softplus):
    layers = []
    for a, b in zip(sizes[:-2], sizes[1:-1]):
        layers += [nn.Linear(a, b), activation()]
    layers.append(nn.Linear(sizes[-2], sizes[-1]))
    return nn.Sequential(*layers)


def generator(latent=3):
    return mlp([latent, 16, 2])


def critic():
    return mlp([2, 16, 1])
