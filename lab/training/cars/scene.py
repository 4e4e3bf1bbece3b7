"""One car on shadow-catching ground, lit by a panorama and sometimes a lamp, in Blender's Cycles.

Models are GLB files with the front towards +X, up +Z, wheels on z = 0, in metres, and one material per role: `R_paint`,
`R_glass`, `R_trim`, `R_wheel`, `R_rubber`, `R_chrome`, `R_lamp`, `R_redlamp`, `R_dark`; a name with `_tex` carries an
image as base colour.
"""

import math
import random
import re
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from mathutils import Quaternion, Vector

GLASS = "glass"
CAR = "car"

PAINTS = [
    (0.85, 0.85, 0.84),
    (0.55, 0.56, 0.57),
    (0.2, 0.21, 0.22),
    (0.012, 0.012, 0.014),
    (0.45, 0.02, 0.02),
    (0.02, 0.06, 0.3),
    (0.03, 0.16, 0.07),
    (0.6, 0.36, 0.03),
    (0.65, 0.12, 0.01),
    (0.3, 0.25, 0.18),
    (0.08, 0.2, 0.35),
]
TINTS = [0.97, 0.92, 0.88, 0.8, 0.7, 0.5]


@dataclass(frozen=True)
class Frame:
    """What one picture shows; angles in degrees, sizes in pixels."""

    width: int
    height: int
    azimuth: float
    elevation: float
    roll: float
    field_of_view: float
    """Horizontal."""
    fill: float
    """Share of the frame's width or height that the car fills, whichever is reached first."""
    shift: tuple[float, float]
    """Place of the car in the room that the fill leaves, -1 to 1 each way."""
    world_yaw: float
    world_strength: float
    sun: dict | None
    """`azimuth`, `elevation`, `size` (degrees) and `strength`, or None for the panorama's light alone."""


def draw_frame(rng: random.Random, width: int, height: int) -> Frame:
    """Draws the conditions of one picture: all views around the car, mostly from eye height."""
    low, high = rng.choice([(0, 6), (3, 15), (3, 15), (10, 30)])
    sun = None
    if rng.random() < 0.55:
        size = rng.choice([0.5, 1.5, 4, 12])
        sun = {
            "azimuth": rng.uniform(0, 360),
            "elevation": rng.uniform(18, 75),
            "size": size,
            "strength": rng.uniform(2, 6),
        }
    return Frame(
        width=width,
        height=height,
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(low, high),
        roll=rng.gauss(0, 1),
        field_of_view=rng.uniform(20, 52),
        fill=rng.uniform(0.52, 0.72),
        shift=(rng.uniform(-0.6, 0.6), rng.uniform(-0.5, 0.5)),
        world_yaw=rng.uniform(0, 360),
        world_strength=rng.uniform(0.6, 1.2),
        sun=sun,
    )


def open_scene(width: int, height: int, samples: int, threads: int) -> None:
    """Starts from an empty file with the passes that the layers need."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.film_transparent = True
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform = "Standard"
    settings = scene.render.image_settings
    if hasattr(settings, "media_type"):
        settings.media_type = "MULTI_LAYER_IMAGE"
    settings.file_format = "OPEN_EXR_MULTILAYER"
    settings.color_depth = "16"
    cycles = scene.cycles
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.03
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 8, 2
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 8, 2, 3
    cycles.transparent_max_bounces = 12
    try:
        cycles.use_denoising = True
        cycles.denoiser = "OPENIMAGEDENOISE"
    except TypeError:
        cycles.use_denoising = True
    layer = scene.view_layers[0]
    layer.cycles.use_pass_shadow_catcher = True
    for name in (GLASS, CAR):
        layer.aovs.add().name = name
        layer.aovs[-1].type = "VALUE"


def load_car(file: str, rng: random.Random) -> np.ndarray:
    """Puts a car into the scene with fresh paint and glass.

    Returns points of its surface, [K, 3] in metres: enough to frame it.
    Raises FileNotFoundError where the model is missing.
    """
    if not Path(file).exists():
        raise FileNotFoundError(f"There is no model {file}")
    before = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=file)
    objects = [each for each in bpy.data.objects if each not in before and each.type == "MESH"]
    materials: dict[str, bpy.types.Material] = {}
    paint = car_paint(rng)
    tint = rng.choice(TINTS)
    for each in objects:
        for slot in each.material_slots:
            name = slot.material.name
            if name not in materials:
                materials[name] = role_material(slot.material, paint, tint, rng)
            slot.material = materials[name]
    return np.concatenate([surface_points(each) for each in objects])


def surface_points(each: bpy.types.Object) -> np.ndarray:
    """Vertices of an object in world space, [K, 3]."""
    flat = np.empty(len(each.data.vertices) * 3)
    each.data.vertices.foreach_get("co", flat)
    world = np.array(each.matrix_world)
    return flat.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]


def car_paint(rng: random.Random) -> dict:
    """Colour and finish of the body."""
    base = rng.choice(PAINTS)
    return {
        "Base Color": (*[min(1, max(0.004, channel * rng.uniform(0.8, 1.2))) for channel in base], 1),
        "Metallic": rng.choice([0, 0.3, 0.6]),
        "Roughness": rng.uniform(0.2, 0.5),
        "Coat Weight": rng.choice([1, 1, 1, 0.2]),
        "Coat Roughness": 0.03,
    }


def role_material(source: bpy.types.Material, paint: dict, tint: float, rng: random.Random) -> bpy.types.Material:
    """A material for the role that the source's name states, keeping its image."""
    role = re.sub(r"\.\d+$", "", source.name)
    image = next((node.image for node in source.node_tree.nodes if node.type == "TEX_IMAGE"), None)
    material = bpy.data.materials.new(f"car {source.name}")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    surface = glass(tree, tint, rng) if role.startswith("R_glass") else solid(tree, role, image, paint, rng)
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(surface, output.inputs["Surface"])
    for name, value in ((CAR, 1.0), (GLASS, 1.0 if role.startswith("R_glass") else 0.0)):
        aov = tree.nodes.new("ShaderNodeOutputAOV")
        aov.aov_name = name
        aov.inputs["Value"].default_value = value
    return material


