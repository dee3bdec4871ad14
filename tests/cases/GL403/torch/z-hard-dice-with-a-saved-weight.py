# framework: torch
# verdict: wrong
# seen: the dice term has no gradient
import lightning as L
import torch
from torch import nn


class Segmenter(L.LightningModule):
    def __init__(self, lr=0.1, dice_weight=0.5):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Conv2d(1, 3, 3, padding=1)

    def dice(self, logits, mask):
        hard = nn.functional.one_hot(logits.argmax(1), 3).permute(0, 3, 1, 2).float()  # HAZARD GL403
        truth = nn.functional.one_hot(mask, 3).permute(0, 3, 1, 2).float()
        both = (hard * truth).sum((2, 3))
        return 1 - (2 * both / (hard.sum((2, 3)) + truth.sum((2, 3)) + 1)).mean()

    def training_step(self, batch, index):
        image, mask = batch
        logits = self.net(image)
        loss = nn.functional.cross_entropy(logits, mask)
        return loss + self.hparams.dice_weight * self.dice(logits, mask)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=self.hparams["lr"])


data = torch.utils.data.TensorDataset(torch.randn(8, 1, 6, 6), torch.randint(0, 3, (8, 6, 6)))
trainer = L.Trainer(
    max_epochs=1,
    accelerator="cpu",
    logger=False,
    enable_checkpointing=False,
    enable_progress_bar=False,
    enable_model_summary=False,
)
trainer.fit(Segmenter(), torch.utils.data.DataLoader(data, batch_size=4))
