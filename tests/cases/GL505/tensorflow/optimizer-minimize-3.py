# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'Adam' object has no attribute 'minimize'
import tensorflow as tf

w = tf.Variable(5.0)
opt = tf.keras.optimizers.Adam(learning_rate=0.1)
for _ in range(3):
    opt.minimize(lambda: (w - 1.0) ** 2, var_list=[w])  # HAZARD GL505
