# framework: torch
# verdict: clean
# seen: gradient as expected
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate
        if rate is None:
            self.automatic_optimization = False
        self.layer = torch.nn.Linear(1, 1)

    def training_step(self, batch, number):
        loss = (self.layer(batch) - 3.0).pow(2).mean()
        return {"loss": loss, "size": len(batch)}

    def configure_optimizers(self):
        return None if self.rate is None else torch.optim.SGD(self.parameters(), lr=self.rate)


def fitted(net):
    loader = torch.utils.data.DataLoader(torch.ones(4, 1), batch_size=2)
    quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
    lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
    return net


trained = Net(0.1)
before = trained.layer.weight.detach().clone()
assert not torch.equal(before, fitted(trained).layer.weight.detach())
fitted(Net(None))
