"""Drives `removebg` of PyPI: what orders.json asks for, and what came of each in a line."""

import base64
import json
import os

from removebg import RemoveBg
from requests import HTTPError

for order in json.load(open("orders.json")):
    client = RemoveBg(order["key"], "error.log")
    fields = order["fields"]
    said = {"file": order["out"]}
    try:
        if order["way"] == "url":
            client.remove_background_from_img_url(order["address"], new_file_name=order["out"], **fields)
        elif order["way"] == "base64":
            text = base64.b64encode(open(order["photo"], "rb").read())
            client.remove_background_from_base64_img(text, new_file_name=order["out"], **fields)
        else:
            client.remove_background_from_img_file(order["photo"], **fields)
            # The next call of this photo writes there too.
            os.rename(order["photo"] + "_no_bg.png", order["out"])
    except HTTPError as error:
        said = {"status": error.response.status_code, "code": error.response.json()["errors"][0]["code"]}
    print(json.dumps(said), flush=True)
