# framework: torch
# verdict: leak
# seen: the sum of the epoch holds on to the graphs of all batches
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.total = 0.0

    def training_step(self, batch, number):
        loss = (self.layer(batch) - 3.0).pow(2).mean()
        self.total = self.total + loss  # HAZARD GL604
        self.log("mean", self.total / (number + 1))
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Net()
loader = torch.utils.data.DataLoader(torch.ones(8, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "leak" if net.total.grad_fn is not None else "clean")
