# framework: torch
# verdict: clean
# seen: what is made late is not trained, and everything else is
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)

    def on_train_start(self):
        self.best = torch.nn.Parameter(torch.full((1,), 3.0), requires_grad=False)

    def training_step(self, batch, number):
        return (self.layer(batch) - self.best).pow(2).mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Net()
before = net.layer.weight.detach().clone()
loader = torch.utils.data.DataLoader(torch.ones(4, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "clean" if not torch.equal(before, net.layer.weight.detach()) else "none")
