import tensorflow as tf
from tensorflow import keras

from .losses import calibration, soft_targets


class Distiller(keras.Model):
    def __init__(self, student, teacher, alpha=0.3, temperature=2.0):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.alpha = alpha
        self.temperature = temperature
        self.ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def call(self, x):
        return self.student(x)

    def train_step(self, data):
        x, y = data
        teacher_logits = self.teacher(x, training=False)
        with tf.GradientTape() as tape:
            student_logits = self.student(x, training=True)
            hard = self.ce(y, student_logits)
            soft = soft_targets(teacher_logits, student_logits, self.temperature)
            loss = self.alpha * hard + (1 - self.alpha) * soft + 0.1 * calibration(student_logits, y)
            scaled = self.optimizer.scale_loss(loss)
        variables = self.student.trainable_variables
        grads = tape.gradient(scaled, variables)
        self.optimizer.apply_gradients(zip(grads, variables))
        return {"loss": loss}
