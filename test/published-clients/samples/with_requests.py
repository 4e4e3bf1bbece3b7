"""As remove.bg's sample for Python: requests."""

import os
import sys

import requests

accept = os.environ["ACCEPT"]
response = requests.post(
    os.environ["ADDRESS"],
    files={os.environ["FILE_FIELD"]: open(os.environ["PHOTO"], "rb")},
    data=dict(field.split("=", 1) for field in sys.argv[1:]),
    headers={"X-Api-Key": os.environ["API_KEY"], **({"Accept": accept} if accept else {})},
)
with open(os.environ["OUT"], "wb") as out:
    out.write(response.content)
print(response.status_code)
