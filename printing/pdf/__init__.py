"""Turns HTML and CSS into PDF. Pure: no Django, no database, no network.

A form is laid out once. What differs from copy to copy is stamped into the slots that the layout left empty, which is
about ten times as fast as laying out every copy. WeasyPrint lays out both the form and the stamps, so a change to a
template changes the paper, and names in every script and of any length go through the same engine.

WeasyPrint takes a second to import. `inputs` doesn't import it; import the other modules where something is rendered.
"""
