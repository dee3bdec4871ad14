# framework: torch
# verdict: none
# seen: training_step returns None, so Lightning skips every batch
import lightning.pytorch as pl
import torch
from torch import nn


class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.criterion = nn.CrossEntropyLoss()

    def training_step(self, batch, index):  # HAZARD GL613
        x, y = batch
        out = self.criterion(self.net(x), y)
        self.log("train/loss", out, prog_bar=True)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


torch.manual_seed(0)
model = Model()
before = model.net[0].weight.detach().clone()
data = torch.utils.data.TensorDataset(torch.randn(6, 4), torch.randint(0, 2, (6,)))
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
pl.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(model, torch.utils.data.DataLoader(data, batch_size=3))
print("OBSERVED", "none" if torch.equal(before, model.net[0].weight) else "clean")
