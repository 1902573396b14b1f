"""A refusal, and how one becomes the cause of another."""

from contextlib import contextmanager


class Refused(Exception):
    """An input is refused by `check`; `cause` is the innermost check where `check` only names the format."""

    def __init__(self, check, cause=None):
        super().__init__(check)
        self.check = check
        self.cause = None if cause == check else cause

    @property
    def innermost(self):
        return self.cause or self.check


@contextmanager
def refusing_as(check):
    """Whatever is refused inside is refused as `check`, and stays known as its cause."""
    try:
        yield
    except Refused as inner:
        raise Refused(check, inner.innermost) from inner


def require(condition, check):
    if not condition:
        raise Refused(check)
