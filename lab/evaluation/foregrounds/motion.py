"""Things that move while the shutter is open: alpha is the coverage over the shutter time."""

import math

import bpy
import numpy as np

from . import materials, shapes, strands
from .subjects import Subject


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one moving thing into the scene. Frames 0 to 2 are animated; frame 1 is drawn, half a frame long."""
    bpy.context.preferences.edit.keyframe_new_interpolation_type = "LINEAR"
    {
        "propeller_plane": propeller_plane,
        "tennis_ball": tennis_ball,
        "pinwheel": pinwheel,
        "swung_hammer": swung_hammer,
    }[subject.parameters["thing"]](rng)


def pivot(name: str, centre: shapes.Point, parts: list) -> bpy.types.Object:
    """An empty that carries parts, which keep their places."""
    hub = shapes.link(name, None)
    hub.location = centre
    bpy.context.view_layer.update()
    for part in parts:
        part.parent = hub
        part.matrix_parent_inverse = hub.matrix_world.inverted()
    return hub


def move(made: bpy.types.Object, turn: shapes.Point = (0, 0, 0), way: shapes.Point = (0, 0, 0)) -> None:
    """Turns (degrees for each frame about x, y, z) and shifts (units for each frame) evenly through frame 1."""
    places, angles = np.array(made.location), np.array(made.rotation_euler)
    for frame in (0, 2):
        made.location = places + np.array(way) * (frame - 1)
        made.rotation_euler = angles + np.radians(turn) * (frame - 1)
        made.keyframe_insert("location", frame=frame)
        made.keyframe_insert("rotation_euler", frame=frame)


def propeller_plane(rng: np.random.Generator) -> None:
    """A toy plane towards -y; only the propeller moves fast, the plane a little."""
    red = materials.solid("paint", (0.5, 0.03, 0.02), 0.3, coat=0.8)
    cream = materials.solid("wing", (0.75, 0.68, 0.5), 0.35, coat=0.5)
    dark = materials.solid("dark", (0.02, 0.02, 0.022), 0.5)
    wood = materials.wood("propeller", (0.5, 0.3, 0.12), (0.3, 0.16, 0.06), "X")
    body = shapes.sculpt(
        "body",
        [
            shapes.Limb((0, -0.75, 0.6), (0, 0.1, 0.62), 0.2, 0.22),
            shapes.Limb((0, 0.1, 0.62), (0, 1.15, 0.72), 0.21, 0.06),
        ],
        red,
        0.03,
        6,
    )
    parts = [body]
    for height, back in ((0.48, -0.1), (1.05, -0.18)):
        wing = shapes.box("wing", (0, back, height), (2.5, 0.46, 0.05), cream, 0.024)
        parts.append(wing)
    struts = [np.array([(x, y - 0.05, 0.5), (x, y - 0.13, 1.04)]) for x in (-0.95, 0.95) for y in (-0.2, 0.14)]
    struts += [np.array([(x, -0.12, 0.72), (x * 1.6, -0.16, 1.04)]) for x in (-0.14, 0.14)]
    wires = [np.array([(0.95, -0.2, 0.5), (0.22, -0.3, 1.03)]), np.array([(-0.95, -0.2, 0.5), (-0.22, -0.3, 1.03)])]
    parts += [shapes.tube("struts", struts, 0.017, wood, 2), shapes.tube("wires", wires, 0.004, dark, 1)]
    parts += [
        shapes.box("fin", (0, 1.1, 0.95), (0.035, 0.28, 0.4), cream, 0.015),
        shapes.box("tail", (0, 1.12, 0.74), (0.85, 0.28, 0.035), cream, 0.015),
    ]
    parts += [
        shapes.tube(
            "legs",
            [np.array([(0.1, -0.45, 0.5), (0.3, -0.5, 0.17)]), np.array([(-0.1, -0.45, 0.5), (-0.3, -0.5, 0.17)])],
            0.02,
            dark,
            2,
        )
    ]
    parts += [
        shapes.tube("wheel", [shapes.circle((x, -0.5, 0.15), 0.1, "x", 40)], 0.045, dark, 4, closed=True)
        for x in (-0.32, 0.32)
    ]
    parts += [
        shapes.ball("pilot", (0, 0.18, 0.9), 0.12, materials.solid("leather", (0.22, 0.1, 0.04), 0.6)),
        shapes.ball("cowl", (0, -0.9, 0.6), (0.18, 0.07, 0.18), dark),
    ]
    blades = []
    for side in (-1, 1):
        r, t = np.meshgrid(np.linspace(0.03, 0.62, 20), np.linspace(-1, 1, 8), indexing="ij")
        width = 0.085 * np.sin(np.pi * np.clip(r / 0.64, 0, 1)) ** 0.5 + 0.01
        twist = 0.9 - r
        points = np.stack(
            [side * r, -1.0 + width * t * np.sin(twist) * side, 0.6 + width * t * np.cos(twist)], -1
        ).reshape(-1, 3)
        blades.append((points, shapes.sheet_faces(20, 8)))
    turning = [
        shapes.mesh_object("blades", shapes.join(blades), wood),
        shapes.ball("spinner", (0, -1.0, 0.6), (0.07, 0.1, 0.07), cream),
    ]
    hub = pivot("propeller", (0, -1.0, 0.6), turning)
    hub.rotation_euler = (0, math.radians(35 + rng.uniform(-30, 30)), 0)
    move(hub, turn=(0, 190, 0))
    whole = pivot("plane", (0, 0, 0.6), [*parts, hub])
    whole.rotation_euler = (math.radians(-6), math.radians(10), 0)
    move(whole, turn=(0, 3, 0), way=(0, -0.06, 0.01))


def tennis_ball(rng: np.random.Generator) -> None:
    """Felt with a seam, hit by a racket's strings."""
    felt = materials.solid("felt", (0.5, 0.6, 0.05), 0.95, other=(0.4, 0.5, 0.04), scale=12, bump=0.02, bump_scale=60)
    sphere = shapes.ball("ball", (0, 0, 0), 0.42, felt, 96)
    t = np.linspace(0, 2 * math.pi, 160, endpoint=False)
    seam = (
        strands.unit(
            np.stack([np.cos(t) + 0.45 * np.cos(3 * t), np.sin(t) - 0.45 * np.sin(3 * t), 1.3 * np.sin(2 * t)], -1)
        )
        * 0.418
    )
    line = shapes.tube("seam", [seam], 0.014, materials.solid("seam", (0.7, 0.7, 0.66), 0.8), 2, closed=True)
    ways = strands.unit(rng.normal(size=(9000, 3)))
    fuzz = strands.grow(
        ways * 0.415, ways + 0.7 * rng.normal(size=ways.shape), rng.uniform(0.02, 0.055, 9000), 4, rng, noise=0.5
    )
    coat = strands.strand_object(
        "fuzz",
        fuzz,
        0.0022,
        0.0008,
        strands.shades((0.5, 0.6, 0.06), 9000, 0.15, rng),
        materials.strands("fuzz", gloss=0.1),
    )
    hub = pivot("ball", (0, 0, 0), [sphere, line, coat])
    hub.location = (-0.75, -0.25, 0.2)
    move(hub, turn=(0, 50, 15), way=(-0.62, 0, 0.16))
    frame = materials.solid("frame", (0.02, 0.03, 0.12), 0.25, coat=1.0)
    string = materials.solid("string", (0.75, 0.72, 0.6), 0.4)
    grip = materials.striped("grip", (0.03, 0.03, 0.03), (0.1, 0.1, 0.1), 7, "Z", 0.8, 0)
    oval = shapes.circle((0, 0, 0), 1.0, "y", 96) * (0.62, 1, 0.78)
    cords = []
    for x in np.linspace(-0.54, 0.54, 16):
        z = 0.78 * math.sqrt(1 - (x / 0.62) ** 2)
        cords.append(np.array([(x, 0.004, -z), (x, -0.004, z)]))
    for z in np.linspace(-0.68, 0.68, 18):
        x = 0.62 * math.sqrt(1 - (z / 0.78) ** 2)
        cords.append(np.array([(-x, -0.004, z), (x, 0.004, z)]))
    parts = [
        shapes.tube("frame", [oval], 0.035, frame, 4, closed=True),
        shapes.tube("strings", cords, 0.0055, string, 1),
    ]
    throat = [np.array([(0.36, 0, -0.62), (0.06, 0, -1.15)]), np.array([(-0.36, 0, -0.62), (-0.06, 0, -1.15)])]
    parts += [
        shapes.tube("throat", throat, 0.034, frame, 4),
        shapes.tube("grip", [np.array([(0, 0, -1.1), (0, 0, -1.85)])], 0.065, grip, 5),
    ]
    racket = pivot("racket", (0, 0, -1.6), parts)
    racket.location = (0.75, 0.1, -1.35)
    racket.rotation_euler = (0, math.radians(12), math.radians(38))
    move(racket, turn=(0, -9, 0))


