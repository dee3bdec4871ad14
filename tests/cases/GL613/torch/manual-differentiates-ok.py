# framework: torch
# verdict: clean
# seen: gradient as expected
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.layer = torch.nn.Linear(1, 1)

    def training_step(self, batch, number):
        loss = (self.layer(batch) - 3.0).pow(2).mean()
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(loss)
        optimizer.step()
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Net()
before = net.layer.weight.detach().clone()
loader = torch.utils.data.DataLoader(torch.ones(4, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
assert not torch.equal(before, net.layer.weight.detach())
