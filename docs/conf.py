"""How the documentation is built: `sphinx-build -W -b html docs docs/_build/html`."""

from __future__ import annotations

import sys
from pathlib import Path

import tesuji

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Tesuji"
author = "The Tesuji developers"
copyright = "the Tesuji developers"
version = release = tesuji.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "agent_pages",
    "captions",
    "formulas",
    "game_pages",
    "outside_hosts",
    "preset_pages",
    "replays",
    "engine_banner",
    "result_tables",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
add_module_names = False

html_math_renderer = "outlines"
html_theme = "furo"
html_title = "Tesuji"
html_static_path = ["_static"]
html_css_files = ["tesuji.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
