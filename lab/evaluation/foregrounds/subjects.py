"""The table of subjects: what is drawn, from which side, and on which side of the split.

Subjects are held out, never angles: no picture of a held-out subject may enter any training.
"""

from dataclasses import dataclass, field

CATEGORIES = ("fur", "hair", "plants", "wire", "fabric", "glass", "motion", "solids")
SPLITS = ("tuning", "held_out")


@dataclass(frozen=True)
class Subject:
    """One thing to draw."""

    name: str
    category: str
    split: str
    """`tuning` for training and for choosing settings, `held_out` for the published figures alone."""
    seed: int
    aspect: tuple[int, int] = (4, 3)
    """Width to height of the picture."""
    view: tuple[float, float] = (15, 6)
    """Azimuth and elevation of the camera in degrees; azimuth 0 is ahead of the subject."""
    swing: float = 50
    """How far later angles may turn to either side, degrees."""
    cut: float = 0
    """Share of the subject's height that is below the frame, 0 for none."""
    fill: float = 0.9
    """Share of the frame's width or height that the subject takes, whichever is reached first."""
    field_of_view: float = 28
    """Horizontal, degrees."""
    detail: float = 1
    """Factor on the longest side: slow subjects are drawn smaller."""
    parameters: dict = field(default_factory=dict)
    """What the category's builder reads."""