def pinwheel(rng: np.random.Generator) -> None:
    """A paper windmill on a stick; eight coloured vanes turn."""
    colours = [(0.6, 0.03, 0.05), (0.7, 0.45, 0.02), (0.03, 0.2, 0.5), (0.05, 0.35, 0.1)]
    vanes = []
    for number in range(8):
        paper = materials.leaf(
            f"paper {number}", colours[number % 4], tuple(0.9 * c for c in colours[number % 4]), 0.25
        )
        a, b = np.meshgrid(np.linspace(0, 1, 18), np.linspace(0, 1, 14), indexing="ij")
        out = 0.06 + 0.72 * a
        swing = b * 0.72 * (1 - 0.25 * a)
        angle = number * math.pi / 4 + swing
        deep = -0.2 * np.sin(b * math.pi) * a - 0.05 * b
        points = np.stack([out * np.cos(angle) * (1 - 0.15 * b), deep, out * np.sin(angle) * (1 - 0.15 * b)], -1)
        vanes.append(shapes.mesh_object("vane", (points.reshape(-1, 3), shapes.sheet_faces(18, 14)), paper))
    vanes.append(shapes.ball("pin", (0, -0.1, 0), 0.06, materials.metal("pin", (0.85, 0.75, 0.4), 0.2)))
    hub = pivot("wheel", (0, 0, 0), vanes)
    hub.rotation_euler = (0, rng.uniform(0, 6.28), 0)
    move(hub, turn=(0, 58, 0))
    stick = materials.wood("stick", (0.62, 0.45, 0.24), (0.5, 0.33, 0.15), "Z")
    shapes.tube("stick", [np.array([(0, 0.09, 0.1), (0, 0.09, -1.75)])], 0.028, stick, 4)
    shapes.tube("axle", [np.array([(0, -0.1, 0), (0, 0.12, 0)])], 0.014, materials.metal("axle"), 3)
    ribbon = materials.leaf("ribbon", (0.65, 0.3, 0.4), (0.6, 0.25, 0.35), 0.4)
    for side in (-1, 1):
        s = np.linspace(0, 1, 60)
        middle = np.stack(
            [
                side * (0.03 + 0.4 * s + 0.05 * np.sin(9 * s)),
                0.09 - 0.1 * np.sin(7 * s),
                -0.35 - 0.7 * s + 0.08 * np.sin(11 * s),
            ],
            -1,
        )
        edge = np.stack([middle + (0, 0.035, 0.02), middle - (0, 0.035, 0.02)], 1)
        band = shapes.mesh_object("ribbon", (edge.reshape(-1, 3), shapes.sheet_faces(60, 2)), ribbon)
        waving = pivot("waving", (0, 0.09, -0.35), [band])
        move(waving, turn=(9, 14, 11 * side))


