# framework: torch
# verdict: clean
# seen: the adapter is trained
import lightning
import torch
from torch import nn


class Staged(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)

    def forward(self, x):
        x = self.body(x)
        return self.adapter(x) if hasattr(self, "adapter") else x

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=0.01)

    def on_train_epoch_start(self):
        if self.current_epoch == 1:
            self.adapter = nn.Linear(3, 3)
            self.trainer.strategy.setup_optimizers(self.trainer)
            self.first = self.adapter.weight.detach().clone()

    def training_step(self, batch, number):
        return (self(batch) - batch).abs().mean()


torch.manual_seed(0)
model = Staged()
loader = torch.utils.data.DataLoader(torch.randn(8, 3), batch_size=4)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=2, **quiet).fit(model, loader)
assert not torch.equal(model.first, model.adapter.weight)
print("OBSERVED clean")
