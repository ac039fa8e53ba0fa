"""Texts that `tf.saved_model` exports: keys of what signatures take and return, names of methods, tags and files."""

from __future__ import annotations

SAVED_MODEL_TEXTS = {
    "ASSETS_DIRECTORY": "assets",
    "ASSETS_KEY": "saved_model_assets",
    "CLASSIFY_INPUTS": "inputs",
    "CLASSIFY_METHOD_NAME": "tensorflow/serving/classify",
    "CLASSIFY_OUTPUT_CLASSES": "classes",
    "CLASSIFY_OUTPUT_SCORES": "scores",
    "DEBUG_DIRECTORY": "debug",
    "DEBUG_INFO_FILENAME_PB": "saved_model_debug_info.pb",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY": "serving_default",
    "GPU": "gpu",
    "PREDICT_INPUTS": "inputs",
    "PREDICT_METHOD_NAME": "tensorflow/serving/predict",
    "PREDICT_OUTPUTS": "outputs",
    "REGRESS_INPUTS": "inputs",
    "REGRESS_METHOD_NAME": "tensorflow/serving/regress",
    "REGRESS_OUTPUTS": "outputs",
    "SAVED_MODEL_FILENAME_PB": "saved_model.pb",
    "SAVED_MODEL_FILENAME_PBTXT": "saved_model.pbtxt",
    "SERVING": "serve",
    "TPU": "tpu",
    "TRAINING": "train",
    "VARIABLES_DIRECTORY": "variables",
    "VARIABLES_FILENAME": "variables",
}