def swung_hammer(rng: np.random.Generator) -> None:
    """A claw hammer on its way down beside a board with nails; the head smears, the hand's end hardly."""
    steel, wood = (
        materials.metal("steel", (0.55, 0.56, 0.58), 0.28),
        materials.wood("handle", (0.5, 0.3, 0.13), (0.33, 0.17, 0.06), "X"),
    )
    rubber = materials.solid("grip", (0.03, 0.03, 0.035), 0.7, bump=0.006)
    head = shapes.sculpt(
        "head",
        [
            shapes.Limb((0, 0, 0.05), (0, 0, -0.3), 0.1, 0.09),
            shapes.Limb((0, 0, -0.3), (0, 0, -0.38), 0.14, 0.14),
            shapes.Limb((0, 0.03, 0.08), (0.05, 0.06, 0.32), 0.08, 0.035),
            shapes.Limb((0, -0.03, 0.08), (0.05, -0.06, 0.32), 0.08, 0.035),
            shapes.Limb((0.05, 0.06, 0.32), (0.16, 0.08, 0.47), 0.035, 0.016),
            shapes.Limb((0.05, -0.06, 0.32), (0.16, -0.08, 0.47), 0.035, 0.016),
        ],
        steel,
        0.018,
        3,
    )
    shaft = shapes.tube(
        "shaft", [np.array([(-0.05, 0, 0), (1.0, 0, 0)]), np.array([(0.9, 0, 0), (1.75, 0, -0.02)])], 0.062, wood, 5
    )
    grip = shapes.tube(
        "sleeve",
        [shapes.spline(np.array([(1.1, 0, 0), (1.4, 0, -0.015), (1.75, 0, -0.01), (1.8, 0, -0.03)]), 8)],
        0.082,
        rubber,
        5,
    )
    hub = pivot("hammer", (1.85, 0, 0), [head, shaft, grip])
    hub.location = (1.2, 0, 0.25)
    hub.rotation_euler = (0, math.radians(24 + rng.uniform(-5, 5)), 0)
    move(hub, turn=(0, -24, 0))
    pine = materials.wood("board", (0.6, 0.42, 0.22), (0.45, 0.28, 0.12), "X")
    shapes.box("board", (-0.35, 0, -0.62), (1.7, 0.6, 0.16), pine, 0.015, (0, 0, 6))
    for x, y, height in ((-0.65, -0.08, 0.38), (-0.3, 0.12, 0.1), (0.1, -0.12, 0.16)):
        nail = np.array([(x, y, -0.56), (x + 0.01, y, -0.54 + height)])
        shapes.tube("nail", [nail], 0.017, steel, 3)
        shapes.ball("nail head", tuple(nail[1]), (0.042, 0.042, 0.012), steel, 24)
