"""Calls every operation with httpx and the models that datamodel-code-generator made, and leaves the pictures in this folder."""

import base64
import json
import os
from pathlib import Path

import httpx

import models

client = httpx.Client(
    base_url=os.environ["BASE"],
    headers={"X-API-Key": os.environ["EDGEMATTE_KEY"]},
    timeout=90,
)
photo = Path("photo.jpg").read_bytes()
text = base64.b64encode(photo).decode()


def upload(path, model, file_field, **options):
    """A form: the model checks its fields, and the file goes as it is."""
    asked = model.model_validate({file_field: photo, **options})
    fields = asked.model_dump(mode="json", exclude={file_field}, exclude_unset=True)
    return answered(client.post(path, files={file_field: photo}, data=fields))


def json_body(path, model, **members):
    asked = model.model_validate(members)
    return answered(client.post(path, json=asked.model_dump(mode="json", exclude_unset=True)))


def answered(answer):
    assert answer.status_code == 200, (str(answer.url), answer.status_code, answer.content[:300])
    return answer


def save_base64(name, answer, model, **members):
    """The model checks the answer; its texts are saved as they came."""
    model.model_validate(answer.json())
    for ending, member in members.items():
        Path(f"{name}.{ending}").write_bytes(base64.b64decode(answer.json()[member]))


for name, model in [
    ("image-without-background", models.CutoutUpload),
    ("alpha-channel", models.MatteUpload),
    ("car-image-without-background", models.CarUpload),
]:
    Path(f"{name}.picture").write_bytes(upload(f"/v1.0/{name}", model, "file").content)

cutout = {"picture": "img_without_background_base64"}
for name, request, answer, files in [
    ("image-without-background-base64", models.CutoutRequest, models.CutoutAnswer, cutout),
    ("alpha-channel-base64", models.MatteRequest, models.MatteAnswer, {"picture": "alpha_base64"}),
    ("car-image-without-background-base64", models.CarRequest, models.CarCutoutAnswer, cutout),
    ("car-layers-base64", models.CarLayersRequest, models.CarLayersAnswer, {**cutout, "shadow": "shadow_base64"}),
]:
    save_base64(name, json_body(f"/v1.0/{name}", request, image_base64=text), answer, **files)

# The models read the pattern of points.
points = {"keep_points": "812 340; 50% 40%", "drop_points": ""}
models.MatteRequest.model_validate({"image_base64": text, **points})

# One call for each kind of body.
compatible = "/v1.0/removebg"
upload(compatible, models.RemovebgUpload, "image_file", size="full", type="product", shadow_type="none")
form = models.RemovebgForm.model_validate({"image_file_b64": text, "size": "full", "type": "car"})
answered(client.post(compatible, data=form.model_dump(mode="json", exclude_unset=True)))
whole = json_body(compatible, models.RemovebgRequest, image_file_b64=text, size="full")
Path("removebg.picture").write_bytes(whole.content)

balance = models.CreditAnswer.model_validate(answered(client.get("/available-credit")).json())
Path("available-credit.json").write_text(json.dumps({"credit": balance.credit}))
given = upload("/v1.0/improve", models.RemovebgImproveUpload, "image_file", tag="chairs")
Path("removebg-improve.json").write_text(json.dumps({"id": models.RemovebgImprovement(**given.json()).id}))
account = models.RemovebgAccount.model_validate(answered(client.get("/v1.0/account")).json())
Path("removebg-account.json").write_text(json.dumps({"credit": account.data.attributes.credits.total}))
