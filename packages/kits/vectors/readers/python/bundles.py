"""The sealed and signed messages: stamps, bundles, session keys, tokens, exports."""

import re

import hpke
import p256
import strict_json
from codings import (
    decode_base58check,
    decode_base64url,
    decode_hex,
    decode_utf8,
    encode_base58check,
    encode_base64url,
    units,
)
from refusal import Refused, refusing_as, require

SCHEME = "SIGNATURE_SCHEME_TK_API_P256"
CLAIMS = ("id", "verification_type", "contact", "organization_id", "public_key", "exp")


def has_strings(value, *names):
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in names)


def has_only_strings(value, *names):
    return has_strings(value, *names) and len(value) == len(names)


def sign_stamp(payload, key):
    signature = p256.sign(payload.encode("utf-8"), key)
    stamp = {"publicKey": p256.compressed(p256.public_key_of(key)).hex(), "scheme": SCHEME, "signature": signature.hex()}
    return encode_base64url(strict_json.compact(stamp).encode("utf-8"))


def read_stamp(header):
    require(units(header) <= 4096, "TOO_LONG")
    with refusing_as("STAMP_MALFORMED"):
        stamp = strict_json.parse(decode_utf8(decode_base64url(header, padding_optional=True)))
    require(has_strings(stamp, "publicKey", "scheme", "signature"), "STAMP_MALFORMED")
    require(stamp["scheme"] == SCHEME, "STAMP_SCHEME_UNSUPPORTED")
    with refusing_as("STAMP_MALFORMED"):
        signature = decode_hex(stamp["signature"], max_bytes=72)
        p256.decode_der(signature)
        return p256.parse_public_key(stamp["publicKey"]), signature


def sign_bundle(data, key):
    bundle = {
        "version": "v1.0.0",
        "data": data.hex(),
        "dataSignature": p256.sign(data, key).hex(),
        "enclaveQuorumPublic": p256.uncompressed(p256.public_key_of(key)).hex(),
    }
    return strict_json.compact(bundle)


def read_bundle(text, trusted):
    text = text[1:] if text.startswith("'") else text
    text = text[:-1] if text.endswith("'") else text
    with refusing_as("BUNDLE_MALFORMED"):
        bundle = strict_json.parse(text, max_length=16_384)
        require(
            has_strings(bundle, "version", "data", "dataSignature", "enclaveQuorumPublic"), "BUNDLE_MALFORMED"
        )
        require(bundle["version"] == "v1.0.0", "BUNDLE_MALFORMED")
        data = decode_hex(bundle["data"])
        signature = decode_hex(bundle["dataSignature"], max_bytes=72)
        signer = p256.parse_public_key(bundle["enclaveQuorumPublic"])
    require(signer == trusted, "BUNDLE_SIGNER_UNTRUSTED")
    require(p256.verify(data, signature, trusted), "BUNDLE_SIGNATURE_INVALID")
    return data


def target_data(target, extra):
    pairs = [("targetPublic", p256.uncompressed(target).hex()), *extra]
    require(len({name for name, _ in pairs}) == len(pairs), "BUNDLE_MALFORMED")
    text = strict_json.compact(dict(pairs))
    with refusing_as("BUNDLE_MALFORMED"):
        strict_json.parse(text)
    return text


def read_target(text, trusted):
    data = read_bundle(text, trusted)
    with refusing_as("BUNDLE_MALFORMED"):
        fields = strict_json.parse(decode_utf8(data))
    require(has_strings(fields, "targetPublic"), "BUNDLE_MALFORMED")
    require(re.fullmatch("04[0-9a-fA-F]{128}", fields["targetPublic"]), "BUNDLE_MALFORMED")
    with refusing_as("BUNDLE_MALFORMED"):
        return p256.parse_public_key(fields["targetPublic"])


def seal_otp(code, public_key, target, ephemeral):
    plaintext = strict_json.compact({"otp_code": code, "public_key": public_key}).encode("utf-8")
    read_otp_plaintext(plaintext)
    enc, ciphertext = hpke.seal(plaintext, target, ephemeral)
    return strict_json.compact({"encappedPublic": enc.hex(), "ciphertext": ciphertext.hex()})


def read_otp_bundle(text):
    with refusing_as("BUNDLE_MALFORMED"):
        fields = strict_json.parse(text, max_length=4096)
        require(has_only_strings(fields, "encappedPublic", "ciphertext"), "BUNDLE_MALFORMED")
        enc = decode_hex(fields["encappedPublic"], exactly=65)
        p256.point_of_bytes(enc)
        ciphertext = decode_hex(fields["ciphertext"])
        require(len(ciphertext) > 16, "BUNDLE_MALFORMED")
        return enc, ciphertext