def solid(tree, role: str, image, paint: dict, rng: random.Random):
    """Everything but glass. Returns the shader's socket."""
    shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
    grey = rng.uniform(0.02, 0.3)
    looks = {
        "R_paint": paint,
        "R_trim": {"Base Color": (grey, grey, grey, 1), "Roughness": 0.6},
        "R_wheel": {"Base Color": (0.4, 0.4, 0.42, 1), "Metallic": 0.7, "Roughness": 0.35},
        "R_rubber": {"Base Color": (0.02, 0.02, 0.02, 1), "Roughness": 0.8},
        "R_chrome": {"Base Color": (0.8, 0.8, 0.8, 1), "Metallic": 1, "Roughness": 0.12},
        "R_lamp": {"Base Color": (0.8, 0.8, 0.82, 1), "Roughness": 0.1, "Coat Weight": 1},
        "R_redlamp": {"Base Color": (0.45, 0.01, 0.01, 1), "Roughness": 0.1, "Coat Weight": 1},
        "R_dark": {"Base Color": (0.015, 0.015, 0.015, 1), "Roughness": 0.5},
    }
    plain = role.removesuffix("_tex")
    look = looks.get(plain, looks["R_trim"])
    for name, value in look.items():
        shader.inputs[name].default_value = value
    if image is not None:
        texture = tree.nodes.new("ShaderNodeTexImage")
        texture.image = image
        if plain == "R_paint":
            mix = tree.nodes.new("ShaderNodeMix")
            mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
            mix.inputs["Factor"].default_value = 1
            colours = [socket for socket in mix.inputs if socket.type == "RGBA"]
            tree.links.new(texture.outputs["Color"], colours[0])
            colours[1].default_value = look["Base Color"]
            result = next(socket for socket in mix.outputs if socket.type == "RGBA")
            tree.links.new(result, shader.inputs["Base Color"])
        else:
            tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    return shader.outputs["BSDF"]


def glass(tree, tint: float, rng: random.Random):
    """A single sheet: Fresnel reflection over tinted transparency, so that the frame's alpha is the opacity of glass.

    Fresnel inverts the index on back faces and would make the far window a mirror; the index is inverted back there.
    """
    geometry = tree.nodes.new("ShaderNodeNewGeometry")
    index = tree.nodes.new("ShaderNodeMath")
    index.operation = "MULTIPLY_ADD"
    index.inputs[1].default_value = 1 / 1.5 - 1.5
    index.inputs[2].default_value = 1.5
    tree.links.new(geometry.outputs["Backfacing"], index.inputs[0])
    fresnel = tree.nodes.new("ShaderNodeFresnel")
    tree.links.new(index.outputs[0], fresnel.inputs["IOR"])
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    hue = rng.uniform(-0.03, 0.03)
    clear.inputs["Color"].default_value = (max(0, tint - abs(hue)), tint, max(0, min(1, tint + hue)), 1)
    mirror = tree.nodes.new("ShaderNodeBsdfGlossy")
    mirror.inputs["Roughness"].default_value = 0.005
    mix = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(fresnel.outputs[0], mix.inputs[0])
    tree.links.new(clear.outputs[0], mix.inputs[1])
    tree.links.new(mirror.outputs[0], mix.inputs[2])
    return mix.outputs[0]


