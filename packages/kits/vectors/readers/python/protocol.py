"""The bytes of docs/reference/protocol.md for client.py: encodings, stamps, sealed values and bundles. "Section" means one of the page."""

import base64
import hashlib
import hmac
import json
import re
import secrets

import aes_gcm
import p256


class ClientError(Exception):
    """An answer that this client does not accept: the run stops, and nothing more is signed."""


def require(condition, message):
    if not condition:
        raise ClientError(message)


# --- Section 1: encodings ---

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def hex_bytes(text):
    # bytes.fromhex skips white space.
    require(isinstance(text, str) and re.fullmatch(r"(?:[0-9a-fA-F]{2})*", text), "expected hex")
    return bytes.fromhex(text)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base58check(text):
    number = 0
    for character in text:
        require(character in ALPHABET, "expected base58check")
        number = number * 58 + ALPHABET.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    data = bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")
    payload, checksum = data[:-4], data[-4:]
    digest = hashlib.sha256(hashlib.sha256(payload).digest()).digest()
    require(hmac.compare_digest(digest[:4], checksum), "the checksum of base58check is wrong")
    return payload


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(value):
    """Canonical JSON. The bodies of this client have whole numbers only, which Python writes as ECMAScript does."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{compact(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    require(not isinstance(value, float), "canonical JSON of this client has no fractions")
    return compact(value)


def parse(text):
    """JSON without repeated keys: the value of a repeated key differs from parser to parser."""

    def members(pairs):
        require(len(dict(pairs)) == len(pairs), "JSON with a repeated key")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=members)


class KeyPair:
    """A P-256 key pair: a fresh one, or the one of a scalar of 32 bytes."""

    def __init__(self, scalar=None):
        self.scalar = scalar or (1 + secrets.randbelow(p256.N - 1)).to_bytes(32, "big")
        self.point = p256.public_key_of(self.scalar)
        self.compressed = p256.compressed(self.point).hex()
        self.uncompressed = p256.uncompressed(self.point).hex()


# --- Sections 3 and 4: the stamp, and HPKE of RFC 9180 in base mode with sequence number 0 ---


def stamp(text, pair):
    signature = p256.sign(text.encode(), pair.scalar).hex()
    envelope = {"publicKey": pair.compressed, "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature": signature}
    return base64url(compact(envelope).encode())


KEM = b"KEM" + bytes.fromhex("0010")
SUITE = b"HPKE" + bytes.fromhex("001000010002")
INFO = b"turnkey_hpke"


def labeled_extract(suite, salt, label, material):
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + material, "sha256")


def labeled_expand(suite, key, label, info, length):
    labeled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, labeled + b"\x01", "sha256")[:length]


def hpke_context(own, other, enc, recipient):
    """The AEAD's key, nonce and aad, from the own scalar, the other point, and both points as bytes."""
    shared = p256.multiply(p256.scalar_of(own), other)[0].to_bytes(32, "big")
    extracted = labeled_extract(KEM, b"", b"eae_prk", shared)
    shared_secret = labeled_expand(KEM, extracted, b"shared_secret", enc + recipient, 32)
    psk_id_hash = labeled_extract(SUITE, b"", b"psk_id_hash", b"")
    context = b"\x00" + psk_id_hash + labeled_extract(SUITE, b"", b"info_hash", INFO)
    secret = labeled_extract(SUITE, shared_secret, b"secret", b"")
    key = labeled_expand(SUITE, secret, b"key", context, 32)
    return key, labeled_expand(SUITE, secret, b"base_nonce", context, 12), enc + recipient


def seal(plaintext, recipient):
    """`enc` and the ciphertext for a recipient's uncompressed point."""
    ephemeral = KeyPair()
    enc = hex_bytes(ephemeral.uncompressed)
    context = hpke_context(ephemeral.scalar, p256.point_of_bytes(recipient), enc, recipient)
    return enc, aes_gcm.seal(*context, plaintext)


def open_sealed(enc, ciphertext, pair):
    point = p256.point_of_bytes(enc)
    context = hpke_context(pair.scalar, point, p256.uncompressed(point), hex_bytes(pair.uncompressed))
    plaintext = aes_gcm.open_(*context, ciphertext)
    require(plaintext is not None, "a sealed value does not open with this key")
    return plaintext


def verified_data(bundle_text, bundle_signer):
    """Section 6, steps 1 to 3: the data of a bundle that the pinned bundle signer signed."""
    bundle = parse(bundle_text)
    require(bundle["version"] == "v1.0.0", "the bundle has another version")
    signer = hex_bytes(bundle_signer)
    require(hex_bytes(bundle["enclaveQuorumPublic"]) == signer, "the bundle names another signer")
    data, signature = hex_bytes(bundle["data"]), hex_bytes(bundle["dataSignature"])
    require(p256.verify(data, signature, p256.point_of_bytes(signer)), "the signature of the bundle does not verify")
    return parse(data)
