# framework: torch
# verdict: wrong
# seen: nothing is trained
import lightning as L
import torch
from torch import nn


class Regressor(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 1)

    def training_step(self, batch, index):  # HAZARD GL613
        x, y = batch
        error = (self.net(x) - y).abs().mean()
        self.log("train_loss", error)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


torch.manual_seed(0)
model = Regressor()
before = model.net.weight.detach().clone()
data = torch.utils.data.TensorDataset(torch.randn(8, 2), torch.randn(8, 1))
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
L.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(model, torch.utils.data.DataLoader(data, batch_size=4))
print("OBSERVED", "wrong" if torch.equal(before, model.net.weight) else "clean")
