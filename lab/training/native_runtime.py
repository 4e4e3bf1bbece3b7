"""onnxruntime, which all programs here load so: by itself its first session asks for its vendor's host by name, and
writes an identifier of this machine below HOME. It reads the variable once."""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

__all__ = ["onnxruntime"]
