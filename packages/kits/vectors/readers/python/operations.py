"""The operations of the vector files: from the fields of the input to the fields of the value, bytes as lower-case hex."""

import hashlib
import hmac
import re

import bundles
import codings
import hpke
import p256
import strict_json
from refusal import Refused, require

PREFIXES = (
    "AuthMethod BeneficialOwner Customer ExternalAccount Guardian InternalAccount Lookup "
    "PlatformConfig Quote Recovery Request Session Token Transaction Verification Webhook"
).split()


def raw(fields, name):
    return bytes.fromhex(fields[name])


def key(fields, name):
    return p256.parse_public_key(fields[name])


def spellings(point):
    return {"publicKey": p256.compressed(point).hex(), "uncompressed": p256.uncompressed(point).hex()}


def digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def holds(condition, check, value="matches"):
    require(condition, check)
    return {value: True}


def integers(r, s):
    return {"r": format(r, "064x"), "s": format(s, "064x")}


def sealed(enc, ciphertext):
    return {"enc": enc.hex(), "ciphertext": ciphertext.hex()}


def is_client_key(text):
    try:
        p256.parse_public_key(text)
    except Refused:
        return False
    return len(text) == 130


def same_point(one, other):
    try:
        return p256.parse_public_key(one) == p256.parse_public_key(other)
    except Refused:
        return False


def challenges(payload):
    challenge = codings.encode_base64url(hashlib.sha256(payload.encode("utf-8")).digest())
    return {"challenge": challenge, "accepted": [challenge, codings.encode_base64url(challenge.encode("ascii"))]}


def make_id(i):
    moment, random = i["timestampMs"], raw(i, "random")
    require(isinstance(moment, int) and 0 <= moment < 2**48 and len(random) >= 10, "ID_MALFORMED")
    # RFC 9562 section 5.7.
    tail = bytes([0x70 | random[0] & 0x0F, random[1], 0x80 | random[2] & 0x3F]) + random[3:10]
    digits = format(moment, "012x") + tail.hex()
    uuid = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return {"id": f"{i['prefix']}:{uuid}"}


def parse_id(i):
    if i["prefix"] not in PREFIXES:
        raise ValueError("no prefix of an id")
    match = re.fullmatch(i["prefix"] + ":([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})", i["text"])
    require(match, "ID_MALFORMED")
    return {"id": f"{i['prefix']}:{match[1].lower()}"}


def activity(i):
    moment = i["timestampMs"]
    require(isinstance(moment, int) and 0 <= moment < 2**53, "TIMESTAMP_INVALID")
    context = {"context": strict_json.in_order(i["context"])} if "context" in i else {}
    if i["type"] == "ACTIVITY_TYPE_SIGN_TRANSACTION_V2":
        ordered = {name: i["parameters"][name] for name in ("signWith", "unsignedTransaction", "type")}
        text = strict_json.compact(
            {
                "type": i["type"],
                "timestampMs": str(moment),
                "organizationId": i["organizationId"],
                "parameters": {**ordered, **context},
                "generateAppProofs": True,
            }
        )
    else:
        text = strict_json.canonical(
            {
                "organizationId": i["organizationId"],
                "parameters": {**i["parameters"], **context},
                "timestampMs": str(moment),
                "type": i["type"],
            }
        )
    return {"text": text, "bytes": len(text.encode("utf-8")), "digest": digest(text)}


def make_target_bundle(i):
    data = bundles.target_data(key(i, "target"), i["extra"])
    return {"data": data, "text": bundles.sign_bundle(data.encode("utf-8"), raw(i, "signerTestPrivateKey"))}


def make_export(i):
    data = bundles.export_data(
        i["mnemonic"], i["organizationId"], key(i, "recipient"), raw(i, "ephemeralTestPrivateKey")
    )
    return {"data": data, "text": bundles.sign_bundle(data.encode("utf-8"), raw(i, "signerTestPrivateKey"))}


def read_stamp(i):
    point, signature = bundles.read_stamp(i["header"])
    return {"publicKey": p256.compressed(point).hex(), "signature": signature.hex()}


def verify_stamp(i):
    point, signature = bundles.read_stamp(i["header"])
    return holds(p256.verify(i["payload"].encode("utf-8"), signature, point), "SIGNATURE_INVALID", "verified")


def otp_value(code, point):
    return {"code": code, "publicKey": p256.compressed(point).hex()}


