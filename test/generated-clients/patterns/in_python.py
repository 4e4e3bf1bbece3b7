"""Compiles each pattern that it is given with Python's `re`."""

import re
import sys

for pattern in sys.argv[1:]:
    re.compile(pattern)
