# framework: torch
# verdict: leak
# seen: the graphs of four batches are alive at the end of the epoch
from collections import defaultdict

import lightning
import torch


class Probe(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.outputs = defaultdict(list)
        self.kept = 0

    def evaluate(self, stage, batch):
        loss = torch.nn.functional.huber_loss(self.layer(batch), 1 - batch)
        self.outputs[stage].append(loss)  # HAZARD GL604
        return loss

    def training_step(self, batch, number):
        return self.evaluate("fit", batch)

    def on_train_epoch_end(self):
        self.kept = sum(each.grad_fn is not None for each in self.outputs["fit"])
        self.outputs["fit"].clear()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


net = Probe()
loader = torch.utils.data.DataLoader(torch.ones(8, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(net, loader)
print("OBSERVED", "leak" if net.kept == 4 else "clean")
