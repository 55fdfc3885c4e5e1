"""What players own: poents, Numbers, wares; buying, using and trading it."""
