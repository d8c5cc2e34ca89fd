"""Floor 7: everything on paper. It decides nothing and prints what the floors below know.

A request (requests.py) names a document of the catalog (catalog.py). The document composes its content (content.py):
HTML, styles, and what differs from copy to copy. The content is either hashed (catalog.py), which tells whether
an existing PDF is up to date, or rendered (rendering.py).
"""
