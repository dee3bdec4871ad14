# framework: torch
# verdict: wrong
# seen: the weights never move
import lightning
import torch
from torch import nn


class Base(lightning.LightningModule):
    automatic_optimization = False

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


class Coder(Base):
    def __init__(self):
        super().__init__()
        self.into, self.out = nn.Linear(3, 2), nn.Linear(2, 3)

    def training_step(self, batch, batch_idx):
        self.optimizers().zero_grad()
        code = self.into(batch)
        self.manual_backward((self.out(code) - batch).pow(2).mean() + code.abs().mean())  # HAZARD GL613


torch.manual_seed(0)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
loader = torch.utils.data.DataLoader(torch.randn(6, 3), batch_size=3)
coder = Coder()
before = coder.into.weight.detach().clone()
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(coder, loader)
print("OBSERVED", "wrong" if torch.equal(before, coder.into.weight) else "clean")
