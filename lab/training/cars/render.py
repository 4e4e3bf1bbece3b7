"""Renders cars with exact see-through alpha, silhouette, glass and shadow, one folder per split.

A frame is two PNG files and a line of `frames.jsonl`:
- `NAME.rgba.png`: the car's light, premultiplied, sRGB-encoded; alpha is its opacity, glass included.
- `NAME.layers.png`: red = silhouette with glass as solid, green = glass, blue = how much of the ground's light the car
  takes away (0 none, 255 all), not limited to what the car leaves visible.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import OpenEXR
from PIL import Image

TEST_MODELS = ("coupe", "gp_sedan", "hatch_focus", "minibus", "suv_q5", "van_panel")
TEST_PANORAMAS = ("city", "esplanade", "forest", "hall", "sunset", "warehouse")
"""Bodies and light that no training sees. Both vans show the same vehicle and stay on one side."""

RARE_MODELS = ("rally_coupe", "sedan_concept", "sedan_retro")
"""Invented or exotic shapes, drawn a third as often."""

FRAMES_PER_CAR = 8


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="render", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--models", type=Path, required=True, help="folder of GLB files")
    parser.add_argument("--panoramas", type=Path, required=True, help="folder of equirectangular EXR files")
    parser.add_argument("--out", type=Path, required=True, help="folder for the frames; goes on where it stopped")
    parser.add_argument("--split", choices=("train", "test"), required=True)
    parser.add_argument("--frames", type=int, default=2000)
    parser.add_argument("--size", type=int, nargs=2, default=(448, 336), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    render(options)


def render(options: argparse.Namespace) -> None:
    """Renders blocks of frames, each block one car with one coat of paint; a block's seed is its number."""
    models = split_files(options.models, ".glb", TEST_MODELS, options.split)
    panoramas = split_files(options.panoramas, ".exr", TEST_PANORAMAS, options.split)
    options.out.mkdir(parents=True, exist_ok=True)
    journal = options.out / "frames.jsonl"
    done = {json.loads(line)["name"] for line in journal.read_text().splitlines()} if journal.exists() else set()
    started, made = time.monotonic(), 0
    for block in range(-(-options.frames // FRAMES_PER_CAR)):
        names = [f"{block:05d}-{index}" for index in range(FRAMES_PER_CAR)]
        if all(name in done for name in names):
            continue
        rng = random.Random(options.seed * 1_000_003 + block)
        model = draw_model(models, rng)
        for name, record in render_block(names, model, panoramas, rng, options):
            if name in done:
                continue
            with journal.open("a") as lines:
                lines.write(json.dumps(record) + "\n")
            made += 1
        pace = (time.monotonic() - started) / max(1, made)
        left = (options.frames - block * FRAMES_PER_CAR - FRAMES_PER_CAR) * pace / 60
        print(
            f"{block * FRAMES_PER_CAR + FRAMES_PER_CAR}/{options.frames} frames, {pace:.2f} s each, {left:.0f} min left",
            flush=True,
        )


def split_files(folder: Path, suffix: str, test: tuple[str, ...], split: str) -> list[Path]:
    """Files of a folder on one side of the split. Exits with one line where there are none."""
    files = [file for file in sorted(folder.glob(f"*{suffix}")) if (file.stem in test) == (split == "test")]
    if not files:
        sys.exit(f"There is no {suffix} file of the {split} split in {folder}")
    return files


def draw_model(models: list[Path], rng: random.Random) -> Path:
    """One body; exotic ones are rarer."""
    return rng.choices(models, [1 if file.stem in RARE_MODELS else 3 for file in models])[0]


def render_block(names: list[str], model: Path, panoramas: list[Path], rng: random.Random, options: argparse.Namespace):
    """Yields (name, record) for each frame of one car."""
    import bpy

    from . import scene

    width, height = options.size
    with quiet():
        scene.open_scene(width, height, options.samples, options.threads)
        points = scene.load_car(str(model), rng)
        scene.lay_ground()
    for name in names:
        frame = scene.draw_frame(rng, width, height)
        panorama = rng.choice(panoramas)
        with tempfile.TemporaryDirectory() as folder, quiet():
            scene.light(str(panorama), frame)
            view = scene.aim(points, frame)
            bpy.context.scene.cycles.seed = rng.randrange(1 << 30)
            bpy.context.scene.render.filepath = str(Path(folder) / "frame")
            bpy.ops.render.render(write_still=True)
            passes = read_passes(next(Path(folder).glob("*.exr")))
        save_layers(passes, options.out / name)
        yield (
            name,
            {
                "name": name,
                "model": model.stem,
                "panorama": panorama.stem,
                "world_yaw": frame.world_yaw,
                "world_strength": frame.world_strength,
                "sun": frame.sun,
                **view,
            },
        )


def read_passes(file: Path) -> dict[str, np.ndarray]:
    """Channels of a multi-layer EXR by pass: `rgba` [H,W,4], `shadow` [H,W,3], `glass` and `car` [H,W]."""
    found: dict[str, dict[str, np.ndarray]] = {}
    for part in OpenEXR.File(str(file), separate_channels=True).parts:
        for name, channel in part.channels.items():
            *_, layer, component = f"{part.name()}.{name}".split(".")
            found.setdefault(layer, {})[component] = np.asarray(channel.pixels, np.float32)

    def stacked(layer: str, parts: str) -> np.ndarray:
        return np.stack([found[layer][part] for part in parts], -1)

    return {
        "rgba": stacked("Combined", "RGBA"),
        "shadow": stacked("Shadow Catcher", "RGB"),
        "glass": next(iter(found["glass"].values())),
        "car": next(iter(found["car"].values())),
    }


def save_layers(passes: dict[str, np.ndarray], stem: Path) -> None:
    """Writes the two PNG files of a frame. AOVs add up along transparent hits, so they are clamped."""
    rgba = passes["rgba"]
    alpha = np.clip(rgba[..., 3], 0, 1)
    light = srgb(np.clip(rgba[..., :3], 0, 1))
    silhouette = np.maximum(alpha, np.clip(passes["car"], 0, 1))
    shadow = np.clip(1 - passes["shadow"].mean(-1), 0, 1)
    layers = np.stack([silhouette, np.clip(passes["glass"], 0, 1), shadow], -1)
    Image.fromarray(bytes_of(np.concatenate([light, alpha[..., None]], -1)), "RGBA").save(f"{stem}.rgba.png")
    Image.fromarray(bytes_of(layers), "RGB").save(f"{stem}.layers.png")


def srgb(linear: np.ndarray) -> np.ndarray:
    """IEC 61966-2-1 encoding of linear light, both 0 to 1."""
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.power(np.maximum(linear, 1e-9), 1 / 2.4) - 0.055)


def bytes_of(values: np.ndarray) -> np.ndarray:
    """0..1 to 0..255, rounded."""
    return (np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8)


class quiet:
    """Keeps Blender's own chatter off the terminal."""

    def __enter__(self) -> None:
        sys.stdout.flush()
        self.kept = [os.dup(1), os.dup(2)]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.close(nowhere)

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
        for number, kept in zip((1, 2), self.kept):
            os.dup2(kept, number)
            os.close(kept)


if __name__ == "__main__":
    main(sys.argv[1:])
