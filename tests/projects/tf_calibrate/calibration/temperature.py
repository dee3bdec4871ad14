import tensorflow as tf


class TemperatureScaler(tf.Module):
    def __init__(self, start=1.5):
        super().__init__()
        self.temperature = tf.Variable(start, trainable=False, name="temperature")  # HAZARD frozen-temperature GL307,GL606

    def __call__(self, logits):
        return logits / self.temperature
