# framework: torch
# verdict: clean
# seen: the settings are replaced by those that are given, all at once or one by one
import torch
from torch import nn


class Settings:
    def __init__(self, given):
        self.width = 768
        self.depth = 12
        self.__dict__.update(given)


class Options:
    def __init__(self, given):
        self.width = 768
        for name, value in given.items():
            setattr(self, name, value)


first = nn.Linear(Settings({"width": 16}).width, 1)
second = nn.Linear(Options({"width": 16}).width, 1)
x = torch.randn(4, 16)
(first(x) + second(x)).sum().backward()
