# framework: torch
# verdict: clean
# seen: gradient as expected
import lightning
import torch


class Inference:
    """Differentiates and steps by itself, as SVI of Pyro does."""

    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def step(self, batch):
        loss = (self.model(batch) - 3.0).pow(2).mean()
        self.optimizer.zero_grad()
        getattr(loss, "backward")()
        self.optimizer.step()
        return loss.item()


class Plan(lightning.LightningModule):
    def __init__(self, svi):
        super().__init__()
        self.automatic_optimization = False
        self.svi = svi
        self.placeholder = torch.nn.Parameter(torch.zeros(1))

    def training_step(self, batch, number):
        loss = torch.Tensor([self.svi.step(batch)])
        return {"loss": loss}

    def configure_optimizers(self):
        return torch.optim.SGD([self.placeholder], lr=0.1)


net = torch.nn.Linear(1, 1)
before = net.weight.detach().clone()
loader = torch.utils.data.DataLoader(torch.ones(4, 1), batch_size=2)
quiet = dict(logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False)
lightning.Trainer(accelerator="cpu", max_epochs=1, **quiet).fit(Plan(Inference(net)), loader)
assert not torch.equal(before, net.weight.detach())
