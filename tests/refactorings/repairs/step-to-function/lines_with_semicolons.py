import tensorflow as tf;

def train(steps):
    w = tf.Variable([[0.5], [-0.5]]);
    optimizer = tf.keras.optimizers.SGD(0.1);
    x = tf.reshape(tf.range(12.0), [6, 2]) / 12.0;
    told = [];
    for step in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0)); # the error
        grads = tape.gradient(loss, [w]);
        optimizer.apply_gradients(zip(grads, [w])); # one step
        told.append(float(loss));
    return told, w.numpy().tolist();

result = train(4);