def _table() -> list[Subject]:
    tuning, held_out = "tuning", "held_out"
    portrait, upright, square, landscape, wide = (3, 4), (2, 3), (1, 1), (4, 3), (3, 2)
    rows: list[Subject] = []

    def fur(name, split, seed, aspect, view, **parameters):
        rows.append(
            Subject(
                name, "fur", split, seed, aspect, view, fill=0.93, detail=0.8, parameters={"body": name, **parameters}
            )
        )

    fur("cat", tuning, 11, portrait, (24, 8))
    fur("terrier", held_out, 12, landscape, (-38, 7))
    fur("lamb", tuning, 13, landscape, (42, 8))
    fur("bear", held_out, 14, portrait, (-16, 5))
    fur("fox", tuning, 15, wide, (62, 8))
    fur("rabbit", held_out, 16, portrait, (40, 8))
    fur("guinea_pig", tuning, 17, landscape, (-50, 14))
    fur("owl_chick", held_out, 18, upright, (12, 4))

    def hair(name, split, seed, aspect, view, cut, **parameters):
        rows.append(
            Subject(name, "hair", split, seed, aspect, view, cut=cut, fill=0.89, detail=0.8, parameters=parameters)
        )

    dark, black, blonde, red = (0.022, 0.012, 0.007), (0.006, 0.005, 0.005), (0.38, 0.23, 0.095), (0.19, 0.045, 0.014)
    brown, grey, copper = (0.07, 0.03, 0.013), (0.3, 0.29, 0.27), (0.28, 0.09, 0.03)
    pale, tan, deep, rose = (0.62, 0.38, 0.28), (0.42, 0.22, 0.13), (0.11, 0.05, 0.03), (0.55, 0.3, 0.21)
    hair(
        "long_straight_dark",
        tuning,
        21,
        portrait,
        (12, 3),
        0.34,
        style="long",
        length=1.6,
        parting=0.1,
        hair=dark,
        skin=tan,
        shirt=(0.5, 0.5, 0.46),
    )
    hair(
        "wavy_blonde",
        held_out,
        22,
        portrait,
        (-24, 4),
        0.34,
        style="long",
        length=1.5,
        parting=-0.12,
        wave=0.045,
        turns=3.0,
        hair=blonde,
        skin=pale,
        shirt=(0.03, 0.09, 0.2),
    )
    hair(
        "afro",
        tuning,
        23,
        square,
        (18, 2),
        0.4,
        style="afro",
        length=0.55,
        curl=0.028,
        turns=7.0,
        hair=black,
        skin=deep,
        shirt=(0.6, 0.3, 0.03),
    )
    hair(
        "bob_fringe",
        held_out,
        24,
        portrait,
        (-14, 3),
        0.38,
        style="bob",
        length=0.75,
        fringe=True,
        hair=black,
        skin=rose,
        shirt=(0.35, 0.03, 0.05),
    )
    hair(
        "red_curls",
        tuning,
        25,
        portrait,
        (30, 4),
        0.36,
        style="long",
        length=1.25,
        parting=0.02,
        curl=0.05,
        turns=5.0,
        lift=0.35,
        hair=red,
        skin=pale,
        shirt=(0.04, 0.16, 0.1),
    )
    hair(
        "windblown_brown",
        held_out,
        26,
        landscape,
        (-18, 2),
        0.36,
        style="long",
        length=1.5,
        parting=0.12,
        wind=(2.6, 1.2, 1.9),
        wave=0.03,
        turns=2.0,
        stray=0.14,
        hair=brown,
        skin=rose,
        shirt=(0.7, 0.68, 0.62),
    )
    hair(
        "tousled_grey",
        tuning,
        27,
        square,
        (-20, 3),
        0.42,
        style="short",
        length=0.34,
        hair=grey,
        skin=rose,
        shirt=(0.02, 0.025, 0.035),
        beard=True,
    )
    hair(
        "pigtails_copper",
        held_out,
        28,
        square,
        (8, 4),
        0.4,
        style="pigtails",
        length=1.0,
        parting=0.0,
        curl=0.02,
        turns=3.0,
        hair=copper,
        skin=pale,
        shirt=(0.75, 0.55, 0.1),
    )

    def plants(name, split, seed, aspect, view, **parameters):
        rows.append(
            Subject(name, "plants", split, seed, aspect, view, swing=180, parameters={"plant": name, **parameters})
        )

    plants("fern", tuning, 31, landscape, (10, 12))
    plants("grass_pot", held_out, 32, portrait, (20, 5))
    plants("birch_sapling", tuning, 33, upright, (0, 3))
    plants("maple_sapling", held_out, 34, portrait, (40, 3))
    plants("palm", tuning, 35, upright, (15, 4))
    plants("pine_bonsai", held_out, 36, landscape, (-20, 6))
    plants("monstera", tuning, 37, square, (12, 14))
    plants("dandelions", held_out, 38, portrait, (5, 4))

    def wire(name, split, seed, aspect, view, **parameters):
        rows.append(Subject(name, "wire", split, seed, aspect, view, parameters={"thing": name, **parameters}))

    wire("bicycle", held_out, 41, wide, (78, 5))
    wire("basket", tuning, 42, square, (15, 22))
    wire("chain_link_fence", tuning, 43, landscape, (22, 4))
    wire("bird_cage", held_out, 44, upright, (12, 6))
    wire("shopping_cart", tuning, 45, portrait, (55, 14))
    wire("desk_fan", held_out, 46, portrait, (28, 5))

    def fabric(name, split, seed, aspect, view, **parameters):
        rows.append(Subject(name, "fabric", split, seed, aspect, view, parameters={"cloth": name, **parameters}))

    fabric("lace_curtain", tuning, 51, portrait, (14, 3))
    fabric("lace_doily", held_out, 52, landscape, (20, 38))
    fabric("tulle_veil", held_out, 53, portrait, (-22, 4))
    fabric("fringed_shawl", tuning, 54, landscape, (12, 5))

    def glass(name, split, seed, aspect, view, **parameters):
        rows.append(
            Subject(name, "glass", split, seed, aspect, view, swing=180, parameters={"vessel": name, **parameters})
        )

    glass("bottle", tuning, 61, upright, (20, 6))
    glass("wine_glass", held_out, 62, upright, (0, 8))
    glass("tumbler", tuning, 63, portrait, (25, 18))
    glass("carafe", held_out, 64, upright, (40, 12))

    def motion(name, split, seed, aspect, view, **parameters):
        rows.append(Subject(name, "motion", split, seed, aspect, view, parameters={"thing": name, **parameters}))

    motion("propeller_plane", held_out, 71, wide, (-38, 8))
    motion("tennis_ball", tuning, 72, landscape, (10, 8))
    motion("pinwheel", tuning, 73, portrait, (14, 4))
    motion("swung_hammer", held_out, 74, landscape, (6, 6))

    def solids(name, split, seed, aspect, view, **parameters):
        rows.append(
            Subject(name, "solids", split, seed, aspect, view, swing=180, parameters={"thing": name, **parameters})
        )

    solids("turned_vase", tuning, 81, portrait, (0, 10))
    solids("teapot", held_out, 82, landscape, (15, 14))
    solids("sneaker", held_out, 83, wide, (68, 14))
    solids("spindle_chair", tuning, 84, portrait, (32, 12))
    solids("mug", tuning, 85, square, (35, 22))
    solids("toy_robot", held_out, 86, portrait, (22, 6))
    solids("headphones", held_out, 87, square, (38, 10))
    solids("bath_duck", tuning, 88, landscape, (48, 10))
    return rows


SUBJECTS = _table()


def alternating(subjects: list[Subject]) -> list[Subject]:
    """Turns through categories and splits, so that whatever is finished first is a fair choice of all."""
    piles = {
        category: {split: [s for s in subjects if s.category == category and s.split == split] for split in SPLITS}
        for category in CATEGORIES
    }
    ordered: list[Subject] = []
    turn = 0
    while len(ordered) < len(subjects):
        for place, category in enumerate(CATEGORIES):
            pile = piles[category]
            first = pile[SPLITS[(turn + place) % 2]] or pile[SPLITS[(turn + place + 1) % 2]]
            if first:
                ordered.append(first.pop(0))
        turn += 1
    return ordered
