"""An agent: policy and target network, an episode buffer, losses by hand."""
import numpy as np
import tensorflow as tf


class QNetwork(tf.keras.Model):
    def __init__(self, actions):
        super().__init__()
        self.fc1 = tf.keras.layers.Dense(8, activation="relu")
        self.fc2 = tf.keras.layers.Dense(actions)

    def call(self, states):
        return self.fc2(self.fc1(states))


class Agent:
    def __init__(self, actions=2, gamma=0.9, lr=1e-2):
        self.actions = actions
        self.gamma = gamma
        self.q = QNetwork(actions)
        self.target = QNetwork(actions)
        self.opt = tf.keras.optimizers.Adam(learning_rate=lr)

    # tf: same
    # tf_keras: same
    def learn(self, s, a, r, s2, done):  # expect: convert
        next_q = tf.reduce_max(self.target(s2), axis=1)
        goal = r + self.gamma * next_q * (1.0 - done)
        with tf.GradientTape() as tape:
            q = self.q(s)
            chosen = tf.reduce_sum(q * tf.one_hot(a, self.actions), axis=1)
            loss = tf.reduce_mean(tf.square(goal - chosen))
        grads = tape.gradient(loss, self.q.trainable_variables)
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        self.opt.apply_gradients(zip(grads, self.q.trainable_variables))
        return loss

    # tf: same
    # tf_keras: same
    def act(self, state):  # expect: convert
        return tf.argmax(self.q(state), axis=1)

    def sync(self):
        self.target.set_weights(self.q.get_weights())


agent = Agent()
rng = np.random.RandomState(0)
losses = []
for step in range(4):
    s = tf.constant(rng.rand(6, 3), tf.float32)
    a = tf.constant(rng.randint(0, 2, 6))
    r = tf.constant(rng.rand(6), tf.float32)
    losses.append(float(agent.learn(s, a, r, s + 0.1, tf.zeros([6]))))
    if step == 1:
        agent.sync()
actions = agent.act(tf.ones([2, 3]))
