# framework: tensorflow
# verdict: none
# seen: the loss is scaled after the tape is closed: [None, None]; trainable_variables listed before the model is built: empty list
import tensorflow as tf
import keras


class HalfTrainer:
    """Hand-rolled static loss scaling for half precision."""

    def __init__(self, model, scale=512.0):
        self.model, self.scale = model, scale
        self.opt = keras.optimizers.SGD(1e-2)
        self.crit = keras.losses.MeanSquaredError()

    def _scaled(self, loss):
        return loss * self.scale

    def _unscale(self, grads):
        return [None if g is None else g / self.scale for g in grads]

    def forward_backward(self, x, y):
        params = self.model.trainable_variables
        with tf.GradientTape() as tape:
            pred = self.model(x, training=True)
            loss = self.crit(y, pred)
        scaled_loss = self._scaled(loss)  # HAZARD GL501
        grads = self._unscale(tape.gradient(scaled_loss, params))
        return loss, grads

    def fit(self, ds):
        for x, y in ds:
            loss, grads = self.forward_backward(x, y)
            self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
            tf.debugging.assert_all_finite(loss, "diverged")


class LazyTrainer(HalfTrainer):
    """For models without an Input layer."""

    def __init__(self, model):
        super().__init__(model)
        self.params = model.trainable_variables  # HAZARD GL310

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self._scaled(self.crit(y, self.model(x)))
        grads = self._unscale(tape.gradient(loss, self.params))
        self.opt.apply_gradients(zip(grads, self.params))


if __name__ == "__main__":
    net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
    t = HalfTrainer(net)
    batch = (tf.ones((4, 3)), tf.zeros((4, 1)))
    assert t.forward_backward(*batch)[1] == [None, None]
    try:
        t.fit([batch])
        raise SystemExit("trained")
    except ValueError:
        pass
    try:
        LazyTrainer(keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])).step(*batch)
        raise SystemExit("trained")
    except ValueError as e:
        assert "unpack" in str(e)
