"""The press: a form is laid out once, and what varies is stamped into the places that the layout left for it.

Pure: HTML, CSS and values go in, PDF comes out. WeasyPrint lays out both the form and the stamps, so a changed template
changes the paper, and every script and every length of name is set by the same engine. It takes a second to import:
`forms`, `stamping` and `joining` are imported where something is printed, `copies` anywhere.
"""
