# framework: tensorflow
# verdict: clean
# seen: gradient as expected: numbers are taken where TensorFlow is eager, and outside of the function
import tensorflow as tf

known = tf.constant([1.0, 2.0])


class Trainer:
    def __init__(self, model):
        self.model = model

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - known.numpy()) ** 2)
            if tf.executing_eagerly():
                print(loss.numpy())
        return tape.gradient(loss, self.model.trainable_variables), loss

    def report(self, x):
        return self.step(x)[1].numpy()


if __name__ == "__main__":
    model = tf.keras.layers.Dense(2)
    trainer = getattr(__import__("builtins"), "eval")("Trainer")(model)
    trainer.report(tf.ones((3, 4)))
    found, _ = trainer.step(tf.ones((3, 4)))
    assert len(found) == 2 and all(each is not None for each in found)
