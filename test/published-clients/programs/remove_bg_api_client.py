"""Drives `remove-bg-api` of PyPI: what orders.json asks for, and what came of each in a line."""

import base64
import json

from remove_bg_api import Errors, RemoveBg

statuses = {
    Errors.ApiErrorCode400: 400,
    Errors.ApiErrorCode402: 402,
    Errors.ApiErrorCode403: 403,
    Errors.ApiErrorCode429: 429,
    # Any other.
    Errors.UnknownError: 500,
}


def ask(order):
    client = RemoveBg(order["key"])
    if order["account"]:
        return {"credits": client.account.balance()}
    named = {"out_path": order["out"], "raw": False, "data": dict(order["fields"])}
    if order["way"] == "url":
        client.remove_bg_url(order["address"], **named)
    elif order["way"] == "base64":
        client.remove_bg_base64(base64.b64encode(open(order["photo"], "rb").read()), **named)
    else:
        client.remove_bg_file(order["photo"], **named)
    return {"file": order["out"]}


for order in json.load(open("orders.json")):
    try:
        said = ask(order)
    except tuple(statuses) as error:
        said = {"status": statuses[type(error)]}
    print(json.dumps(said), flush=True)
