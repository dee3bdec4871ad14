# framework: torch
# verdict: wrong
# seen: the gradient of the maker grows from batch to batch
import lightning
import torch
from torch import nn


class Pair(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.maker, self.judge = nn.Linear(2, 2), nn.Linear(2, 1)

    def configure_optimizers(self):
        return torch.optim.Adam(self.maker.parameters(), 1e-3), torch.optim.Adam(self.judge.parameters(), 1e-3)

    def training_step(self, batch, batch_idx):
        of_maker, of_judge = self.optimizers()
        made = self.maker(torch.randn_like(batch))
        of_judge.zero_grad()
        self.manual_backward(self.judge(made.detach()).mean() - self.judge(batch).mean())
        of_judge.step()
        self.left_over = self.maker.weight.grad is not None
        self.manual_backward(-self.judge(made).mean())  # HAZARD GL601
        of_maker.step()


torch.manual_seed(0)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
loader = torch.utils.data.DataLoader(torch.randn(6, 2), batch_size=3)
pair = Pair()
lightning.Trainer(accelerator="cpu", max_epochs=2, **quiet).fit(pair, loader)
print("OBSERVED", "wrong" if pair.left_over else "clean")
