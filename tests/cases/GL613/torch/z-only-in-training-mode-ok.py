# framework: torch
# verdict: clean
# seen: gradient as expected
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def step(self, x):
        if self.training:
            x = x.requires_grad_()
            out = self.layer(x)
            slope = torch.autograd.grad(out.sum(), x, create_graph=True)[0]
            return out.pow(2).mean() + slope.relu().mean()
        return self.layer(x).pow(2).mean()

    def training_step(self, batch, number):
        return self.step(batch)

    def validation_step(self, batch, number):
        self.log("val", self.step(batch))

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


loader = torch.utils.data.DataLoader(torch.ones(4, 3), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(Net(), loader, loader)
