# framework: tensorflow
# verdict: none
# seen: 2 moving statistics without a gradient
import tensorflow as tf
from tensorflow import keras


class Classifier(keras.Model):
    def __init__(self, classes):
        super().__init__()
        self.norm = keras.layers.BatchNormalization()
        self.out = keras.layers.Dense(classes)
        self.missing = None

    def call(self, x, training=False):
        return self.out(self.norm(x, training=training))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x=x, y=y, y_pred=self(x, training=True))
        grads = tape.gradient(loss, self.variables)  # HAZARD GL311
        self.missing = sum(g is None for g in grads)
        pairs = [(g, v) for g, v in zip(grads, self.variables) if g is not None]
        self.optimizer.apply_gradients(pairs)
        return {"loss": loss}


model = Classifier(3)
model.compile("sgd", loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(tf.random.normal((8, 4)), tf.constant([0, 1, 2, 0, 1, 2, 0, 1]), verbose=0)
assert model.missing == 2
print("OBSERVED none", model.missing, "moving statistics without a gradient")
