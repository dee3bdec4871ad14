import torch
from torch import nn

from core.runner import Runner
from data.synthetic import batched, spirals


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 32), nn.ELU(), nn.Dropout(0.1), nn.Linear(32, 2))
    runner = Runner(model, lr=1e-2)
    train, valid = batched(*spirals(128, 0), 32), batched(*spirals(64, 1), 32)
    for epoch in range(5):
        runner.train_epoch(train)
        loss, accuracy = runner.validate(valid)
        print(f"epoch {epoch} loss {loss:.4f} accuracy {accuracy:.3f}")
    model.load_state_dict(runner.best_weights)


if __name__ == "__main__":
    main()
