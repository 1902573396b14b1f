"""A refusal, and the refusal that caused it."""

from contextlib import contextmanager


class Refused(Exception):
    """`check` refused the input. `cause` is the innermost check, if `check` only names the format."""

    def __init__(self, check, cause=None):
        super().__init__(check)
        self.check = check
        self.cause = None if cause == check else cause

    @property
    def innermost(self):
        return self.cause or self.check


@contextmanager
def refusing_as(check):
    """Refuses as `check`, with the inner refusal as the cause."""
    try:
        yield
    except Refused as inner:
        raise Refused(check, inner.innermost) from inner


def require(condition, check):
    if not condition:
        raise Refused(check)
