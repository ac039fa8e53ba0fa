"""What TensorFlow Datasets says of the examples of the sets that programs load most, as of its release 4.9.10.

The features of a set are part of its definition (`tfds.builder(name).info.features`); nothing is downloaded to see them.
"""

from __future__ import annotations

from dataclasses import dataclass

Feature = tuple[str, tuple[int | None, ...]]
"""Dtype and shape of one feature of one example."""

_LABEL: Feature = ("int64", ())
_TEXT: Feature = ("string", ())


@dataclass(frozen=True, slots=True)
class Prepared:
    """One set.  features: of an example, by name.  supervised: the names that `as_supervised` pairs; empty for none."""

    features: dict[str, Feature]
    supervised: tuple[str, ...] = ()


def prepared(name: str) -> Prepared | None:
    """The set that `tfds.load` means by a name, which may have a configuration and a version; None for those not known."""
    full = name.partition(":")[0]
    return _SETS.get(full) or _FAMILIES.get(full.partition("/")[0]) or _translation(full)


def _images(*shape: int | None, **more: Feature) -> Prepared:
    features = {"image": ("uint8", shape), "label": _LABEL}
    return Prepared(
        {**features, **{_SPELLED.get(key, key): kind for key, kind in more.items()}}, ("image", "label")
    )


_SPELLED = {"image_filename": "image/filename", "image_file_name": "image/file_name"}
_ANY = (None, None, 3)

_SETS: dict[str, Prepared] = {
    "mnist": _images(28, 28, 1),
    "fashion_mnist": _images(28, 28, 1),
    "kmnist": _images(28, 28, 1),
    "cifar10": _images(32, 32, 3, id=_TEXT),
    "cifar100": _images(32, 32, 3, id=_TEXT, coarse_label=_LABEL),
    "svhn_cropped": _images(32, 32, 3, id=_TEXT),
    "stl10": _images(96, 96, 3),
    "tf_flowers": _images(*_ANY),
    "oxford_flowers102": _images(*_ANY, file_name=_TEXT),
    "cats_vs_dogs": _images(*_ANY, image_filename=_TEXT),
    "horses_or_humans": _images(300, 300, 3),
    "rock_paper_scissors": _images(300, 300, 3),
    "beans": _images(500, 500, 3),
    "malaria": _images(*_ANY),
    "food101": _images(*_ANY),
    "caltech101": _images(*_ANY, image_file_name=_TEXT),
    "cassava": _images(*_ANY, image_filename=_TEXT),
    "deep_weeds": _images(256, 256, 3),
    "omniglot": _images(105, 105, 3, alphabet=_LABEL, alphabet_char_id=_LABEL),
    "binarized_mnist": Prepared({"image": ("uint8", (28, 28, 1))}),
    "lfw": Prepared({"image": ("uint8", (250, 250, 3)), "label": _TEXT}, ("label", "image")),
    "oxford_iiit_pet": _images(
        *_ANY,
        file_name=_TEXT,
        head_bbox=("float32", (4,)),
        segmentation_mask=("uint8", (None, None, 1)),
        species=_LABEL,
    ),
    "iris": Prepared({"features": ("float32", (4,)), "label": _LABEL}, ("features", "label")),
    "imdb_reviews": Prepared({"text": _TEXT, "label": _LABEL}, ("text", "label")),
    "imdb_reviews/plain_text": Prepared({"text": _TEXT, "label": _LABEL}, ("text", "label")),
    "ag_news_subset": Prepared(
        {"description": _TEXT, "label": _LABEL, "title": _TEXT}, ("description", "label")
    ),
    "eurosat": _images(64, 64, 3, filename=_TEXT),
    "eurosat/rgb": _images(64, 64, 3, filename=_TEXT),
}
_FAMILIES = {
    "cycle_gan": _images(*_ANY),
    "colorectal_histology": _images(150, 150, 3, filename=_TEXT),
    "emnist": _images(28, 28, 1),
    "imagenette": _images(*_ANY),
}
"""Sets whose examples look alike in all their configurations."""


def _translation(name: str) -> Prepared | None:
    """A set of pairs of sentences: `ted_hrlr_translate/pt_to_en`."""
    family, _, pair = name.partition("/")
    source, _, target = pair.partition("_to_")
    if family != "ted_hrlr_translate" or not source or not target:
        return None
    return Prepared({source: _TEXT, target: _TEXT}, (source, target))