def open_otp(i):
    plaintext = hpke.open_(*bundles.read_otp_bundle(i["text"]), raw(i, "targetTestPrivateKey"))
    return otp_value(*bundles.read_otp_plaintext(plaintext))


def seal_session_key(i):
    scalar = raw(i, "sessionTestPrivateKey")
    p256.scalar_of(scalar)
    enc, ciphertext = hpke.seal(scalar, key(i, "recipient"), raw(i, "ephemeralTestPrivateKey"))
    return {"text": bundles.write_session_key(enc, ciphertext)}


def open_session_key(i):
    scalar = bundles.open_session_key(i["text"], raw(i, "recipientTestPrivateKey"))
    return {"sessionTestPrivateKey": scalar.hex(), "publicKey": p256.compressed(p256.public_key_of(scalar)).hex()}


def key_schedule(i):
    recipient = p256.public_key_of(raw(i, "recipientTestPrivateKey"))
    steps = hpke.sender_schedule(raw(i, "ephemeralTestPrivateKey"), recipient)
    return {name: step.hex() for name, step in steps.items()}


def read_jws(i):
    parts = bundles.read_jws(i["text"], i.get("maxLength", 8192), i.get("signatureOptional", False))
    return dict(zip(("header", "payload", "signed", "signature"), parts))


def read_session_proof(i):
    session = "Session:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    found = re.fullmatch(f"({session});([0-9]{{13}});([A-Za-z0-9_-]{{22}})", i["header"])
    require(found, "PROOF_MALFORMED")
    return {"sessionId": found[1], "issuedAt": int(found[2]), "nonce": found[3]}


def session_proof_text(i):
    text = strict_json.canonical(
        {
            "type": "SESSION_PROOF",
            "sessionId": i["sessionId"],
            "issuedAt": str(i["issuedAt"]),
            "nonce": i["nonce"],
            "method": i["method"].upper(),
            "path": i["path"],
            "bodyDigest": digest(strict_json.canonical(i["body"])),
        }
    )
    return {"text": text, "bytes": len(text.encode("utf-8")), "digest": digest(text)}


