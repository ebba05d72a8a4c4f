"""How Sphinx builds these pages: `sphinx-build -W -b html docs docs/_build`."""

import wend

project = "wend"
version = release = wend.__version__
copyright = "the authors of wend"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "wend"

myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # reasons and tables of figures begin where they like

autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_default_options = {"exclude-members": "__init__, field_names"}
add_module_names = False

# Blocks of console output show signs that no lexer knows.
highlight_language = "text"


def setup(app):
    """Links to pages of the repository that are no part of these become downloads."""
    app.connect("source-read", _link_to_files)


def _link_to_files(app, page, text):
    text[0] = text[0].replace("](../../benchmarks/", "](path:../../benchmarks/")
