"""python3 cutout.py PHOTO TO: cuts out the subject of a photo."""

import os
import sys
from pathlib import Path

from edgematte import Client, EdgematteError

photo, to = sys.argv[1:]
with Client(os.environ["EDGEMATTE_ADDRESS"], os.environ["EDGEMATTE_KEY"]) as client:
    try:
        client.save_cutout(Path(photo), to, crop="subject")
    except EdgematteError as failure:
        sys.exit(f"{failure} (request {failure.request_id})")
