"""One subject on a floor in a studio, in Blender's Cycles: the picture with exact alpha, what it takes from the floor's light,
and what a polished floor would mirror of it.

The subject is scaled so that its longest side is 1; it stands on z = 0 with its front towards -y.
"""

import math
import random
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from foregrounds.stage import direction, projected
from mathutils import Matrix, Vector

from .layers import WIDE
from .materials import finish
from .passes import read_passes
from .surfaces import mend_surface, places_of

FLOORS = (0.8, 0.8, 0.8, 0.45, 0.06)
"""What share of light floors give back; the subject is lit from below accordingly."""

LAMP_DISTANCE = 4.0


def open_scene(size: int, threads: int, seed: int) -> None:
    """An empty file with render settings."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.threads_mode, render.threads = "FIXED", threads
    render.resolution_x = render.resolution_y = size
    render.film_transparent = True
    scene.view_settings.view_transform = "Standard"
    image = render.image_settings
    image.media_type, image.file_format, image.color_depth = "MULTI_LAYER_IMAGE", "OPEN_EXR_MULTILAYER", "32"
    cycles.seed = seed
    # Adaptive sampling stops early where colour is quiet and leaves alpha rough; denoising would invent it.
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5
    cycles.sample_clamp_indirect = 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    # Light goes to and fro between the walls of a glass.
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 10, 1, 8, 2
    cycles.use_light_tree = False
    # Leaves and panes of glass pile up; too few bounces leave black knots.
    cycles.transparent_max_bounces = 48


def place_model(file: Path, entry: dict[str, str], look: str, rng: random.Random) -> tuple[np.ndarray, bool]:
    """Puts a model in its place. Returns points of its surface [N,3], and whether there is glass.

    `entry` is its row of the catalogue: centimetres each way, and how it is turned first. The file has y up, front towards +z.
    """
    bpy.ops.wm.obj_import(filepath=str(file), forward_axis="Y", up_axis="Z")
    made = [each for each in bpy.context.scene.objects if each.type == "MESH"]
    turned = np.array([float(value) for value in entry.get("modelRotation", "1 0 0 0 1 0 0 0 1").split()]).reshape(3, 3)
    upright = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]) @ turned
    points = np.concatenate([vertices(each) for each in made]) @ upright.T
    low, high = points.min(0), points.max(0)
    wanted = np.array([float(entry[side]) for side in ("width", "depth", "height")])
    scale = wanted / np.maximum(high - low, 1e-9) / wanted.max()
    foot = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    matrix = Matrix((np.diag(scale) @ upright).tolist()).to_4x4()
    matrix.translation = Vector((-foot * scale).tolist())
    for each in made:
        each.matrix_world = matrix @ each.matrix_world
        mend_surface(each.data)
    return (points - foot) * scale, finish(look, rng)


def vertices(each: bpy.types.Object) -> np.ndarray:
    """Vertices of a mesh in world space, [N,3]."""
    world = np.array(each.matrix_world)
    return places_of(each.data) @ world[:3, :3].T + world[:3, 3]


def lay_floor(rng: random.Random) -> dict:
    """A floor that lights the subject from below and that the camera does not see. Returns what was drawn."""
    bpy.ops.mesh.primitive_plane_add(size=60)
    floor = bpy.context.object
    floor.name = "floor"
    floor.visible_camera = False
    share = rng.choice(FLOORS)
    material = bpy.data.materials.new("floor")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (share, share, share, 1)
    shader.inputs["Roughness"].default_value = 1
    shader.inputs["Specular IOR Level"].default_value = 0
    floor.data.materials.append(material)
    return {"floor": share}


def light(azimuth: float, rng: random.Random) -> dict:
    """A studio: walls that are brighter at the horizon, a large lamp beside the camera, a weaker one, sometimes one behind."""
    scene = bpy.context.scene
    around, key = rng.uniform(0.35, 0.6), rng.uniform(45, 80)
    world = bpy.data.worlds.new("studio")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    parts = tree.nodes.new("ShaderNodeSeparateXYZ")
    height = tree.nodes.new("ShaderNodeMapRange")
    height.inputs["To Min"].default_value, height.inputs["To Max"].default_value = around * 1.25, around * 0.65
    tree.links.new(coordinates.outputs["Generated"], parts.inputs[0])
    tree.links.new(parts.outputs["Z"], height.inputs["Value"])
    tree.links.new(height.outputs[0], tree.nodes["Background"].inputs["Strength"])
    tree.nodes["Background"].inputs["Color"].default_value = (1, 1, 1, 1)
    side = rng.choice((-1, 1))
    # The walls are smooth; a map of all their details for each picture took a quarter of the time.
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64
    lamps = [
        (side * rng.uniform(20, 70), rng.uniform(30, 70), key),
        (-side * rng.uniform(30, 90), rng.uniform(10, 45), key * rng.uniform(0.2, 0.6)),
    ]
    if rng.random() < 0.4:
        lamps.append((180 + rng.uniform(-50, 50), rng.uniform(35, 65), key * rng.uniform(0.3, 0.7)))
    for number, (around_subject, elevation, watts) in enumerate(lamps):
        data = bpy.data.lights.new(f"lamp {number}", "AREA")
        data.energy, data.size = watts, rng.choice((0.3, 0.8, 1.6, 2.4))
        warm = rng.uniform(-0.06, 0.06)
        data.color = (1 + min(0, warm), 1 - abs(warm) / 2, 1 - max(0, warm))
        lamp = bpy.data.objects.new(f"lamp {number}", data)
        way = direction(azimuth + around_subject, elevation)
        lamp.location = Vector((0, 0, 0.4)) + way * LAMP_DISTANCE
        lamp.rotation_mode = "QUATERNION"
        lamp.rotation_quaternion = way.to_track_quat("Z", "Y")
        scene.collection.objects.link(lamp)
    return {"around": round(around, 3), "lamps": len(lamps)}


def draw_view(size: np.ndarray, rng: random.Random) -> dict:
    """A shop's view of something of a size [3]: from ahead or three-quarter, from above where it is flat. Degrees."""
    turn = rng.choices((rng.uniform(0, 10), rng.uniform(18, 50), rng.uniform(50, 180)), (30, 60, 10))[0]
    flat = size[2] < 0.3 * size.max()
    return {
        "azimuth": round(rng.choice((-1, 1)) * turn, 1),
        "elevation": round(rng.uniform(28, 60) if flat else rng.uniform(2, 26), 1),
        "field_of_view": round(rng.uniform(16, 36), 1),
        "fill": round(rng.uniform(0.78, 0.94), 3),
    }


