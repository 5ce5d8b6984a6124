"""Drawing, the same for every game: colours, shapes, a canvas (Pillow), a text grid, and a window (pygame).

``palette``, ``shapes`` and ``text_grid`` need nothing beyond Python. ``canvas`` needs Pillow and ``window`` needs
pygame, both of the extra ``[render]``; each imports its library at first use and says in one sentence what is missing.
"""
