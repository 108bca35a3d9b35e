"""Start Outrider; the installed package has this file as `outrider/__main__.py`."""

import sys

from outrider import main

if __name__ == "__main__":
    sys.exit(main())
