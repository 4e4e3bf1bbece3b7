"""Calls every operation with a client that openapi-python-client made, and leaves the pictures in this folder."""

import base64
import json
import os
from io import BytesIO
from pathlib import Path

import httpx
from generated import AuthenticatedClient
from generated.api.account import available_credit
from generated.api.cars import car_image_without_background, car_image_without_background_base64, car_layers_base64
from generated.api.cutouts import image_without_background, image_without_background_base64
from generated.api.mattes import alpha_channel, alpha_channel_base64
from generated.api.remove_bg_compatibility import removebg, removebg_account, removebg_improve
from generated.models import (
    CarLayersRequest,
    CarRequest,
    CarUpload,
    CutoutRequest,
    CutoutUpload,
    MatteRequest,
    MatteUpload,
    RemovebgForm,
    RemovebgFormSize,
    RemovebgImproveUpload,
    RemovebgRequest,
    RemovebgRequestSizeType1,
    RemovebgUpload,
    RemovebgUploadSize,
)
from generated.types import File

client = AuthenticatedClient(
    base_url=os.environ["BASE"],
    token=os.environ["EDGEMATTE_KEY"],
    prefix="",
    auth_header_name="X-API-Key",
    timeout=httpx.Timeout(90),
)
photo = Path("photo.jpg").read_bytes()
text = base64.b64encode(photo).decode()
# Texts that are empty count as not sent.
no_points = {"keep_points": "", "drop_points": ""}


def file():
    return File(payload=BytesIO(photo), file_name="photo.jpg")


def save(name, answer):
    """Pictures are read from `content`: the generator knows no type of theirs."""
    assert answer.status_code == 200, (name, answer.status_code, answer.content[:300])
    Path(f"{name}.picture").write_bytes(answer.content)


def save_base64(name, answer, **members):
    assert answer.status_code == 200, (name, answer.status_code, answer.content[:300])
    for ending, member in members.items():
        Path(f"{name}.{ending}").write_bytes(base64.b64decode(getattr(answer.parsed, member)))


save("image-without-background", image_without_background.sync_detailed(client=client, body=CutoutUpload(file=file())))
save("alpha-channel", alpha_channel.sync_detailed(client=client, body=MatteUpload(file=file(), **no_points)))
save(
    "car-image-without-background",
    car_image_without_background.sync_detailed(client=client, body=CarUpload(file=file())),
)
save_base64(
    "image-without-background-base64",
    image_without_background_base64.sync_detailed(client=client, body=CutoutRequest(image_base64=text)),
    picture="img_without_background_base64",
)
save_base64(
    "alpha-channel-base64",
    alpha_channel_base64.sync_detailed(client=client, body=MatteRequest(image_base64=text, **no_points)),
    picture="alpha_base64",
)
save_base64(
    "car-image-without-background-base64",
    car_image_without_background_base64.sync_detailed(client=client, body=CarRequest(image_base64=text)),
    picture="img_without_background_base64",
)
save_base64(
    "car-layers-base64",
    car_layers_base64.sync_detailed(client=client, body=CarLayersRequest(image_base64=text)),
    picture="img_without_background_base64",
    shadow="shadow_base64",
)
# One call for each kind of body.
bodies = [
    RemovebgUpload(image_file=file(), size=RemovebgUploadSize.FULL),
    RemovebgRequest(image_file_b64=text, size=RemovebgRequestSizeType1.FULL),
    RemovebgForm(image_file_b64=text, size=RemovebgFormSize.FULL),
]
for body in bodies:
    save("removebg", removebg.sync_detailed(client=client, body=body))

credit = available_credit.sync(client=client)
Path("available-credit.json").write_text(json.dumps({"credit": credit.credit}))
given = removebg_improve.sync(client=client, body=RemovebgImproveUpload(image_file=file()))
Path("removebg-improve.json").write_text(json.dumps({"id": given.id}))
account = removebg_account.sync(client=client)
Path("removebg-account.json").write_text(json.dumps({"credit": account.data.attributes.credits_.total}))
