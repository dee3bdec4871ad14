# framework: torch
# verdict: clean
# seen: while the generator is trained, the discriminator asks for no gradient
import lightning as L
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Gan(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.maker, self.judge = nn.Linear(2, 3), nn.Linear(3, 1)
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        of_maker, of_judge = self.optimizers()
        fake = self.maker(torch.randn(len(batch[0]), 2))
        self.toggle_optimizer(of_judge)
        loss = self.judge(fake.detach()).mean() - self.judge(batch[0]).mean()
        self.manual_backward(loss)
        of_judge.step()
        of_judge.zero_grad()
        self.untoggle_optimizer(of_judge)
        self.toggle_optimizer(of_maker)
        self.manual_backward(-self.judge(fake).mean())
        assert all(p.grad is None for p in self.judge.parameters())
        of_maker.step()
        of_maker.zero_grad()
        self.untoggle_optimizer(of_maker)

    def configure_optimizers(self):
        return [torch.optim.Adam(each.parameters()) for each in (self.maker, self.judge)]


options = dict.fromkeys(("logger", "enable_checkpointing", "enable_progress_bar", "enable_model_summary"), False)
trainer = L.Trainer(max_epochs=2, accelerator="cpu", **options)
trainer.fit(Gan(), DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4))
