"""Hex, base64, base64url, UTF-8 and base58check: one text for one value."""

import hashlib
import re

from refusal import Refused, require

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BASE64URL = BASE64[:62] + "-_"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def units(text):
    """The length in UTF-16 code units, the unit of every length limit of the protocol."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def decode_hex(text, max_bytes=None, exactly=None):
    require(max_bytes is None or units(text) <= 2 * max_bytes, "TOO_LONG")
    require(exactly is None or units(text) == 2 * exactly, "HEX_MALFORMED")
    # bytes.fromhex would skip white space, so the digits are checked first.
    require(re.fullmatch("(?:[0-9a-fA-F]{2})*", text), "HEX_MALFORMED")
    return bytes.fromhex(text)


def _decode_symbols(symbols, alphabet):
    """The bytes of unpadded symbols, or None."""
    if len(symbols) % 4 == 1 or any(symbol not in alphabet for symbol in symbols):
        return None
    bits = "".join(format(alphabet.index(symbol), "06b") for symbol in symbols)
    whole = len(bits) // 8 * 8
    # RFC 4648 section 3.5: spare bits are zero.
    if "1" in bits[whole:]:
        return None
    return bytes(int(bits[at : at + 8], 2) for at in range(0, whole, 8))


def _encode_symbols(data, alphabet):
    bits = "".join(format(byte, "08b") for byte in data)
    bits += "0" * (-len(bits) % 6)
    return "".join(alphabet[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def _unpadded(text):
    """The symbols before the padding, or None if the padding has the wrong length."""
    symbols = text.rstrip("=")
    return symbols if len(text) - len(symbols) == -len(symbols) % 4 else None


def decode_base64(text, max_bytes=None):
    symbols = _unpadded(text)
    return _decoded(text, symbols, BASE64, "BASE64_MALFORMED", max_bytes)


def decode_base64url(text, max_bytes=None, padding_optional=False):
    symbols = _unpadded(text) if padding_optional and "=" in text else text
    return _decoded(text, symbols, BASE64URL, "BASE64URL_MALFORMED", max_bytes)


def _decoded(text, symbols, alphabet, check, max_bytes):
    if max_bytes is not None and units(text) > -(-max_bytes // 3) * 4:
        raise Refused("TOO_LONG")
    data = None if symbols is None else _decode_symbols(symbols, alphabet)
    require(data is not None, check)
    require(max_bytes is None or len(data) <= max_bytes, "TOO_LONG")
    return data


def encode_base64(data):
    symbols = _encode_symbols(data, BASE64)
    return symbols + "=" * (-len(symbols) % 4)


def encode_base64url(data):
    return _encode_symbols(data, BASE64URL)


def decode_utf8(data):
    """RFC 3629: Python's strict decoder refuses long forms and surrogates; the byte order mark is refused here."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("UTF8_MALFORMED") from None
    require(not text.startswith("\ufeff"), "UTF8_MALFORMED")
    return text


def text_of_utf16(hex_units):
    try:
        return bytes.fromhex(hex_units).decode("utf-16-be")
    except UnicodeDecodeError:
        raise Refused("UTF8_MALFORMED") from None


def _checksum(payload):
    return hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]


def encode_base58check(payload):
    data = payload + _checksum(payload)
    number, symbols = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        symbols = BASE58[digit] + symbols
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + symbols


def decode_base58check(text):
    """The payload, or None."""
    if any(symbol not in BASE58 for symbol in text):
        return None
    number = 0
    for symbol in text:
        number = number * 58 + BASE58.index(symbol)
    zeros = len(text) - len(text.lstrip("1"))
    data = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    payload, checksum = data[:-4], data[-4:]
    return payload if len(data) >= 4 and checksum == _checksum(payload) else None
