# framework: torch
# verdict: leak
# seen: the outputs of an epoch keep their graphs
import lightning as L
import torch
from torch import nn


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 3)
        self.outputs = []

    def training_step(self, batch, index):
        logits = self.net(batch)
        loss = logits.logsumexp(1).mean()
        self.outputs.append(loss)  # HAZARD GL604
        return loss

    def on_train_epoch_end(self):
        print(torch.stack(self.outputs).mean().item())
        self.outputs.clear()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


torch.manual_seed(0)
model = Classifier()
vars(Classifier)["training_step"](model, torch.randn(2, 4), 0)
print("OBSERVED", "leak" if model.outputs[0].grad_fn is not None else "clean")
