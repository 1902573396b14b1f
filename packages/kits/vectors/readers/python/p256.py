"""P-256: points (SEC 1), ECDSA with SHA-256 (FIPS 186-5, RFC 6979) and strict DER (X.690).

Nothing here takes constant time. That does not matter for published test keys, and rules it out for any other.
"""

import hashlib
import hmac

from codings import decode_hex
from refusal import Refused, refusing_as, require

# SEC 2 section 2.4.2.
P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def _add(one, other):
    """SEC 1 section 2.2.1; None is infinity."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    if one == other:
        slope = 3 * (x1 * x1 - 1) * pow(2 * y1, -1, P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def multiply(scalar, point):
    result = None
    for bit in format(scalar, "b"):
        result = _add(result, result)
        if bit == "1":
            result = _add(result, point)
    return result


def point_of_bytes(data):
    """SEC 1 section 2.3.4, without infinity."""
    form = {b"\x02": 33, b"\x03": 33, b"\x04": 65}.get(data[:1])
    require(form is not None and form == len(data), "POINT_MALFORMED")
    x, y = int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")
    # SEC 1 section 2.3.6: a field element is below p.
    require(x < P and y < P, "POINT_MALFORMED")
    square = (x * x * x - 3 * x + B) % P
    if form == 33:
        # p is 3 modulo 4, so this is the square root, if one exists.
        y = pow(square, (P + 1) // 4, P)
        if y % 2 != data[0] % 2:
            y = (P - y) % P
    require(y * y % P == square, "POINT_NOT_ON_CURVE")
    return x, y


def parse_public_key(text):
    with refusing_as("POINT_MALFORMED"):
        data = decode_hex(text, max_bytes=65)
    return point_of_bytes(data)


def compressed(point):
    return bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")


def uncompressed(point):
    return b"\x04" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def scalar_of(data):
    """SEC 1 section 3.2.1: 32 bytes, from 1 to n - 1."""
    scalar = int.from_bytes(data, "big")
    require(len(data) == 32 and 0 < scalar < N, "SCALAR_INVALID")
    return scalar


def public_key_of(data):
    return multiply(scalar_of(data), G)


def decode_der(data):
    """The integers of a signature: X.690 sections 8.3 and 10.1, RFC 3279 section 2.2.3."""
    require(8 <= len(data) <= 72 and data[0] == 0x30 and data[1] == len(data) - 2, "SIGNATURE_MALFORMED")
    r, rest = _der_integer(data[2:])
    s, rest = _der_integer(rest)
    require(rest == b"", "SIGNATURE_MALFORMED")
    return _in_range(r, s)


def _der_integer(data):
    require(len(data) >= 3 and data[0] == 0x02 and 1 <= data[1] <= 33, "SIGNATURE_MALFORMED")
    body, rest = data[2 : 2 + data[1]], data[2 + data[1] :]
    require(len(body) == data[1] and body[0] < 0x80, "SIGNATURE_MALFORMED")
    # X.690 section 8.3.2: the first nine bits are not all zero.
    require(len(body) == 1 or body[0] != 0 or body[1] >= 0x80, "SIGNATURE_MALFORMED")
    return int.from_bytes(body, "big"), rest


def _in_range(r, s):
    require(0 < r < N and 0 < s < N, "SIGNATURE_MALFORMED")
    return r, s


def encode_der(r, s):
    body = b""
    for value in _in_range(r, s):
        number = value.to_bytes(value.bit_length() // 8 + 1, "big")
        body += bytes([2, len(number)]) + number
    return bytes([0x30, len(body)]) + body


def raw_of(r, s):
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def integers_of_raw(data):
    require(len(data) == 64, "SIGNATURE_MALFORMED")
    return _in_range(int.from_bytes(data[:32], "big"), int.from_bytes(data[32:], "big"))


def verify(message, signature, point):
    """FIPS 186-5 section 6.4.2, with s in either half. A signature that is not strict DER does not verify."""
    try:
        r, s = decode_der(signature)
    except Refused:
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, N)
    sum_ = _add(multiply(digest * inverse % N, G), multiply(r * inverse % N, point))
    return sum_ is not None and sum_[0] % N == r


def sign(message, private_key):
    """RFC 6979 section 3.2, then s in the lower half."""
    scalar = scalar_of(private_key)
    digest = hashlib.sha256(message).digest()
    number = int.from_bytes(digest, "big")
    seed = private_key + (number % N).to_bytes(32, "big")
    key, value = bytes(32), b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = hmac.digest(key, value + mark + seed, "sha256")
        value = hmac.digest(key, value, "sha256")
    while True:
        value = hmac.digest(key, value, "sha256")
        nonce = int.from_bytes(value, "big")
        if 0 < nonce < N:
            r = multiply(nonce, G)[0] % N
            s = pow(nonce, -1, N) * (number + r * scalar) % N
            if r and s:
                return encode_der(r, min(s, N - s))
        key = hmac.digest(key, value + b"\x00", "sha256")
        value = hmac.digest(key, value, "sha256")
