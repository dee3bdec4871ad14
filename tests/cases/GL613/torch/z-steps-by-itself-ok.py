# framework: torch
# verdict: clean
# seen: the helper differentiates and steps by itself, and Lightning has nothing to do
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.trainer_of_it = torch.optim.SGD(self.parameters(), lr=0.1)

    def _learn(self, batch):
        loss = (self.layer(batch) - 3.0).pow(2).mean()
        self.trainer_of_it.zero_grad()
        loss.backward()
        self.trainer_of_it.step()
        self.log("loss", loss)

    def training_step(self, batch, number):
        self._learn(batch)

    def configure_optimizers(self):
        return None


net = Net()
before = net.layer.weight.detach().clone()
loader = torch.utils.data.DataLoader(torch.ones(4, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "clean" if not torch.equal(before, net.layer.weight.detach()) else "none")
