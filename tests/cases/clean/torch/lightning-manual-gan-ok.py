# framework: torch
# verdict: clean
# seen: manual optimisation with toggled optimisers, self.log of live losses that the logger detaches, TTUR
from types import SimpleNamespace

import torch
import torch.nn as nn
import torch.nn.functional as F


class LightningModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = True
        self.logged = {}
        self._optimizers = []

    def log(self, name, value, prog_bar=False):
        self.logged.setdefault(name, []).append(value.detach().item() if torch.is_tensor(value) else float(value))

    def log_dict(self, values, **kw):
        for k, v in values.items():
            self.log(k, v, **kw)

    def optimizers(self):
        return self._optimizers

    def toggle_optimizer(self, opt):
        own = {id(p) for g in opt.param_groups for p in g["params"]}
        self._toggled = {n: p.requires_grad for n, p in self.named_parameters()}
        for p in self.parameters():
            p.requires_grad = id(p) in own

    def untoggle_optimizer(self, opt):
        for n, p in self.named_parameters():
            p.requires_grad = self._toggled[n]

    def manual_backward(self, loss, **kw):
        loss.backward(**kw)


class GAN(LightningModule):
    def __init__(self, latent_dim=3, lr=2e-3, b1=0.5, b2=0.999):
        super().__init__()
        self.hparams = SimpleNamespace(latent_dim=latent_dim, lr=lr, b1=b1, b2=b2)
        self.automatic_optimization = False
        self.generator = nn.Sequential(nn.Linear(latent_dim, 16), nn.BatchNorm1d(16), nn.ReLU(True), nn.Linear(16, 2), nn.Tanh())
        self.discriminator = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 1), nn.Sigmoid())
        self.validation_z = torch.randn(8, latent_dim)

    def forward(self, z):
        return self.generator(z)

    def adversarial_loss(self, y_hat, y):
        return F.binary_cross_entropy(y_hat, y)

    def configure_optimizers(self):
        hp = self.hparams
        opts = [torch.optim.Adam(m.parameters(), lr=hp.lr * k, betas=(hp.b1, hp.b2)) for m, k in ((self.generator, 1), (self.discriminator, 4))]
        return opts, []

    def training_step(self, batch):
        imgs, _ = batch
        optimizer_g, optimizer_d = self.optimizers()
        z = torch.randn(imgs.shape[0], self.hparams.latent_dim).type_as(imgs)

        self.toggle_optimizer(optimizer_g)
        self.generated_imgs = self(z)
        valid = torch.ones(imgs.size(0), 1).type_as(imgs)
        g_loss = self.adversarial_loss(self.discriminator(self.generated_imgs), valid)
        self.log("g_loss", g_loss, prog_bar=True)
        self.manual_backward(g_loss)
        optimizer_g.step()
        optimizer_g.zero_grad()
        self.untoggle_optimizer(optimizer_g)

        self.toggle_optimizer(optimizer_d)
        real_loss = self.adversarial_loss(self.discriminator(imgs), valid)
        fake = torch.zeros(imgs.size(0), 1).type_as(imgs)
        fake_loss = self.adversarial_loss(self.discriminator(self.generated_imgs.detach()), fake)
        d_loss = (real_loss + fake_loss) / 2
        self.log_dict({"d_loss": d_loss, "real": real_loss})
        self.manual_backward(d_loss)
        optimizer_d.step()
        optimizer_d.zero_grad()
        self.untoggle_optimizer(optimizer_d)

    def on_train_epoch_end(self):
        z = self.validation_z.type_as(self.generator[0].weight)
        sample = self(z)
        self.log("spread", sample.std())


def fit(module, batches, epochs):
    module._optimizers, _ = module.configure_optimizers()
    for _ in range(epochs):
        for batch in batches:
            module.training_step(batch)
        module.on_train_epoch_end()


if __name__ == "__main__":
    torch.manual_seed(0)
    gan = GAN()
    before = [p.detach().clone() for p in gan.parameters()]
    fit(gan, [(torch.randn(16, 2) * 0.1 + 0.5, None) for _ in range(5)], 3)
    assert all(not torch.equal(a, b) for a, b in zip(before, gan.parameters()))
    assert all(p.requires_grad for p in gan.parameters()) and len(gan.logged["d_loss"]) == 15
