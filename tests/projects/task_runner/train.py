import torch

from project.module import ImageTask
from project.runner import Runner
from project.settings import DEFAULTS

if __name__ == "__main__":
    loader = [(torch.randn(4, 3, 4, 4), torch.randint(0, 3, (4,))) for _ in range(8)]
    Runner(ImageTask(), DEFAULTS).fit(loader)