def read_otp_plaintext(data):
    with refusing_as("OTP_PLAINTEXT_MALFORMED"):
        fields = strict_json.parse(decode_utf8(data), max_length=1024)
        require(has_only_strings(fields, "otp_code", "public_key"), "OTP_PLAINTEXT_MALFORMED")
        require(re.fullmatch("[\x20-\x7e]{1,64}", fields["otp_code"]), "OTP_PLAINTEXT_MALFORMED")
        return fields["otp_code"], p256.parse_public_key(fields["public_key"])


def write_session_key(enc, ciphertext):
    require(len(ciphertext) == 48, "BUNDLE_MALFORMED")
    with refusing_as("BUNDLE_MALFORMED"):
        point = p256.point_of_bytes(enc)
    return encode_base58check(p256.compressed(point) + ciphertext)


def read_session_key(text):
    require(units(text) <= 512, "BUNDLE_MALFORMED")
    payload = decode_base58check(text)
    require(payload is not None and len(payload) == 81, "BUNDLE_MALFORMED")
    with refusing_as("BUNDLE_MALFORMED"):
        point = p256.point_of_bytes(payload[:33])
    return p256.uncompressed(point), payload[33:]


def open_session_key(text, recipient_key):
    scalar = hpke.open_(*read_session_key(text), recipient_key)
    with refusing_as("OPEN_FAILED"):
        p256.scalar_of(scalar)
    return scalar


def _segment(fields):
    return encode_base64url(strict_json.compact(fields).encode("utf-8"))


def _read_segment(text):
    return strict_json.parse(decode_utf8(decode_base64url(text)))


def sign_token(claims, kid, key):
    unsigned = f"{_segment({'alg': 'ES256', 'typ': 'JWT', 'kid': kid})}.{_segment({name: claims[name] for name in CLAIMS})}"
    signature = p256.raw_of(*p256.decode_der(p256.sign(unsigned.encode("utf-8"), key)))
    token = f"{unsigned}.{encode_base64url(signature)}"
    # A value that every reader rejects is not created.
    read_token(token, p256.public_key_of(key), -1)
    return token


def read_token(token, signer, now):
    require(units(token) <= 4096 and token.count(".") == 2, "TOKEN_MALFORMED")
    head, body, signature = token.split(".")
    with refusing_as("TOKEN_MALFORMED"):
        header, claims = _read_segment(head), _read_segment(body)
        r, s = p256.integers_of_raw(decode_base64url(signature))
    require(has_only_strings(header, "alg", "typ", "kid"), "TOKEN_MALFORMED")
    require(header["alg"] == "ES256" and header["typ"] == "JWT", "TOKEN_MALFORMED")
    signed = f"{head}.{body}".encode("ascii")
    require(p256.verify(signed, p256.encode_der(r, s), signer), "TOKEN_SIGNATURE_INVALID")
    require(has_only_strings(claims, *CLAIMS) and all(claims.values()), "TOKEN_MALFORMED")
    require(claims["verification_type"] == "OTP_TYPE_EMAIL", "TOKEN_MALFORMED")
    require(re.fullmatch("[1-9][0-9]{0,14}", claims["exp"]), "TOKEN_MALFORMED")
    require(_is_canonical_key(claims["public_key"]), "TOKEN_MALFORMED")
    require(now < int(claims["exp"]), "TOKEN_EXPIRED")
    return claims


def _is_canonical_key(text):
    try:
        return p256.compressed(p256.parse_public_key(text)).hex() == text
    except Refused:
        return False


def read_jws(text, max_length=8192, signature_optional=False):
    require(units(text) <= max_length and text.count(".") == 2, "TOKEN_MALFORMED")
    head, body, signature = text.split(".")
    with refusing_as("TOKEN_MALFORMED"):
        require(signature_optional or decode_base64url(signature) != b"", "TOKEN_MALFORMED")
        header, payload = _read_segment(head), _read_segment(body)
    require(isinstance(header, dict) and isinstance(payload, dict), "TOKEN_MALFORMED")
    return header, payload, f"{head}.{body}", signature


def export_data(mnemonic, organization, recipient, ephemeral):
    enc, ciphertext = hpke.seal(mnemonic.encode("utf-8"), recipient, ephemeral)
    fields = {"encappedPublic": enc.hex(), "ciphertext": ciphertext.hex(), "organizationId": organization}
    data = strict_json.compact(fields)
    with refusing_as("BUNDLE_MALFORMED"):
        strict_json.parse(data)
    return data


def open_export(text, trusted, organization, recipient_key):
    data = read_bundle(text, trusted)
    with refusing_as("BUNDLE_MALFORMED"):
        fields = strict_json.parse(decode_utf8(data))
        require(has_strings(fields, "encappedPublic", "ciphertext", "organizationId"), "BUNDLE_MALFORMED")
        enc = decode_hex(fields["encappedPublic"], exactly=65)
        ciphertext = decode_hex(fields["ciphertext"])
    require(fields["organizationId"] == organization, "BUNDLE_ORGANIZATION_MISMATCH")
    mnemonic = hpke.open_(enc, ciphertext, recipient_key)
    with refusing_as("OPEN_FAILED"):
        return decode_utf8(mnemonic)
