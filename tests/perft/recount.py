"""Work out the counts of all files here anew: `python tests/perft/recount.py`; look at the difference first.

With names, only those files: `python tests/perft/recount.py draw stud`.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "src"))

from oddchip.perft import recounted  # noqa: E402 - the path comes first

for file in sorted(HERE.glob("*.perft")):
    if file.stem in sys.argv[1:] or not sys.argv[1:]:
        file.write_text(recounted(file.read_text()))
