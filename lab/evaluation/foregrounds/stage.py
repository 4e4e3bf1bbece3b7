"""Camera, light and render settings: what makes alpha exact, and pictures of the same kind from different subjects."""

import math
import random
from pathlib import Path

import bpy
import numpy as np
import OpenEXR
from mathutils import Vector

from .subjects import Subject

WORLD_BRIGHTNESS = 0.4
"""Mean radiance that every panorama is scaled to, so that night and noon expose alike."""

BRIGHTEST = 50.0
"""Where panoramas are cut. Suns are the lamps' work, and small lossy panoramas hold single blue pixels of 10,000."""

BRIGHTEST_FOR_STRANDS = 5.0
"""The same for hair and fur, where few light paths meet single bright pixels and each would draw a white speck."""

LAMP_WATTS = 130.0
LAMP_DISTANCE = 4.2


def open_scene(subject: Subject, size: int, samples: int, threads: int, seed: int) -> None:
    """An empty file with render settings; `size` is the longest side in pixels."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.threads_mode, render.threads = "FIXED", threads
    across, down = subject.aspect
    render.resolution_x = round(size * across / max(across, down))
    render.resolution_y = round(size * down / max(across, down))
    render.film_transparent = True
    render.use_motion_blur = subject.category == "motion"
    render.motion_blur_shutter = 0.5
    scene.view_settings.view_transform = "Standard"
    image = render.image_settings
    if hasattr(image, "media_type"):
        image.media_type = "IMAGE"
    image.file_format, image.color_mode, image.color_depth = "OPEN_EXR", "RGBA", "32"
    cycles.samples, cycles.seed = samples, seed
    # Adaptive sampling stops early where colour is quiet and leaves alpha rough; denoising would invent both.
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = False
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5
    cycles.sample_clamp_indirect = 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    scene.cycles_curves.shape = "RIBBONS"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 4, 2, 3, 2
    cycles.use_light_tree = False
    if made_of_strands(subject):
        # Light between strands makes them 8 % brighter and takes three quarters of the time.
        cycles.max_bounces = 0
    # Folds of see-through cloth and walls of glass pile up; too few bounces leave black knots.
    cycles.transparent_max_bounces = 48
    if subject.category == "glass":
        cycles.film_transparent_glass = True
        cycles.max_bounces, cycles.transmission_bounces, cycles.glossy_bounces = 12, 10, 6


def made_of_strands(subject: Subject) -> bool:
    """Whether nearly all of the picture is fur or hair."""
    return subject.category in ("fur", "hair")


def light(subject: Subject, panorama: Path, rng: random.Random) -> dict:
    """World from an equirectangular EXR, turned at random, and two area lamps. Returns what was drawn."""
    scene = bpy.context.scene
    yaw = rng.uniform(0, 360)
    image, mean = load_panorama(panorama, BRIGHTEST_FOR_STRANDS if made_of_strands(subject) else BRIGHTEST)
    world = bpy.data.worlds.new("panorama")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value = (0, 0, math.radians(yaw))
    texture = tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = image
    background = tree.nodes.new("ShaderNodeBackground")
    # Two thirds of the way to neutral, as a camera's white balance would: blue night light left nothing of the colours.
    balance = tree.nodes.new("ShaderNodeMix")
    balance.data_type, balance.blend_type = "RGBA", "MULTIPLY"
    balance.inputs[0].default_value = 1
    balance.inputs[7].default_value = (*((mean.mean() / mean) ** 0.67 * WORLD_BRIGHTNESS / mean.mean()), 1)
    output = tree.nodes.new("ShaderNodeOutputWorld")
    tree.links.new(coordinates.outputs["Generated"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
    tree.links.new(texture.outputs["Color"], balance.inputs[6])
    tree.links.new(balance.outputs[2], background.inputs["Color"])
    tree.links.new(background.outputs[0], output.inputs["Surface"])
    side = rng.choice((-1, 1))
    # The lamps stay on the camera's side: behind fur they draw white rims that look like halos.
    for index, (azimuth, elevation, share) in enumerate(
        (
            (side * rng.uniform(25, 65), rng.uniform(25, 55), 1.0),
            (-side * rng.uniform(35, 85), rng.uniform(5, 35), rng.uniform(0.3, 0.7)),
        )
    ):
        data = bpy.data.lights.new(f"lamp {index}", "AREA")
        data.energy, data.size = LAMP_WATTS * share, rng.uniform(0.6, 2.0)
        warm = rng.uniform(-0.12, 0.12)
        data.color = (1 + min(0, warm), 1 - abs(warm) / 2, 1 - max(0, warm))
        lamp = bpy.data.objects.new(f"lamp {index}", data)
        lamp["azimuth"], lamp["elevation"] = azimuth, elevation
        scene.collection.objects.link(lamp)
    return {"panorama": panorama.stem, "panorama_yaw": round(yaw, 2)}


def load_panorama(file: Path, brightest: float) -> tuple[bpy.types.Image, np.ndarray]:
    """A panorama with radiance cut at `brightest`, and its mean red, green, blue over the sphere."""
    image = bpy.data.images.load(str(file))
    pixels = np.empty(image.size[0] * image.size[1] * 4, np.float32)
    image.pixels.foreach_get(pixels)
    pixels = np.clip(pixels, 0, brightest)
    image.pixels.foreach_set(pixels)
    rgb = pixels.reshape(image.size[1], image.size[0], 4)[..., :3]
    rows = np.cos(np.linspace(-0.5, 0.5, rgb.shape[0]) * math.pi)[:, None]
    return image, np.maximum(1e-3, (rgb.mean(1) * rows).sum(0) / rows.sum())


def scene_points() -> np.ndarray:
    """Points [N,3] of everything that is drawn, over the whole shutter time. Single flyaway strands do not count."""
    scene = bpy.context.scene
    found = []
    for frame in (0.75, 1.0, 1.25) if scene.render.use_motion_blur else (1.0,):
        scene.frame_set(int(frame), subframe=frame % 1)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        for made in scene.objects:
            if made.type not in ("MESH", "CURVE", "CURVES"):
                continue
            placed = np.array(made.evaluated_get(depsgraph).matrix_world)
            if made.type == "CURVES":
                flat = np.empty(len(made.data.points) * 3, np.float32)
                made.data.attributes["position"].data.foreach_get("vector", flat)
                points = flat.reshape(-1, 3)
                low, high = np.percentile(points, (0.02, 99.98), 0)
                points = points[((points >= low) & (points <= high)).all(1)][::7]
            else:
                evaluated = made.evaluated_get(depsgraph)
                mesh = evaluated.to_mesh()
                flat = np.empty(len(mesh.vertices) * 3, np.float32)
                mesh.vertices.foreach_get("co", flat)
                points = flat.reshape(-1, 3)
                evaluated.to_mesh_clear()
            found.append(points @ placed[:3, :3].T + placed[:3, 3])
    scene.frame_set(1)
    return np.concatenate(found)


def direction(azimuth: float, elevation: float) -> Vector:
    """Unit vector towards a camera or lamp in degrees; azimuth 0 is ahead of the subject (-y), growing towards +x."""
    a, e = math.radians(azimuth - 90), math.radians(elevation)
    return Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))


def aim(subject: Subject, angle: int, rng: random.Random) -> dict:
    """Places camera and lamps. Angle 0 is the subject's own view, later ones are drawn within its swing. Returns the view."""
    scene = bpy.context.scene
    azimuth, elevation = subject.view
    fill = subject.fill
    if angle:
        azimuth += rng.uniform(-subject.swing, subject.swing)
        elevation = min(40, max(-8, elevation + rng.uniform(-8, 16)))
        fill = min(0.95, max(0.7, fill + rng.uniform(-0.12, 0.06)))
    outward = direction(azimuth, elevation)
    points = scene_points()
    if subject.cut:
        bottom, top = points[:, 2].min(), points[:, 2].max()
        points = points[points[:, 2] > bottom + subject.cut * (top - bottom)]
    centre = (points.min(0) + points.max(0)) / 2
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    data.angle = math.radians(subject.field_of_view)
    camera = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    aspect = scene.render.resolution_y / scene.render.resolution_x
    reach = math.tan(data.angle / 2)
    turn = outward.to_track_quat("Z", "Y").to_matrix()
    distance = 6.0
    for _ in range(8):
        box = projected(points, centre + np.array(outward) * distance, np.array(turn), reach)
        distance *= max((box[2] - box[0]) / 2, (box[3] - box[1]) / 2 / aspect) / fill
    place = centre + np.array(outward) * distance
    box = projected(points, place, np.array(turn), reach)
    camera.rotation_mode = "QUATERNION"
    camera.rotation_quaternion = turn.to_quaternion()
    camera.location = place.tolist()
    data.shift_x = (box[0] + box[2]) / 4
    # A subject that the frame cuts stands on the lower edge; the others have room on all sides.
    data.shift_y = (box[1] + aspect) / 2 if subject.cut else (box[1] + box[3]) / 4
    for lamp in [each for each in scene.objects if each.type == "LIGHT"]:
        way = direction(azimuth + lamp["azimuth"], lamp["elevation"])
        lamp.location = Vector(centre.tolist()) + way * LAMP_DISTANCE
        lamp.rotation_mode = "QUATERNION"
        lamp.rotation_quaternion = way.to_track_quat("Z", "Y")
    return {"azimuth": round(azimuth, 2), "elevation": round(elevation, 2), "field_of_view": subject.field_of_view}


def projected(
    points: np.ndarray, place: np.ndarray, turn: np.ndarray, reach: float
) -> tuple[float, float, float, float]:
    """Box of points on the picture plane, left, bottom, right, top; -1 to 1 is the frame's width."""
    seen = (points - place) @ turn
    depth = np.maximum(-seen[:, 2], 0.1)
    x, y = seen[:, 0] / depth / reach, seen[:, 1] / depth / reach
    return x.min(), y.min(), x.max(), y.max()


def render(folder: Path) -> np.ndarray:
    """Renders into a folder and reads it back: premultiplied linear RGBA [H,W,4] in 32 bit."""
    bpy.context.scene.render.filepath = str(folder / "picture")
    bpy.ops.render.render(write_still=True)
    part = OpenEXR.File(str(next(folder.glob("picture*.exr"))), separate_channels=True).parts[0]
    named = {name.rsplit(".", 1)[-1]: np.asarray(channel.pixels, np.float32) for name, channel in part.channels.items()}
    return np.stack([named[name] for name in "RGBA"], -1)
