"""Help inside the product: the guide at /help/, and the panel that explains each page."""
