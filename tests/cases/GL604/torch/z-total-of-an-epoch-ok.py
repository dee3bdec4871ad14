# framework: torch
# verdict: clean
# seen: the sum begins anew in each batch, or has no graph, and so has the list
import lightning
import torch


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.total = 0.0
        self.numbers = []

    def training_step(self, batch, number):
        self.parts = 0.0
        for scale in (1.0, 0.5):
            self.parts = self.parts + scale * (self.layer(batch) - 3.0).pow(2).mean()
        self.total += self.parts.detach()
        self.numbers += [self.parts.item()]
        terms = []
        terms += [self.parts, 0.1 * self.layer.weight.pow(2).sum()]
        return sum(terms)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Net()
loader = torch.utils.data.DataLoader(torch.ones(8, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "clean" if net.total.grad_fn is None and len(net.numbers) == 4 else "leak")
