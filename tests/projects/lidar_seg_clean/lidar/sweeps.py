import torch
from torch.utils.data import IterableDataset


class Sweeps(IterableDataset):
    def __init__(self, count, points):
        self.count, self.points = count, points

    def __iter__(self):
        for _ in range(self.count):
            yield torch.randn(2, self.points, 3), torch.randint(0, 4, (2, self.points))
