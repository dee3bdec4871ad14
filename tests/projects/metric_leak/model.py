from torch import nn


def autoencoder(dim, code):
    encoder = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, code))
    decoder = nn.Sequential(nn.Linear(code, 16), nn.ReLU(), nn.Linear(16, dim))
    return nn.Sequential(encoder, decoder)
