# framework: torch
# verdict: clean
# seen: both players are trained by hand
import lightning as L
import torch
from torch import nn


class Game(L.LightningModule):
    automatic_optimization = False

    def __init__(self):
        super().__init__()
        self.maker, self.judge = nn.Linear(2, 3), nn.Linear(3, 1)

    def training_step(self, batch, index):
        for_maker, for_judge = self.optimizers()
        made = self.maker(batch[:, :2])
        gap = self.judge(made.detach()).mean() - self.judge(batch).mean()
        for_judge.zero_grad()
        self.manual_backward(gap)
        for_judge.step()
        score = -self.judge(made).mean()
        for_maker.zero_grad()
        self.manual_backward(score)
        for_maker.step()
        return {"loss": score}

    def configure_optimizers(self):
        return torch.optim.SGD(self.maker.parameters(), lr=0.1), torch.optim.SGD(self.judge.parameters(), lr=0.1)


torch.manual_seed(0)
game = Game()
before = game.maker.weight.detach().clone()
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
L.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(game, torch.utils.data.DataLoader(torch.randn(8, 3), batch_size=4))
assert not torch.equal(before, game.maker.weight)
print("OBSERVED clean")