def draw_view_of_body(kind: str, rng: random.Random) -> dict:
    """A fashion shop's view: from ahead and from eye height; onto a palm from above."""
    return {
        "azimuth": round(rng.uniform(-35, 35), 1),
        "elevation": round(rng.uniform(12, 34) if kind == "arm" else rng.uniform(2, 18), 1),
        "field_of_view": round(rng.uniform(16, 30), 1),
        "fill": round(rng.uniform(0.8, 0.95), 3),
    }


def in_picture(point: np.ndarray) -> list[float]:
    """Where a point is in the picture: share of its width from the left, of its height from the top."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    across, above, _ = world_to_camera_view(scene, scene.camera, Vector(point.tolist()))
    return [round(across, 4), round(1 - above, 4)]


def aim(points: np.ndarray, view: dict, cut: str) -> None:
    """Places the camera so that the subject's box fills as much of the frame as the view says, in its middle or cut at a side."""
    scene = bpy.context.scene
    outward = direction(view["azimuth"], view["elevation"])
    data = bpy.data.cameras.new("camera")
    data.angle = math.radians(view["field_of_view"])
    camera = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    reach = math.tan(data.angle / 2)
    turn = outward.to_track_quat("Z", "Y").to_matrix()
    centre = np.array([0, 0, points[:, 2].max() / 2])
    distance = 3.0
    for _ in range(8):
        box = projected(points, centre + np.array(outward) * distance, np.array(turn), reach)
        distance *= max(box[2] - box[0], box[3] - box[1]) / 2 / view["fill"]
    place = centre + np.array(outward) * distance
    box = projected(points, place, np.array(turn), reach)
    camera.rotation_mode = "QUATERNION"
    camera.rotation_quaternion = turn.to_quaternion()
    camera.location = place.tolist()
    # What the frame cuts ends at its border, and goes on beyond.
    data.shift_x = (box[2] - 1) / 2 if cut == "right" else (box[0] + box[2]) / 4
    data.shift_y = (box[3] - 1) / 2 if cut == "top" else (box[1] + box[3]) / 4


def widen() -> None:
    """Lets the camera see `WIDE` times as much around the same centre."""
    data = bpy.context.scene.camera.data
    # A shift is a share of the frame, which is larger now.
    data.lens, data.shift_x, data.shift_y = data.lens / WIDE, data.shift_x / WIDE, data.shift_y / WIDE


def mirror() -> None:
    """Puts the camera where the floor's mirror image of it is; the picture that it takes is upside down."""
    camera = bpy.context.scene.camera
    bpy.context.view_layer.update()
    flip = Matrix.Diagonal((1, 1, -1, 1))
    upside_down = Matrix.Diagonal((1, -1, 1, 1))
    camera.matrix_world = flip @ camera.matrix_world @ upside_down
    camera.data.shift_y = -camera.data.shift_y


def take(folder: Path, samples: int) -> dict[str, np.ndarray]:
    """Renders what the camera sees, by pass."""
    scene = bpy.context.scene
    scene.cycles.samples = samples
    scene.render.filepath = str(folder / "picture")
    bpy.ops.render.render(write_still=True)
    return read_passes(next(folder.glob("picture*.exr")))


def take_shadow(folder: Path, samples: int) -> np.ndarray:
    """What share of the floor's light the subject leaves it, [H,W,3], also behind the subject.

    Of half as many pixels each way, from lamps and walls alone, without noise: shadows are soft, and this is half of all work.
    """
    scene = bpy.context.scene
    floor, layer, bounces = scene.objects["floor"], scene.view_layers[0], scene.cycles.max_bounces
    floor.visible_camera = floor.is_shadow_catcher = True
    layer.cycles.use_pass_shadow_catcher = scene.cycles.use_denoising = True
    scene.cycles.max_bounces, scene.render.resolution_percentage = 0, 50
    try:
        return take(folder, samples)["Shadow Catcher"]
    finally:
        floor.visible_camera = floor.is_shadow_catcher = False
        layer.cycles.use_pass_shadow_catcher = scene.cycles.use_denoising = False
        scene.cycles.max_bounces, scene.render.resolution_percentage = bounces, 100
