# framework: torch
# verdict: none
# seen: the helper logs the error and returns nothing; the weights never move
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)

    def _shared(self, batch, stage):
        self.log(f"{stage}/error", (self.layer(batch) - 3.0).pow(2).mean())

    def training_step(self, batch, number):  # HAZARD GL613
        self._shared(batch, "train")

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Net()
before = net.layer.weight.detach().clone()
loader = torch.utils.data.DataLoader(torch.ones(4, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
assert torch.equal(before, net.layer.weight.detach())
print("OBSERVED none")
