import tensorflow as tf


def soft_targets(teacher_logits, student_logits, temperature):
    p = tf.nn.softmax(teacher_logits / temperature)
    logq = tf.nn.log_softmax(student_logits / temperature)
    return -tf.reduce_mean(tf.reduce_sum(p * logq, axis=-1)) * temperature**2


def calibration(logits, labels):
    """Squared gap between confidence and accuracy."""
    prob = tf.nn.softmax(logits)
    confidence = tf.reduce_max(prob, axis=-1)
    hit = tf.cast(tf.equal(tf.argmax(logits, axis=-1), tf.cast(labels, tf.int64)), tf.float32)
    return tf.square(tf.reduce_mean(tf.stop_gradient(confidence)) - tf.reduce_mean(hit))  # HAZARD stopped-confidence GL401
