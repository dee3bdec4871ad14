# framework: tensorflow
# verdict: raises
# seen: Matrix size-incompatible: In[0]: [10,3], In[1]: [6,3]
import tensorflow as tf

encoder = tf.Variable(tf.random.normal((6, 3)))
decoder = tf.Variable(tf.random.normal((6, 3)))
x = tf.random.normal((10, 6))

with tf.GradientTape() as tape:
    code = tf.nn.relu(tf.matmul(x, encoder))
    rebuilt = tf.matmul(code, decoder)  # HAZARD GL509
    loss = tf.reduce_mean(tf.square(rebuilt - x))
print(tape.gradient(loss, [encoder, decoder]))
