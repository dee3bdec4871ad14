# framework: torch
# verdict: wrong
# seen: the weights never move
import lightning
import torch
from torch import nn


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.body = nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        loss = self.body(batch).pow(2).mean()
        self.manual_backward(loss)  # HAZARD GL613
        self.log("loss", loss)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


torch.manual_seed(0)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
loader = torch.utils.data.DataLoader(torch.randn(6, 3), batch_size=3)
net = Net()
before = net.body.weight.detach().clone()
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "wrong" if torch.equal(before, net.body.weight) else "clean")
