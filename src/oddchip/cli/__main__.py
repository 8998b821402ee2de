"""`python -m oddchip.cli`."""

import sys

from oddchip.cli import main

sys.exit(main())
