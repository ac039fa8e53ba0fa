import tensorflow as tf


class Ümlaut:
    größe = (lambda x: x)  # ä

    def größer(self, x):
        """ß."""
        return self.größer(x)
