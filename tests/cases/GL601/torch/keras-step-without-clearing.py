# framework: torch
# verdict: wrong
# seen: the second batch moves the weights by the gradients of both
import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def move(self, loss):
        loss.backward()  # HAZARD GL601
        weights = list(self.trainable_weights)
        with torch.no_grad():
            self.optimizer.apply([weight.value.grad for weight in weights], weights)

    def train_step(self, data):
        x, y = data
        loss = self.compute_loss(y=y, y_pred=self(x, training=True))
        self.move(loss)
        return {"loss": loss}


keras.utils.set_random_seed(0)
net = Net()
net.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
x, y = torch.randn(4, 3), torch.randn(4, 1)
net.fit(x, y, epochs=2, verbose=0)
print("OBSERVED wrong")
