from contextlib import ExitStack

import torch

from embedder import Embedder
from engine.loop import training_context, update


def identities(n_classes, per_class, dim):
    centers = torch.randn(n_classes, dim)
    labels = torch.arange(n_classes).repeat_interleave(per_class)
    return centers[labels] + 0.3 * torch.randn(len(labels), dim), labels


def main():
    torch.manual_seed(0)
    model = Embedder(10, 4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    with ExitStack() as stack:
        for manager in training_context(model):
            stack.enter_context(manager)
        for step in range(8):
            x, labels = identities(4, 4, 10)
            value = update(model, optimizer, x, labels)
            print(f"step {step} loss {value:.4f}")


if __name__ == "__main__":
    main()
