"""Sentences of made-up words: each sentence stays inside one topic, so words of a topic become neighbours."""

import numpy as np

TOPICS = 10
WORDS_PER_TOPIC = 20
VOCABULARY = TOPICS * WORDS_PER_TOPIC


def make_sentences(count, rng, length=12):
    topics = rng.integers(0, TOPICS, size=(count, 1))
    return topics * WORDS_PER_TOPIC + rng.integers(0, WORDS_PER_TOPIC, size=(count, length))


def skip_grams(sentences, window=2):
    """All pairs (center, context) within `window` positions."""
    pairs = []
    for sentence in sentences:
        for at, center in enumerate(sentence):
            for other in range(max(0, at - window), min(len(sentence), at + window + 1)):
                if other != at:
                    pairs.append((center, sentence[other]))
    return np.array(pairs, dtype="int32")
