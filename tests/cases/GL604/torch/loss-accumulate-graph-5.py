# framework: torch
# verdict: leak
# seen: self.epoch_loss += loss keeps every graph of the epoch
import torch
import torch.nn as nn


class Module(nn.Module):
    """Lightning-flavoured: the trainer calls the hooks."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
        self.epoch_loss = 0.0
        self.step_outputs = []

    def on_train_epoch_start(self):
        self.epoch_loss = 0.0
        self.step_outputs.clear()

    def training_step(self, batch):
        x, y = batch
        loss = nn.functional.mse_loss(self.net(x), y)
        self.epoch_loss += loss  # HAZARD GL604
        self.step_outputs.append(loss.detach())
        return loss

    def on_train_epoch_end(self):
        return self.epoch_loss / len(self.step_outputs)


class Trainer:
    def __init__(self, max_epochs=2):
        self.max_epochs = max_epochs

    def fit(self, module, loader):
        opt = torch.optim.Adam(module.parameters(), lr=1e-2)
        for _ in range(self.max_epochs):
            module.on_train_epoch_start()
            for batch in loader:
                loss = module.training_step(batch)
                opt.zero_grad()
                loss.backward()
                opt.step()
            mean = module.on_train_epoch_end()
            print(f"mean loss {mean:.3f}")
        return mean


if __name__ == "__main__":
    torch.manual_seed(0)
    mean = Trainer().fit(Module(), [(torch.randn(8, 6), torch.randn(8, 1)) for _ in range(4)])
    assert mean.grad_fn is not None and len(mean.grad_fn.next_functions) > 0
