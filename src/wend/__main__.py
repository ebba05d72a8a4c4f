"""`python -m wend` is the command `wend`."""

import sys

from wend.cli import main

sys.exit(main())
