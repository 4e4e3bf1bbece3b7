"""Pictures out of archives of source code. One line of JSON in: {"archive", "into"}; one line a picture out: {"sha256", "path"}.

A picture is what the ending of its name says. It is kept in the folder "into" under the hash of its content; the order is
that of the archive.
"""

import hashlib
import json
import re
import sys
import tarfile
from pathlib import Path

PICTURE = re.compile(r"\.(jpe?g|jpe|jfif|png|webp|avifs?|hei[cf]s?|hif|tiff?|dng|bmp|dib|gif)$", re.IGNORECASE)
MOST_BYTES = 20 * 1024 * 1024


def unpack(archive: str, into: Path):
    with tarfile.open(archive) as opened:
        for member in opened:
            if not member.isfile() or member.size > MOST_BYTES or not PICTURE.search(member.name):
                continue
            source = opened.extractfile(member)
            if source is None:
                continue
            content = source.read()
            digest = hashlib.sha256(content).hexdigest()
            (into / digest).write_bytes(content)
            # The first folder is named after the archive.
            yield {"sha256": digest, "path": member.name.split("/", 1)[-1]}


if __name__ == "__main__":
    for line in sys.stdin:
        order = json.loads(line)
        into = Path(order["into"])
        into.mkdir(parents=True, exist_ok=True)
        for found in unpack(order["archive"], into):
            print(json.dumps(found))
