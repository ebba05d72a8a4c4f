"""What a user did wrong, said so that they can mend it."""


class WendError(Exception):
    """A mistake in the call or its target: what was wrong, where, and what to do.

    The command line prints the message alone and exits with 2.
    """
