# framework: torch
# verdict: clean
# seen: gradient as expected
import lightning
import torch


class Players(lightning.LightningModule):
    def __init__(self, players):
        super().__init__()
        self.score = torch.nn.Linear(2, 1)
        self.players = players
        self.automatic_optimization = self.players < 2

    def training_step(self, batch, number):
        return torch.nn.functional.softplus(-self.score(batch)).mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.5)


class Turns(lightning.LightningModule):
    def __init__(self, players):
        super().__init__()
        if players > 1:
            self.automatic_optimization = False
        else:
            self.turn = 0
        self.score = torch.nn.Linear(2, 1)

    def training_step(self, batch, number):
        return torch.nn.functional.softplus(-self.score(batch)).mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.5)


loader = torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2)
for net in (Players(1), Turns(1)):
    before = net.score.weight.detach().clone()
    quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
    lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
    assert not torch.equal(before, net.score.weight.detach())
