"""rembg as a library: reads a photo's path a line, answers with what it took as JSON a line."""

import json
import resource
import sys
import time
from pathlib import Path

from rembg import new_session, remove

# The folder of the weights is in U2NET_HOME, and MODEL_CHECKSUM_DISABLED lets rembg take them as they are.
session = new_session("isnet-general-use")


def seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


for line in sys.stdin:
    photo = Path(line.strip()).read_bytes()
    started, before = time.perf_counter(), seconds()
    cutout = remove(photo, session=session)
    taken = {"ms": (time.perf_counter() - started) * 1000, "cpuSeconds": seconds() - before}
    print(json.dumps({**taken, "bytes": len(cutout)}), flush=True)