OPERATIONS = {
    "decodeHex": lambda i: {"bytes": codings.decode_hex(i["text"], i.get("maxBytes"), i.get("bytes")).hex()},
    "encodeHex": lambda i: {"text": "".join(f"{byte:02x}" for byte in i["bytes"])},
    "decodeBase64": lambda i: {"bytes": codings.decode_base64(i["text"], i.get("maxBytes")).hex()},
    "encodeBase64": lambda i: {"text": codings.encode_base64(raw(i, "bytes"))},
    "decodeBase64Url": lambda i: {
        "bytes": codings.decode_base64url(i["text"], i.get("maxBytes"), i.get("paddingOptional", False)).hex()
    },
    "encodeBase64Url": lambda i: {"text": codings.encode_base64url(raw(i, "bytes"))},
    "decodeUtf8": lambda i: {"text": codings.decode_utf8(raw(i, "bytes"))},
    "encodeUtf8": lambda i: {"bytes": codings.text_of_utf16(i["utf16"]).encode("utf-8").hex()},
    "parseStrictJson": lambda i: {
        "value": strict_json.parse(i["text"], i.get("maxDepth", 32), i.get("maxLength"))
    },
    "canonicalJson": lambda i: {"text": strict_json.canonical(i["value"])},
    "sha256": lambda i: {"digest": hashlib.sha256(raw(i, "bytes")).hexdigest()},
    "sha256Hex": lambda i: {"digest": digest(i["text"])},
    "checkSha256Hex": lambda i: holds(digest(i["text"]) == i["digest"], "DIGEST_MISMATCH"),
    "hmacSha256": lambda i: {"mac": hmac.digest(raw(i, "key"), raw(i, "bytes"), "sha256").hex()},
    "checkHmacSha256": lambda i: holds(
        hmac.compare_digest(hmac.digest(raw(i, "key"), raw(i, "bytes"), "sha256"), raw(i, "mac")), "DIGEST_MISMATCH"
    ),
    "parsePublicKey": lambda i: spellings(key(i, "text")),
    "publicKeyOf": lambda i: spellings(p256.public_key_of(raw(i, "testPrivateKey"))),
    "checkClientPublicKey": lambda i: holds(is_client_key(i["text"]), "CLIENT_KEY_MALFORMED"),
    "samePoint": lambda i: holds(same_point(i["one"], i["other"]), "POINTS_DIFFER"),
    "decodeDerSignature": lambda i: integers(*p256.decode_der(raw(i, "der"))),
    "encodeDerSignature": lambda i: {"der": p256.encode_der(int(i["r"], 16), int(i["s"], 16)).hex()},
    "derToP1363": lambda i: {"raw": p256.raw_of(*p256.decode_der(raw(i, "der"))).hex()},
    "p1363ToDer": lambda i: {"der": p256.encode_der(*p256.integers_of_raw(raw(i, "raw"))).hex()},
    "signP256": lambda i: {"signature": p256.sign(raw(i, "message"), raw(i, "testPrivateKey")).hex()},
    "verifyP256": lambda i: holds(
        p256.verify(raw(i, "message"), raw(i, "signature"), key(i, "publicKey")), "SIGNATURE_INVALID", "verified"
    ),
    "seal": lambda i: sealed(*hpke.seal(raw(i, "plaintext"), key(i, "recipient"), raw(i, "ephemeralTestPrivateKey"))),
    "keySchedule": key_schedule,
    "open": lambda i: {
        "plaintext": hpke.open_(raw(i, "enc"), raw(i, "ciphertext"), raw(i, "recipientTestPrivateKey")).hex()
    },
    "makeSignedBundle": lambda i: {"text": bundles.sign_bundle(raw(i, "data"), raw(i, "signerTestPrivateKey"))},
    "verifySignedBundle": lambda i: {"data": bundles.read_bundle(i["text"], key(i, "trustedSigner")).hex()},
    "makeOtpTargetBundle": make_target_bundle,
    "verifyOtpTargetBundle": lambda i: {
        "target": p256.compressed(bundles.read_target(i["text"], key(i, "trustedSigner"))).hex()
    },
    "sealOtpBundle": lambda i: {
        "text": bundles.seal_otp(i["code"], i["publicKey"], key(i, "target"), raw(i, "ephemeralTestPrivateKey"))
    },
    "parseOtpBundle": lambda i: sealed(*bundles.read_otp_bundle(i["text"])),
    "parseOtpPlaintext": lambda i: otp_value(*bundles.read_otp_plaintext(raw(i, "plaintext"))),
    "openOtpBundle": open_otp,
    "sealSessionSigningKey": seal_session_key,
    "encodeSessionSigningKey": lambda i: {"text": bundles.write_session_key(raw(i, "enc"), raw(i, "ciphertext"))},
    "decodeSessionSigningKey": lambda i: sealed(*bundles.read_session_key(i["text"])),
    "openSessionSigningKey": open_session_key,
    "signStamp": lambda i: {"header": bundles.sign_stamp(i["payload"], raw(i, "testPrivateKey"))},
    "decodeStamp": read_stamp,
    "verifyStamp": verify_stamp,
    "activity": activity,
    "checkDigest": lambda i: holds(digest(i["payload"]) == i["digest"], "DIGEST_MISMATCH"),
    "passkeyChallenge": lambda i: challenges(i["payload"]),
    "checkPasskeyChallenge": lambda i: holds(
        i["received"] in challenges(i["payload"])["accepted"], "CHALLENGE_MISMATCH"
    ),
    "oidcNonce": lambda i: {"nonce": digest(i["clientPublicKey"])},
    "checkOidcNonce": lambda i: holds(digest(i["clientPublicKey"]) == i["nonce"], "NONCE_MISMATCH"),
    "parseCompactJws": read_jws,
    "makeVerificationToken": lambda i: {
        "token": bundles.sign_token(i["claims"], i["kid"], raw(i, "signerTestPrivateKey"))
    },
    "verifyVerificationToken": lambda i: {"claims": bundles.read_token(i["token"], key(i, "signer"), i["nowMs"])},
    "makeWalletExport": make_export,
    "openWalletExport": lambda i: {
        "mnemonic": bundles.open_export(
            i["text"], key(i, "trustedSigner"), i["organizationId"], raw(i, "recipientTestPrivateKey")
        )
    },
    "makeId": make_id,
    "parseId": parse_id,
    "readSessionProof": read_session_proof,
    "writeSessionProof": lambda i: {"header": f"{i['sessionId']};{i['issuedAt']};{i['nonce']}"},
    "sessionProofText": session_proof_text,
}
