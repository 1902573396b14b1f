"""HPKE base mode (RFC 9180) as the protocol uses it: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM."""

import hmac

import aes_gcm
import p256
from refusal import Refused, refusing_as, require

INFO = b"turnkey_hpke"
KEM = b"KEM" + b"\x00\x10"
HPKE = b"HPKE" + b"\x00\x10" + b"\x00\x01" + b"\x00\x02"


def _extract(suite, salt, label, ikm):
    """RFC 9180 section 4 over RFC 5869 section 2.2."""
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + ikm, "sha256")


def _expand(suite, prk, label, info, length):
    """RFC 9180 section 4 over RFC 5869 section 2.3; one block is enough for everything here."""
    labelled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(prk, labelled + b"\x01", "sha256")[:length]


def schedule(shared_point, enc, recipient):
    """Every step between two keys and the AEAD: RFC 9180 sections 4.1 and 5.1."""
    dh = shared_point[0].to_bytes(32, "big")
    eae_prk = _extract(KEM, b"", b"eae_prk", dh)
    kem_context = enc + recipient
    shared_secret = _expand(KEM, eae_prk, b"shared_secret", kem_context, 32)
    psk_id_hash = _extract(HPKE, b"", b"psk_id_hash", b"")
    info_hash = _extract(HPKE, b"", b"info_hash", INFO)
    context = b"\x00" + psk_id_hash + info_hash
    secret = _extract(HPKE, shared_secret, b"secret", b"")
    return {
        "enc": enc,
        "dh": dh,
        "eaePrk": eae_prk,
        "kemContext": kem_context,
        "sharedSecret": shared_secret,
        "info": INFO,
        "pskIdHash": psk_id_hash,
        "infoHash": info_hash,
        "keyScheduleContext": context,
        "secret": secret,
        "key": _expand(HPKE, secret, b"key", context, 32),
        "baseNonce": _expand(HPKE, secret, b"base_nonce", context, 12),
        "aad": enc + recipient,
    }


def sender_schedule(ephemeral_key, recipient_point):
    scalar = p256.scalar_of(ephemeral_key)
    enc = p256.uncompressed(p256.multiply(scalar, p256.G))
    return schedule(p256.multiply(scalar, recipient_point), enc, p256.uncompressed(recipient_point))


def seal(plaintext, recipient_point, ephemeral_key):
    steps = sender_schedule(ephemeral_key, recipient_point)
    return steps["enc"], aes_gcm.seal(steps["key"], steps["baseNonce"], steps["aad"], plaintext)


def open_(enc, ciphertext, recipient_key):
    scalar = p256.scalar_of(recipient_key)
    require(len(enc) == 65, "OPEN_FAILED")
    # RFC 9180 section 7.1.4: the point is validated.
    with refusing_as("OPEN_FAILED"):
        point = p256.point_of_bytes(enc)
    recipient = p256.uncompressed(p256.multiply(scalar, p256.G))
    steps = schedule(p256.multiply(scalar, point), enc, recipient)
    plaintext = aes_gcm.open_(steps["key"], steps["baseNonce"], steps["aad"], ciphertext)
    if plaintext is None:
        raise Refused("OPEN_FAILED")
    return plaintext
