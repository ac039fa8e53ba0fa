"""Which repositories and archives are stripped, and which half of them nobody looks into.

They are static subjects: no code of theirs is run, and none of it is part of this repository.  A repository comes from a
folder of bare clones, an archive from the package index.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.public.manifest import PROJECTS, Project

_SEED = 19


@dataclass(frozen=True, slots=True)
class Subject:
    """name: `owner/name` of a repository, or the name of a package.  commit: empty for an archive.

    read: somebody had read its functions or their verdicts before the draw, so that it cannot be held back.
    opened: somebody has looked into it since it was drawn, so that it is not held back any more.
    skip: folders with code of others, relative to its root.
    """

    name: str
    commit: str = ""
    archive: Project | None = None
    read: bool = False
    opened: bool = False
    skip: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The name of the folder of its stripped tree: another one for every commit."""
        return self.archive.folder if self.archive else f"{self.name.replace('/', '+')}-{self.commit[:12]}"


def held_back(subjects: Sequence[Subject]) -> frozenset[str]:
    """The names of the half that nobody looks into, drawn with a fixed seed among what nobody had read."""
    unread = [subject.name for subject in subjects if not subject.read]
    drawn = sorted(unread, key=lambda name: hashlib.sha256(f"{_SEED}:{name}".encode()).digest())
    opened = {subject.name for subject in subjects if subject.opened}
    return frozenset(drawn[: len(subjects) // 2]) - opened


_ARCHIVES = {project.name: project for project in PROJECTS}
_MEAD = Project(
    "mead-baseline",
    "2.4.2",
    "wheel",
    "f171423a1ee2fae9dbdb500d76b1e9c478ceb24beaa999aa7b41d605fd0207a1",
    "Apache-2.0",
)

_TRANSLATED = ("source", "docs/_static/code/zh-hant")
_BESIDE_TENSORFLOW_2 = tuple(
    "CUDA-Optimized DGLPyTorch FasterTransformer JAX Kaldi MxNet PaddlePaddle PyTorch TensorFlow Tools".split()
)

SUBJECTS = (
    Subject("GPflow/GPflow", "81fe1fb86a77d3d49d30ab4f8e739e25bbd71f56", read=True),
    Subject("LeelaChessZero/lczero-training", "7c5d756ea6bb3531fb14a9b4df231577b1aa1081", read=True),
    Subject("LongmaoTeamTf/deep_recommenders", "168dabe4ef3a38cc582d019766cf3de576bc8af1", read=True),
    Subject("LongxingTan/Time-series-prediction", "1d1324b4dfc05accc0385cc250ae3a7b2bb2669e", read=True),
    Subject("LynnHo/CycleGAN-Tensorflow-2", "093dc9dab9223ea3d08977bff1c509290ea9571a", opened=True),
    Subject(
        "LynnHo/DCGAN-LSGAN-WGAN-GP-DRAGAN-Tensorflow-2",
        "2bf0c8b6adbc5f0b9b0abb2149fe9cf47a978976",
        opened=True,
    ),
    Subject("N3PDF/madflow", "46afee693fa32b651a0d41373eae3912f59f8ecb"),
    Subject("N3PDF/pdfflow", "0546ddbfbdc747917f0ea55f3b30e43f39cf6da5"),
    Subject("N3PDF/vegasflow", "c88de80f4eb3e64f324350d6796b6ff81d71a3db", read=True),
    Subject(
        "NVIDIA/DeepLearningExamples", "729963dd47e7c8bd462ad10bfac7a7b0b604e6dd", skip=_BESIDE_TENSORFLOW_2
    ),
    Subject("OpenNMT/OpenNMT-tf", "6f3b952ebb973dec31250a806bf0f56ff730d0b5", read=True),
    Subject("TUM-DAML/gemnet_tf", "f27b8879a9a776eb5f945bffa83737c395a77b1d"),
    Subject("TensorSpeech/TensorFlowASR", "f092d39743d74308cb7959001c4657b98d01e7be", read=True),
    Subject("TensorSpeech/TensorFlowTTS", "136877136355c82d7ba474ceb7a8f133bd84767e", read=True),
    Subject("YunYang1994/TensorFlow2.0-Examples", "299fd6689f242d0f647a96b8844e86325e9fcb46", opened=True),
    Subject("akanyaani/gpt-2-tensorflow2.0", "ab93122396a02bfd76530ac6b414a525970bba96", read=True),
    Subject("artefactory/choice-learn", "e45b330a42ac2c3566ce9cf7cd9acf95b79df761", read=True),
    Subject("as-ideas/TransformerTTS", "363805548abdd93b33508da2c027ae514bfc1a07"),
    Subject("calmisential/TensorFlow2.0_ResNet", "6136d57c7580d24c9ee3e55ca0b820822565ce17", opened=True),
    Subject("cleverhans-lab/cleverhans", "574efc1d2f5c7e102c78cf0e937654e847267522", read=True),
    Subject("danielegrattarola/spektral", "a5fa5e38fca4eaca1e47ccfe1b00e0a61f64648b", read=True),
    Subject("danijar/dreamer", "56d4d444dfd0582b0e79dab80aebbea74c0ce40d"),
    Subject("danijar/dreamerv2", "07d906e9c4322c6fc2cd6ed23e247ccd6b7c8c41"),
    Subject("deel-ai/xplique", "0c90fa417bf7102854afba564b8ce72470c38f08", read=True),
    Subject("deepchem/deepchem", "fbe3b911a94a6eb8c84c1a9e7ac67a472c49ea80"),
    Subject("deepmind/acme", "a6d719904aaf2d5dfc3e9a597c58ef7584671309"),
    Subject("dragen1860/TensorFlow-2.x-Tutorials", "9861a308283d17693d497fdfaab20b92c0b26d08", opened=True),
    Subject("ethanyanjiali/deep-vision", "527bb3da655ac6245568942e252e27c61d0b4ca2", opened=True),
    Subject("gasteigerjo/dimenet", "66a8168ddb3c6e972977c7fb7d2143d6baee1402"),
    Subject("google-research/dice_rl", "0adb2e0f82d0c2fe9ad89a02f33e5de72629b786"),
    Subject("google-research/ibc", "db89ddbb852603fe9b64cf0f502b1fd3d6037d33"),
    Subject("google-research/recsim_ng", "6df34cf87111da366923793ddba81a0b50e41242", opened=True),
    Subject("google-research/seed_rl", "0e1e0ac9178a670ad1e1463baed92020e88905ec"),
    Subject("google-research/simclr", "383d4143fd8cf7879ae10f1046a9baeb753ff438"),
    Subject("google/automl", "6a54c8741e7c3265d4547c4f35f47a0391122dc5"),
    Subject("google/edward2", "ee025600cb3cf288230f34929d8a7110e719686b", read=True),
    Subject("google/nerfactor", "a668dca2fb28105d50aac7a32d306c2d652098c3", read=True),
    Subject("hunglc007/tensorflow-yolov4-tflite", "9f16748aa3f45ff240608da4bd9b1216a29127f5"),
    Subject("kamalkraj/ALBERT-TF2.0", "8d0cc211361e81a648bf846d8ec84225273db0e4", opened=True),
    Subject("keiohta/tf2rl", "43523930b3328b28fcf2ce64e6a9a8cf4a403044"),
    Subject("krasserm/super-resolution", "179320c5cb005f57cd7e126cd8b3b669c793585a"),
    Subject("lululxvi/deepxde", "99b6620386d18cefb1549dddb7b7fe468cfad607", read=True),
    Subject("magenta/ddsp", "88621d2725e5af05114c4b322bc187ffae8c1f56"),
    Subject("manicman1999/StyleGAN2-Tensorflow-2.0", "989306792ca49dcbebb353c4f06c7b48aeb3a9e3"),
    Subject("materialsvirtuallab/m3gnet", "3a8b14dfd5964915abb1e9fd6268e60c2677bc81"),
    Subject("microsoft/tf2-gnn", "fa608555c68c41027a44e1ec68c160e92b570632"),
    Subject("moono/stylegan2-tf-2.x", "aec4cec621d00ba5bd0a6b757dd24bc4472f2138"),
    Subject("peteryuX/esrgan-tf2", "90e8eeced35a677aa80851f185e1227a71fad1ac", opened=True),
    Subject("peteryuX/retinaface-tf2", "cae4af855cfce95a9867ee06ab61c5db4cc36151", opened=True),
    Subject("secondmind-labs/trieste", "d6f70ca07a0385a0b2d6588c0986e25085cab720", read=True),
    Subject(
        "snowkylin/tensorflow-handbook",
        "ee9fbe02ceee4e2f4fe23960219dd23ad5904c55",
        read=True,
        skip=_TRANSLATED,
    ),
    Subject("tencent-quantum-lab/tensorcircuit", "b6bbca7f2fd3bfda4e4471665274b22e646aef26", opened=True),
    Subject("tensordiffeq/TensorDiffEq", "7633927b8471a4150ea25972fbf41902af01070d", opened=True),
    Subject("tensorflow/addons", "d208d752e98c310280938efa939117bf635a60a8", opened=True),
    Subject("tensorflow/compression", "dda8cb4c4364e657d13491227e886ff8014f7243"),
    Subject("tensorflow/examples", "608f7db8c511e3dcc420afc564496e4516ceb800"),
    Subject("tensorflow/gnn", "5d7251e28998f7759d5145b80a63600dda11519b", read=True),
    Subject("tensorflow/lattice", "f52258331345031d179e24b8c8a93bffdd2d7597"),
    Subject("tensorflow/model-optimization", "6fbc2cec3984877251aa6ce961aceb7049cf2b25"),
    Subject("tensorflow/neural-structured-learning", "c60d48b403009d94178826d15a12cc050a0b2dc5", read=True),
    Subject("tensorflow/privacy", "03035d5d4a271ac795dab80f5bc1cef82fc3d462"),
    Subject("tensorflow/quantum", "cb76b44dd50953cc3085c99cf8053ab1f90ede8e"),
    Subject("tensorflow/ranking", "5b1d1338c1cb76507466d062e2d48bae57b17ac4", read=True),
    Subject("tensorflow/recommenders", "cf1dafa988f223ed5f30b68cb9aed518484b3a1d", read=True),
    Subject("tensorflow/similarity", "dc506d63d05d012d3496041c25c1c54981d39565"),
    Subject("tensorforce/tensorforce", "d384bdc8647c53557698d051c8e5f2ce94086e16", read=True),
    Subject("tensorlayer/RLzoo", "e3ed8a57bd8130bd7b663f213a388ce972925f30", read=True),
    Subject("tensorlayer/TensorLayer", "0681633252667b317a23b803c11a8a060a44bf31", read=True),
    Subject("tf-encrypted/tf-encrypted", "b2d89f05ac39f523cf1dd120c35af8c34ef2eaee"),
    Subject("zfit/zfit", "c43934652344508eb461cc73496c33ea32511007"),
    Subject("zzh8829/yolov3-tf2", "2784050f2fc1ff060f4c8b3ac2db231370569aa8"),
    Subject("mead-baseline", archive=_MEAD, read=True),
    Subject("tf-agents", archive=_ARCHIVES["tf-agents"], read=True),
)
