# framework: torch
# verdict: wrong
# seen: the model never moves
import lightning as L
import torch
from torch import nn


class Slow(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(3, 1)

    def training_step(self, batch, index):
        error = self.net(batch).square().mean()
        self.log("error", error)
        return error  # HAZARD GL613

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


torch.manual_seed(0)
model = Slow()
before = model.net.weight.detach().clone()
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
L.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(model, torch.utils.data.DataLoader(torch.randn(8, 3), batch_size=4))
print("OBSERVED", "wrong" if torch.equal(before, model.net.weight) else "clean")
