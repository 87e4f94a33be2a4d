"""``python -m rocrepro``: the command ``rocrepro``."""

from rocrepro.cli import main

raise SystemExit(main())
