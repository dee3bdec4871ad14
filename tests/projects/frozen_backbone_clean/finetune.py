import torch

from vision.classifier import Classifier
from vision.tune import tune

if __name__ == "__main__":
    loader = [(torch.randn(4, 3, 8, 8), torch.randint(0, 5, (4,)), torch.randint(0, 2, (4,))) for _ in range(3)]
    print(tune(Classifier(5), loader))
