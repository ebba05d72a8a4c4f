"""Typed memory: `ctypes` objects of the code under test, with terms for what is in them. [002]

The objects are ctypes' own, in real memory, so they behave as they do. Beside that memory there
is a shadow of it: the terms of what was stored, by address. The classes get accessors that look
there (`hooks`); what an access may mean is asked where it depends on the inputs (`shadow`).
"""
