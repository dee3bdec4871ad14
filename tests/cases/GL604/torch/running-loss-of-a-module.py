# framework: torch
# verdict: leak
# seen: the sum of the epoch holds on to the graphs of all batches
import lightning
import torch


class Meter(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1, bias=False)
        self.running = 0.0

    def training_step(self, batch, number):
        loss = torch.nn.functional.l1_loss(self.layer(batch), 2 * batch)
        self.running += loss  # HAZARD GL604
        self.log("running", self.running.detach())
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Meter()
loader = torch.utils.data.DataLoader(torch.ones(8, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "leak" if net.running.grad_fn is not None else "clean")
