"""Things of wire: thin parts in front of far ones, with much background seen through."""

import math

import numpy as np

from . import materials, shapes
from .subjects import Subject


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one wire thing into the scene."""
    {
        "bicycle": bicycle,
        "basket": basket,
        "chain_link_fence": chain_link_fence,
        "bird_cage": bird_cage,
        "shopping_cart": shopping_cart,
        "desk_fan": desk_fan,
    }[subject.parameters["thing"]](rng)


def line(*points: shapes.Point, steps: int = 1) -> np.ndarray:
    """A path through points; `steps` > 1 rounds it."""
    path = np.array(points, float)
    return shapes.spline(path, steps) if steps > 1 else path


def bicycle(rng: np.random.Generator) -> None:
    """Rides towards -y; wheels of 36 crossed spokes."""
    colour = rng.uniform(0.02, 0.5, 3)
    frame = materials.solid("paint", tuple(colour), 0.25, coat=1.0)
    chrome, dark = (
        materials.metal("chrome", (0.75, 0.75, 0.76)),
        materials.solid("rubber", (0.015, 0.015, 0.015), 0.7, bump=0.004),
    )
    leather = materials.solid("leather", (0.16, 0.07, 0.03), 0.5, bump=0.006)
    spokes = []
    for hub in ((0, -1.0, 0.62), (0, 0.95, 0.62)):
        shapes.tube("tyre", [shapes.circle(hub, 0.6, "x", 120)], 0.03, dark, 5, closed=True)
        shapes.tube("rim", [shapes.circle(hub, 0.565, "x", 120)], 0.018, chrome, 4, closed=True)
        shapes.tube("hub", [line((-0.06, hub[1], hub[2]), (0.06, hub[1], hub[2]))], 0.035, chrome, 5)
        for number in range(36):
            side = 0.05 if number % 2 else -0.05
            at = number / 36 * 2 * math.pi
            start = at + (0.75 if (number // 2) % 2 else -0.75)
            spokes.append(
                line(
                    (side, hub[1] + 0.045 * math.cos(start), hub[2] + 0.045 * math.sin(start)),
                    (0, hub[1] + 0.555 * math.cos(at), hub[2] + 0.555 * math.sin(at)),
                )
            )
    shapes.tube("spokes", spokes, 0.0045, chrome, 1)
    seat, head, crank = (0, 0.42, 1.32), (0, -0.68, 1.38), (0, 0.22, 0.58)
    low = (0, -0.74, 1.2)
    shapes.tube(
        "frame",
        [line(seat, crank), line((0, 0.38, 1.24), head), line(crank, low), line(head, (0, -0.79, 1.05))],
        0.034,
        frame,
        5,
    )
    stays = []
    for side in (-0.06, 0.06):
        stays += [
            line((side * 0.3, 0.38, 1.24), (side, 0.95, 0.62)),
            line((side * 0.5, 0.22, 0.58), (side, 0.95, 0.62)),
        ]
        stays.append(line((side, -0.79, 1.08), (side, -0.9, 0.85), (side, -1.0, 0.62), steps=6))
    shapes.tube("stays", stays, 0.019, frame, 4)
    shapes.tube("post", [line(seat, (0, 0.47, 1.5)), line(head, (0, -0.64, 1.52))], 0.021, chrome, 4)
    bar = line(
        (-0.36, -0.42, 1.5),
        (-0.34, -0.62, 1.56),
        (-0.15, -0.68, 1.53),
        (0.15, -0.68, 1.53),
        (0.34, -0.62, 1.56),
        (0.36, -0.42, 1.5),
        steps=8,
    )
    shapes.tube("handlebar", [bar], 0.018, chrome, 4)
    shapes.tube("grips", [bar[:9], bar[-9:]], 0.026, leather, 4)
    shapes.sculpt(
        "saddle",
        [
            shapes.Ellipsoid((0, 0.56, 1.54), (0.13, 0.16, 0.045)),
            shapes.Limb((0, 0.5, 1.54), (0, 0.24, 1.55), 0.07, 0.035),
        ],
        leather,
        0.02,
        4,
    )
    shapes.tube(
        "chainring",
        [shapes.circle((0.08, 0.22, 0.58), 0.13, "x"), shapes.circle((0.08, 0.95, 0.62), 0.06, "x")],
        0.012,
        chrome,
        2,
        closed=True,
    )
    shapes.tube(
        "chain",
        [line((0.08, 0.22, 0.71), (0.08, 0.95, 0.68)), line((0.08, 0.22, 0.45), (0.08, 0.95, 0.56))],
        0.011,
        dark,
        2,
    )
    shapes.tube(
        "cranks",
        [line((0.1, 0.22, 0.58), (0.12, 0.05, 0.38)), line((-0.1, 0.22, 0.58), (-0.12, 0.39, 0.78))],
        0.018,
        chrome,
        3,
    )
    for x, y, z in ((0.19, 0.05, 0.38), (-0.19, 0.39, 0.78)):
        shapes.box("pedal", (x, y, z), (0.13, 0.12, 0.03), dark, 0.008)
    for hub, first, last in (((0, -1.0, 0.62), 0.35, 1.9), ((0, 0.95, 0.62), 0.6, 2.9)):
        at = np.linspace(first, last, 40)
        arc = np.stack([np.zeros(40), hub[1] + 0.66 * np.cos(at), hub[2] + 0.66 * np.sin(at)], -1)
        shapes.tube("mudguard", [arc + (side, 0, 0) for side in (-0.02, 0, 0.02)], 0.013, frame, 2)
    cables = [
        line((0.3, -0.6, 1.55), (0.2, -0.95, 1.5), (0.05, -0.85, 1.2), steps=10),
        line((-0.3, -0.6, 1.55), (-0.2, -0.98, 1.42), (-0.03, -0.5, 1.3), (0, 0.1, 1.28), steps=10),
    ]
    shapes.tube("cables", cables, 0.007, dark, 2)
    rack = [
        line((side, 0.5, 1.28), (side, 1.25, 1.28), (side, 1.25, 1.28), (side * 0.8, 0.95, 0.62))
        for side in (-0.09, 0.09)
    ]
    shapes.tube(
        "rack", [*rack, *[line((-0.09, y, 1.28), (0.09, y, 1.28)) for y in (0.6, 0.8, 1.0, 1.25)]], 0.009, dark, 2
    )


def basket(rng: np.random.Generator) -> None:
    """Woven strips with gaps, and a handle."""
    cane = materials.wood("cane", (0.42, 0.25, 0.1), (0.22, 0.11, 0.04), "Z")
    posts = 44

    def half(height: float) -> float:
        return 0.62 + 0.25 * height - 0.12 * height**2

    turn = np.linspace(0, 2 * math.pi, posts, endpoint=False)
    heights = np.linspace(0, 0.85, 10)
    uprights = [np.stack([half(heights) * math.cos(a), 0.72 * half(heights) * math.sin(a), heights], -1) for a in turn]
    shapes.tube("uprights", uprights, 0.014, cane, 2)
    around = np.linspace(0, 2 * math.pi, posts * 6, endpoint=False)
    rows = []
    for number, height in enumerate(np.linspace(0.03, 0.8, 17)):
        if number in (8, 9):
            continue
        weave = 0.02 * np.cos(posts / 2 * around + number * math.pi)
        far = half(height) + weave
        rows.append(
            np.stack(
                [far * np.cos(around), 0.72 * far * np.sin(around), height + 0.004 * rng.normal(size=len(around))], -1
            )
        )
    shapes.tube("weave", rows, 0.016, cane, 2, closed=True)
    lattice = []
    for number in range(posts):
        for way in (-1, 1):
            a = turn[number] + way * np.linspace(0, 2.2, 8) * (2 * math.pi / posts)
            z = np.linspace(0.4, 0.52, 8)
            lattice.append(np.stack([half(z) * np.cos(a), 0.72 * half(z) * np.sin(a), z], -1))
    shapes.tube("lattice", lattice, 0.008, cane, 2)
    at = np.linspace(0, 40 * 2 * math.pi, 1200)
    rim = half(0.85) + 0.03 * np.cos(at)
    path = np.linspace(0, 2 * math.pi, 1200)
    shapes.tube(
        "rim",
        [np.stack([rim * np.cos(path), 0.72 * rim * np.sin(path), 0.86 + 0.03 * np.sin(at)], -1)],
        0.018,
        cane,
        2,
        closed=True,
    )
    bow = np.linspace(0, math.pi, 400)
    strands = []
    for phase in (0, 2.1, 4.2):
        twist = bow * 14 + phase
        strands.append(
            np.stack(
                [
                    (0.8 + 0.03 * np.cos(twist)) * np.cos(bow),
                    0.03 * np.sin(twist),
                    0.8 + (0.85 + 0.03 * np.cos(twist)) * np.sin(bow),
                ],
                -1,
            )
        )
    shapes.tube("handle", strands, 0.024, cane, 3)
    foot = np.linspace(-0.6, 0.6, 20)
    shapes.tube(
        "floor",
        [
            line((x, -0.44 * math.sqrt(1 - (x / 0.64) ** 2), 0.01), (x, 0.44 * math.sqrt(1 - (x / 0.64) ** 2), 0.01))
            for x in foot
        ],
        0.016,
        cane,
        2,
    )


def chain_link_fence(rng: np.random.Generator) -> None:
    """A panel of chain link in a tube frame, rusty in places."""
    wire = materials.solid("wire", (0.55, 0.56, 0.57), 0.4, 0.9, other=(0.25, 0.12, 0.06), scale=2.2)
    post = materials.solid("post", (0.05, 0.16, 0.09), 0.35, coat=0.5, other=(0.04, 0.12, 0.07), scale=3)
    wide, high, mesh = 1.45, 1.9, 0.115
    paths = []
    count = int(2 * wide / mesh)
    for number in range(count):
        rows = int(high / (mesh / 2)) - 1
        index = np.arange(rows * 6) / 6
        # A neighbour bends the other way, so that each bend hooks into the next wire.
        swing = 2 * np.abs((index / 2 + number / 2) % 1 - 0.5)
        x = -wide + mesh * (number + 0.5) + (swing - 0.5) * mesh * 1.08
        y = 0.014 * np.cos(index * math.pi) + 0.03 * math.sin(number * 0.35) + 0.02 * np.sin(index * 0.12)
        paths.append(np.stack([x, y, 0.08 + index * mesh / 2 + 0.004 * rng.normal(size=len(x))], -1))
    shapes.tube("links", paths, 0.0075, wire, 2)
    corners = [
        (-wide - 0.05, 0, -0.1),
        (-wide - 0.05, 0, high + 0.02),
        (wide + 0.05, 0, high + 0.02),
        (wide + 0.05, 0, -0.1),
    ]
    shapes.tube(
        "frame",
        [line(*corners[:2]), line(*corners[1:3]), line(*corners[2:]), line((-wide, 0, 0.05), (wide, 0, 0.05))],
        0.04,
        post,
        5,
    )
    for x in (-wide - 0.05, wide + 0.05):
        shapes.ball("cap", (x, 0, high + 0.05), 0.055, post)
    coil = np.linspace(0, 1, 900)
    barbs = [np.stack([-wide + 2 * wide * coil, 0.07 * np.sin(coil * 75), high + 0.14 + 0.07 * np.cos(coil * 75)], -1)]
    shapes.tube("coil", barbs, 0.006, wire, 2)


def bird_cage(rng: np.random.Generator) -> None:
    """A domed brass cage with a perch, a swing and a bird."""
    brass, wooden = (
        materials.metal("brass", (0.78, 0.55, 0.22), 0.25),
        materials.wood("perch", (0.35, 0.2, 0.09), (0.2, 0.1, 0.04), "X"),
    )
    bars = []
    for number in range(34):
        a = number / 34 * 2 * math.pi
        up = np.concatenate([np.linspace(0, 1.25, 12), 1.25 + 0.55 * np.sin(np.linspace(0.08, math.pi / 2, 22))])
        far = np.concatenate([np.full(12, 0.55), 0.55 * np.cos(np.linspace(0.08, math.pi / 2, 22))])
        bars.append(np.stack([far * math.cos(a), far * math.sin(a), up], -1))
    shapes.tube("bars", bars, 0.0075, brass, 2)
    for height, thick in ((0.0, 0.03), (0.42, 0.01), (0.84, 0.01), (1.25, 0.018)):
        shapes.tube("ring", [shapes.circle((0, 0, height), 0.555, "z", 96)], thick, brass, 4, closed=True)
    tray = [(0, -0.12), (0.6, -0.12), (0.64, 0.0), (0.57, 0.02), (0.55, -0.04), (0, -0.04)]
    shapes.mesh_object("tray", shapes.lathe(tray, 96), materials.solid("tray", (0.7, 0.66, 0.55), 0.4, coat=0.4))
    shapes.ball("knob", (0, 0, 1.83), 0.05, brass)
    shapes.tube("hanger", [shapes.circle((0, 0, 1.98), 0.11, "y", 48)], 0.014, brass, 3, closed=True)
    shapes.tube(
        "perches",
        [line((-0.53, 0.1, 0.6), (0.53, 0.1, 0.6)), line((-0.14, 0, 0.95), (0.14, 0, 0.95))],
        0.018,
        wooden,
        3,
    )
    shapes.tube(
        "swing", [line((-0.14, 0, 0.95), (-0.1, 0, 1.78)), line((0.14, 0, 0.95), (0.1, 0, 1.78))], 0.005, brass, 2
    )
    door = [(-0.16, -0.555, 0.08), (-0.16, -0.555, 0.44), (0.16, -0.555, 0.44), (0.16, -0.555, 0.08)]
    shapes.tube("door", [np.array(door)], 0.014, brass, 3, closed=True)
    bird = [
        shapes.Ellipsoid((0.05, 0.1, 0.74), (0.11, 0.13, 0.15), (25, 0, 0)),
        shapes.Ellipsoid((0.05, 0.03, 0.92), (0.085, 0.09, 0.085)),
        shapes.Limb((0.05, 0.16, 0.66), (0.05, 0.3, 0.42), 0.06, 0.02),
    ]
    plumage = shapes.sculpt("bird", bird, materials.painted("plumage", 0.7, bump=0.01), 0.018, 4)
    places = shapes.vertices_of(plumage)
    green = np.tile(np.array((0.25, 0.5, 0.04)), (len(places), 1))
    head = shapes.within(places, (0.05, 0.0, 0.93), (0.12, 0.12, 0.08), 0.4)[:, None]
    shapes.paint(plumage, green * (1 - head) + np.array((0.75, 0.55, 0.05)) * head)
    shapes.ball("beak", (0.05, -0.07, 0.9), (0.02, 0.035, 0.025), materials.solid("beak", (0.6, 0.25, 0.08), 0.4))
    for side in (-1, 1):
        shapes.ball("eye", (0.05 + side * 0.07, -0.01, 0.94), 0.016, materials.solid("eye", (0.01, 0.01, 0.01), 0.1))


def shopping_cart(rng: np.random.Generator) -> None:
    """A trolley of steel wire on castors."""
    steel, red = materials.metal("steel", (0.7, 0.71, 0.72), 0.22), materials.solid("plastic", (0.5, 0.02, 0.02), 0.35)
    rubber = materials.solid("rubber", (0.03, 0.03, 0.03), 0.6)

    def corner(y: float, z: float) -> tuple[float, float]:
        """Half width at a place: the basket narrows to the front and the floor."""
        return 0.5 - 0.09 * (0.6 - y) * 0.7 - 0.1 * (1.5 - z), z

    wires, thick = [], []

    def ring(z: float):
        front, back = -0.75 + 0.1 * (1.5 - z), 0.55
        a, b = corner(front, z)[0], corner(back, z)[0]
        return np.array([(-a, front, z), (a, front, z), (b, back, z), (-b, back, z)])

    for z in np.linspace(0.88, 1.5, 9):
        thick_here = z in (0.88, 1.5)
        path = ring(z)
        (thick if thick_here else wires).append(path)
    bottom, top = ring(0.88), ring(1.5)
    uprights = []
    for first in range(4):
        second = (first + 1) % 4
        for share in np.linspace(0, 1, 22 if first % 2 else 15, endpoint=False):
            uprights.append(
                np.stack(
                    [
                        bottom[first] * (1 - share) + bottom[second] * share,
                        top[first] * (1 - share) + top[second] * share,
                    ]
                )
            )
    floor = [
        np.stack([bottom[0] * (1 - s) + bottom[1] * s, bottom[3] * (1 - s) + bottom[2] * s])
        for s in np.linspace(0, 1, 14)
    ]
    floor += [
        np.stack([bottom[0] * (1 - s) + bottom[3] * s, bottom[1] * (1 - s) + bottom[2] * s])
        for s in np.linspace(0, 1, 8)
    ]
    shapes.tube("wires", wires, 0.006, steel, 2, closed=True)
    shapes.tube("rims", thick, 0.014, steel, 3, closed=True)
    shapes.tube("uprights", [*uprights, *floor], 0.0055, steel, 1)
    legs = []
    for side in (-1, 1):
        legs.append(
            line(
                (side * 0.52, 0.72, 1.6),
                (side * 0.5, 0.6, 1.2),
                (side * 0.46, 0.5, 0.85),
                (side * 0.42, 0.4, 0.35),
                (side * 0.38, -0.1, 0.28),
                (side * 0.3, -0.68, 0.24),
                steps=8,
            )
        )
        legs.append(line((side * 0.42, 0.42, 0.4), (side * 0.44, 0.55, 0.22)))
        legs.append(line((side * 0.36, -0.6, 0.9), (side * 0.4, 0.1, 0.5), (side * 0.42, 0.38, 0.33), steps=6))
    legs.append(line((-0.3, -0.68, 0.24), (0.3, -0.68, 0.24)))
    shapes.tube("legs", legs, 0.022, steel, 4)
    shapes.tube("grip", [line((-0.54, 0.73, 1.61), (0.54, 0.73, 1.61))], 0.034, red, 5)
    shapes.tube(
        "rack",
        [line((s * 0.3 - 0.0, -0.6, 0.26), (s * 0.4, 0.35, 0.32)) for s in np.linspace(-1, 1, 11)],
        0.006,
        steel,
        1,
    )
    for x, y in ((-0.3, -0.68), (0.3, -0.68), (-0.44, 0.55), (0.44, 0.55)):
        shapes.tube(
            "fork",
            [
                line((x - 0.04, y, 0.24), (x - 0.04, y + 0.05, 0.1)),
                line((x + 0.04, y, 0.24), (x + 0.04, y + 0.05, 0.1)),
            ],
            0.012,
            steel,
            2,
        )
        shapes.tube("castor", [shapes.circle((x, y + 0.05, 0.1), 0.065, "x", 40)], 0.034, rubber, 4, closed=True)
        shapes.tube("axle", [line((x - 0.05, y + 0.05, 0.1), (x + 0.05, y + 0.05, 0.1))], 0.04, steel, 4)
    cube = materials.solid("carton", (0.42, 0.27, 0.14), 0.8, other=(0.36, 0.22, 0.1), scale=3)
    shapes.box("carton", (0.08, 0.2, 1.06), (0.3, 0.26, 0.34), cube, 0.01, (0, 0, 24))
    shapes.ball(
        "melon", (-0.14, -0.28, 1.05), 0.17, materials.striped("melon", (0.02, 0.08, 0.015), (0.12, 0.25, 0.05), 9, "X")
    )


def desk_fan(rng: np.random.Generator) -> None:
    """A fan at rest behind its wire guard."""
    chrome, enamel = (
        materials.metal("chrome", (0.8, 0.8, 0.8), 0.15),
        materials.solid("enamel", (0.12, 0.32, 0.33), 0.3, coat=0.8),
    )
    centre = (0, 0, 1.25)
    wires = []
    for number in range(56):
        a = number / 56 * 2 * math.pi
        far = np.concatenate(
            [
                np.linspace(0.08, 0.55, 10),
                0.55 + 0.1 * np.sin(np.linspace(0.1, math.pi - 0.1, 12)),
                np.linspace(0.55, 0.1, 10),
            ]
        )
        deep = np.concatenate(
            [np.full(10, -0.2) + 0.04 * np.linspace(0, 1, 10), np.linspace(-0.16, 0.14, 12), np.linspace(0.15, 0.2, 10)]
        )
        swirl = a + 0.5 * (far - 0.1)
        wires.append(np.stack([far * np.cos(swirl), deep, centre[2] + far * np.sin(swirl)], -1))
    shapes.tube("guard", wires, 0.0055, chrome, 2)
    for far, deep in ((0.645, 0.0), (0.35, -0.185), (0.35, 0.18)):
        shapes.tube("ring", [shapes.circle((0, deep, centre[2]), far, "y", 96)], 0.012, chrome, 3, closed=True)
    shapes.ball("boss", (0, -0.2, centre[2]), (0.1, 0.03, 0.1), enamel)
    blade = []
    for number in range(4):
        a = number * math.pi / 2 + 0.4
        r, t = np.meshgrid(np.linspace(0.07, 0.55, 16), np.linspace(-0.5, 0.55, 14), indexing="ij")
        around = a + t * (0.75 + 0.5 * r)
        points = np.stack(
            [r * np.cos(around), -0.05 + 0.16 * t * (1.1 - r), centre[2] + r * np.sin(around)], -1
        ).reshape(-1, 3)
        blade.append((points, shapes.sheet_faces(16, 14)))
    shapes.mesh_object("blades", shapes.join(blade), materials.metal("brass", (0.75, 0.6, 0.3), 0.3))
    shapes.ball("motor", (0, 0.3, centre[2]), (0.17, 0.24, 0.17), enamel)
    shapes.tube("neck", [line((0, 0.3, 1.1), (0, 0.22, 0.5), (0, 0.15, 0.15), steps=10)], 0.05, chrome, 5)
    shapes.mesh_object(
        "foot", shapes.lathe([(0, 0), (0.45, 0), (0.47, 0.05), (0.3, 0.13), (0.08, 0.2), (0, 0.2)], 80, 6), enamel
    )
    cable = line((0, 0.5, 0.06), (0.3, 0.75, 0.02), (0.65, 0.5, 0.02), (0.9, 0.6, 0.02), steps=12)
    shapes.tube("cable", [cable], 0.014, materials.solid("cable", (0.02, 0.02, 0.02), 0.5), 3)
