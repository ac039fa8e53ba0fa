"""Libraries whose configuration objects `tf.function` cannot take as arguments.

They are dicts, or have no hash: `tf.function` takes dicts apart and makes them anew from their items, and needs the hash of
other objects.  Executed with TensorFlow 2.21: a `CfgNode` of yacs 0.1.8, a `Dict` of addict 2.4.0, a `Munch` of munch 4.0.0,
what omegaconf 2.4.0 creates and a `ConfigDict` of ml_collections 1.1.0 make the call fail.  An `EasyDict`, a `Box` and a
`FrozenConfigDict` are taken.
"""

NOT_TAKEN = frozenset({"yacs", "addict", "munch", "omegaconf", "ml_collections"})
"""Their names in imports."""
