"""Strict JSON (RFC 8259, narrowed as RFC 7493 advises) and its canonical form (RFC 8785)."""

import json
import math

from codings import units
from refusal import Refused, require


def parse(text, max_depth=32, max_length=None):
    require(max_length is None or units(text) <= max_length, "TOO_LONG")
    require(_depth(text) <= max_depth, "JSON_TOO_DEEP")
    try:
        # RFC 7493 section 2.2: numbers are doubles. Python's own constants NaN and Infinity are no JSON.
        value = json.loads(
            text, object_pairs_hook=_members, parse_int=float, parse_float=float, parse_constant=_refuse_constant
        )
    except ValueError:
        raise Refused("JSON_MALFORMED") from None
    _judge(value)
    return value


def _depth(text):
    """How deep brackets nest, those in strings aside, whether or not the text is JSON."""
    depth = deepest = at = 0
    while at < len(text):
        mark = text[at]
        if mark == '"':
            at += 1
            while at < len(text) and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        elif mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
        at += 1
    return deepest


def _members(pairs):
    names = [name for name, _ in pairs]
    require("__proto__" not in names, "JSON_MALFORMED")
    require(len(set(names)) == len(names), "JSON_DUPLICATE_KEY")
    return dict(pairs)


def _refuse_constant(_):
    raise Refused("JSON_MALFORMED")


def _judge(value):
    if isinstance(value, str):
        _judge_text(value)
    elif isinstance(value, float):
        require(math.isfinite(value), "JSON_MALFORMED")
    elif isinstance(value, list):
        for member in value:
            _judge(member)
    elif isinstance(value, dict):
        for name, member in value.items():
            _judge_text(name)
            _judge(member)


def _judge_text(text):
    require(not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text), "JSON_TEXT_INVALID")


def compact(value):
    """Compact JSON in the order the members have."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    return "{" + ",".join(f"{compact(name)}:{compact(member)}" for name, member in value.items()) + "}"


def in_order(value):
    """The same value with sorted members: RFC 8785 section 3.2.3 sorts by UTF-16 code unit."""
    if isinstance(value, list):
        return [in_order(member) for member in value]
    if isinstance(value, dict):
        return {name: in_order(value[name]) for name in sorted(value, key=lambda name: name.encode("utf-16-be"))}
    return value


def canonical(value):
    return compact(in_order(value))


def _number(value):
    """RFC 8785 section 3.2.2.3: as ECMAScript's Number::toString writes a double."""
    if value == 0:
        return "0"
    mantissa, exponent = (repr(abs(float(value))) + "e0").split("e")[:2]
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    sign = "-" if value < 0 else ""
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"
