"""The same with httpx."""

import os
import sys

import httpx

accept = os.environ["ACCEPT"]
response = httpx.post(
    os.environ["ADDRESS"],
    files={os.environ["FILE_FIELD"]: open(os.environ["PHOTO"], "rb")},
    data=dict(field.split("=", 1) for field in sys.argv[1:]),
    headers={"X-Api-Key": os.environ["API_KEY"], **({"Accept": accept} if accept else {})},
    timeout=90,
)
with open(os.environ["OUT"], "wb") as out:
    out.write(response.content)
print(response.status_code)
