import torch


class SineWindows:
    def __init__(self, n=6, length=20):
        self.t = torch.linspace(0, 20, n * length + 1)
        self.n, self.length = n, length

    def __iter__(self):
        wave = torch.sin(self.t)
        for i in range(self.n):
            s = slice(i * self.length, (i + 1) * self.length)
            yield wave[s].view(1, -1, 1), wave[1:][s].view(1, -1, 1)
