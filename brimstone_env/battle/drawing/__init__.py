"""How a battle is drawn: what is to be seen (`scene`), how figures look (`looks`), and the parts of the picture.

In a folder of its own, since the compile cache of the rules is named after the sources beside them: a changed colour
must not compile the rules anew.
"""
