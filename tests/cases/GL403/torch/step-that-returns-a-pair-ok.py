# framework: torch
# verdict: clean
# seen: gradient as expected
import lightning
import torch


class Probe(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(3, 4)

    def training_step(self, batch, number):
        scores = self.head(batch[0].detach())
        loss = torch.nn.functional.cross_entropy(scores, batch[1])
        hits = (scores.argmax(dim=1) == batch[1]).float().mean()
        return loss, hits


class Whole(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(3, 3)
        self.probe = Probe()

    def training_step(self, batch, number):
        features = self.body(batch[0])
        loss, hits = self.probe.training_step((features, batch[1]), number)
        return features.square().mean() + loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


whole = Whole()
before = whole.probe.head.weight.detach().clone()
data = torch.utils.data.TensorDataset(torch.ones(4, 3), torch.tensor([0, 1, 2, 3]))
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
trainer = lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet)
trainer.fit(whole, torch.utils.data.DataLoader(data, batch_size=2))
assert not torch.equal(before, whole.probe.head.weight.detach())
