# framework: torch
# verdict: clean
# seen: the head is trained
import lightning
import torch
from torch import nn


class Grower(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(2, 4)

    def configure_optimizers(self):
        return torch.optim.SGD(self.trunk.parameters(), lr=0.1)

    def on_train_start(self):
        self.head = nn.Linear(4, 1)
        self.optimizers().optimizer.add_param_group({"params": self.head.parameters()})
        self.first = self.head.weight.detach().clone()

    def training_step(self, batch, number):
        return self.head(torch.tanh(self.trunk(batch))).square().mean()


torch.manual_seed(0)
model = Grower()
loader = torch.utils.data.DataLoader(torch.randn(8, 2), batch_size=4)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(model, loader)
assert not torch.equal(model.first, model.head.weight)
print("OBSERVED clean")