def lay_ground() -> None:
    """A plane that is invisible but catches the shadow."""
    bpy.ops.mesh.primitive_plane_add(size=160)
    bpy.context.object.is_shadow_catcher = True


def light(panorama: str, frame: Frame) -> None:
    """World from an equirectangular EXR, turned about the vertical, and a lamp for the sun."""
    scene = bpy.context.scene
    world = bpy.data.worlds.new("panorama")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Rotation"].default_value = (0, 0, math.radians(frame.world_yaw))
    texture = tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = bpy.data.images.load(panorama, check_existing=True)
    texture.interpolation = "Linear"
    background = tree.nodes.new("ShaderNodeBackground")
    background.inputs["Strength"].default_value = frame.world_strength
    output = tree.nodes.new("ShaderNodeOutputWorld")
    tree.links.new(coordinates.outputs["Generated"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
    tree.links.new(texture.outputs["Color"], background.inputs["Color"])
    tree.links.new(background.outputs[0], output.inputs["Surface"])
    for lamp in [each for each in bpy.data.objects if each.type == "LIGHT"]:
        bpy.data.objects.remove(lamp)
    if frame.sun:
        data = bpy.data.lights.new("sun", "SUN")
        data.energy = frame.sun["strength"]
        data.angle = math.radians(frame.sun["size"])
        lamp = bpy.data.objects.new("sun", data)
        lamp.rotation_mode = "QUATERNION"
        lamp.rotation_quaternion = direction(frame.sun["azimuth"], frame.sun["elevation"]).to_track_quat("Z", "Y")
        scene.collection.objects.link(lamp)


def direction(azimuth: float, elevation: float) -> Vector:
    """Unit vector from the car towards a view or a light; azimuth 0 is ahead of the car, counter-clockwise from above."""
    a, e = math.radians(azimuth), math.radians(elevation)
    return Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))


def aim(points: np.ndarray, frame: Frame) -> dict:
    """Places the camera so that the car fills the frame as drawn.

    Returns the camera's true `azimuth` and `elevation` about the mid-body in degrees (the ground may have pushed it up),
    its `matrix` [4][4] to world space and the horizontal `field_of_view`.
    """
    scene = bpy.context.scene
    for old in [each for each in bpy.data.objects if each.type == "CAMERA"]:
        bpy.data.objects.remove(old)
    data = bpy.data.cameras.new("camera")
    data.angle = math.radians(frame.field_of_view)
    data.sensor_fit = "HORIZONTAL"
    camera = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(camera)
    scene.camera = camera

    centre = Vector(((points.min(0) + points.max(0)) / 2).tolist())
    outward = direction(frame.azimuth, frame.elevation)
    distance = 9.0
    turn = outward.to_track_quat("Z", "Y").to_matrix()
    aspect = frame.height / frame.width
    reach = math.tan(math.radians(frame.field_of_view) / 2)
    for _ in range(6):
        place = centre + outward * distance
        box = projected(points, place, turn, reach)
        size = max((box[2] - box[0]) / 2, (box[3] - box[1]) / 2 / aspect)
        distance *= size / frame.fill
    place = centre + outward * distance
    place.z = max(place.z, 0.25)
    box = projected(points, place, turn, reach)
    camera.rotation_mode = "QUATERNION"
    rolled = turn.to_quaternion()
    rolled.rotate(Quaternion(outward, math.radians(frame.roll)))
    camera.rotation_quaternion = rolled
    camera.location = place
    room = (1 - (box[2] - box[0]) / 2, 1 - (box[3] - box[1]) / 2 / aspect)
    data.shift_x = (box[0] + box[2]) / 4 + frame.shift[0] * max(0, room[0]) / 2
    data.shift_y = (box[1] + box[3]) / 4 + frame.shift[1] * max(0, room[1]) * aspect / 2
    bpy.context.view_layer.update()
    seen = place - centre
    return {
        "azimuth": math.degrees(math.atan2(seen.y, seen.x)) % 360,
        "elevation": math.degrees(math.asin(seen.z / seen.length)),
        "matrix": [list(row) for row in camera.matrix_world],
        "field_of_view": frame.field_of_view,
        "shift": [data.shift_x, data.shift_y],
    }


def projected(points: np.ndarray, place: Vector, turn, reach: float) -> tuple[float, float, float, float]:
    """Box of points on the picture plane, left, bottom, right, top; -1 to 1 is the frame's width."""
    seen = (points - np.array(place)) @ np.array(turn)
    depth = np.maximum(-seen[:, 2], 0.1)
    x, y = seen[:, 0] / depth / reach, seen[:, 1] / depth / reach
    return x.min(), y.min(), x.max(), y.max()
