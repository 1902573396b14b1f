"""A client of the protocol, written from docs/protocol.md alone. It signs a new sandbox customer in and prints one line.

    python3 client.py <base-url> <token-id> [<token-secret>] <bundle-signer-hex>

Without the argument, the secret is read from COUNTERSIGN_TOKEN_SECRET. The program needs Python 3.9 or newer and its
standard library, which has no elliptic curves and no AES: those are in p256.py and aes_gcm.py. They do not run in
constant time, so this client is for tests. "Section" means a section of the page.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request

sys.dont_write_bytecode = True  # Leaves nothing beside the sources, which are published as they are.

import aes_gcm  # noqa: E402
import p256  # noqa: E402
from refusal import Refused  # noqa: E402


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


# --- Sections 2 and 5: calls, and calls that the end user signs ---


class Api:
    def __init__(self, base_url, token_id, token_secret):
        self.base_url = base_url.rstrip("/")
        self.authorization = "Basic " + base64.b64encode(f"{token_id}:{token_secret}".encode()).decode()

    def attempt(self, method, path, body=None, headers=None):
        """The status and the body of an answer, whatever the status."""
        sent = {"Authorization": self.authorization, **(headers or {})}
        data = None
        if body is not None:
            data = compact(body).encode()
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self.base_url + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as refused:
            with refused:
                status, text = refused.code, refused.read()
        return status, json.loads(text) if text else None

    def call(self, expected, method, path, body=None, headers=None):
        status, answer = self.attempt(method, path, body, headers)
        refusal = answer if isinstance(answer, dict) else {}
        why = " ".join(str(refusal[name]) for name in ("code", "reason", "message") if name in refusal)
        require(status == expected, f"{method} {path} answered {status}, not {expected}: {why}")
        return answer


def checked_payload(first, call, account_id, activity):
    """Section 5: the parameters of a payload, once it is known to authorise this call and no other."""
    method, path, body = call
    payload = parse(first["payloadToSign"])
    context = payload["parameters"]["context"]
    own = {
        "method": method,
        "path": path,
        "bodyDigest": hashlib.sha256(canonical(body).encode()).hexdigest(),
        "requestId": first["requestId"],
    }
    for name, value in own.items():
        require(context.get(name) == value, f"refused to sign: {name} of the payload is not that of {method} {path}")
    require(payload["organizationId"] == account_id, "refused to sign: organizationId is not the account")
    require(payload["type"] == f"ACTIVITY_TYPE_{activity}", f"refused to sign: type is not that of {method} {path}")
    return payload["parameters"]


def retry_headers(first, pair):
    return {"Service-Wallet-Signature": stamp(first["payloadToSign"], pair), "Request-Id": first["requestId"]}


class Client:
    def __init__(self, api, bundle_signer, account_id):
        self.api, self.bundle_signer, self.account_id = api, bundle_signer, account_id

    def signed(self, expected, call, activity, pair, same):
        """Both calls of a signed retry. `same` has the parameters of the payload that this client knows."""
        first = self.api.call(202, *call)
        parameters = checked_payload(first, call, self.account_id, activity)
        for name, value in same.items():
            require(parameters.get(name) == value, f"refused to sign: the payload has another {name}")
        headers = retry_headers(first, pair)
        return self.api.call(expected, *call, headers), headers

    def sign_in(self, credential_id, code, wrong_code):
        """Section 6: a session, its key, and the server's answers to a wrong code and to a consumed request id."""
        path = f"/auth/credentials/{credential_id}"
        challenge = self.api.call(200, "POST", f"{path}/challenge")
        target = hex_bytes(verified_data(challenge["otpEncryptionTargetBundle"], self.bundle_signer)["targetPublic"])
        pair = KeyPair()

        def verification(typed):
            enc, ciphertext = seal(compact({"otp_code": typed, "public_key": pair.uncompressed}).encode(), target)
            bundle = compact({"encappedPublic": enc.hex(), "ciphertext": ciphertext.hex()})
            return "POST", f"{path}/verify", {"type": "EMAIL_OTP", "encryptedOtpBundle": bundle}

        wrong = self.api.attempt(*verification(wrong_code))
        call = verification(code)
        session, headers = self.signed(200, call, "OTP_LOGIN_V2", pair, {"publicKey": pair.compressed})
        reused = self.api.attempt(*call, headers)
        return session, pair, {"wrongCode": refusal(wrong), "reusedRequestId": refusal(reused)}

    def refresh(self, session_id, pair):
        """Section 7: a new session and its key, which arrives sealed to a fresh client key."""
        client_key = KeyPair()
        call = ("POST", f"/auth/sessions/{session_id}/refresh", {"clientPublicKey": client_key.uncompressed})
        same = {"targetPublicKey": client_key.uncompressed}
        session, _ = self.signed(200, call, "CREATE_READ_WRITE_SESSION_V2", pair, same)
        sealed = decode_base58check(session["encryptedSessionSigningKey"])
        require(len(sealed) == 81, "the sealed session key has another length")
        return session, KeyPair(open_sealed(sealed[:33], sealed[33:], client_key))

    def export(self, pair):
        """Section 10: the words of the wallet."""
        client_key = KeyPair()
        call = ("POST", f"/internal-accounts/{self.account_id}/export", {"clientPublicKey": client_key.uncompressed})
        same = {"targetPublicKey": client_key.uncompressed, "walletId": self.account_id}
        answer, _ = self.signed(200, call, "EXPORT_WALLET", pair, same)
        data = verified_data(answer["encryptedWalletCredentials"], self.bundle_signer)
        require(data["organizationId"] == self.account_id, "the export is of another account")
        words = open_sealed(hex_bytes(data["encappedPublic"]), hex_bytes(data["ciphertext"]), client_key)
        return words.decode().split(" ")

    def update(self, fields, pair):
        """Section 5: changes fields of the account. The payload spells them in hex."""
        call = ("PATCH", f"/internal-accounts/{self.account_id}", fields)
        payload = canonical({"accountId": self.account_id, **fields}).encode().hex()
        same = {
            "encoding": "PAYLOAD_ENCODING_HEXADECIMAL",
            "hashFunction": "HASH_FUNCTION_NO_OP",
            "payload": payload,
            "signWith": self.account_id,
        }
        return self.signed(200, call, "SIGN_RAW_PAYLOAD_V2", pair, same)[0]

    def end(self, session_id, pair):
        """Section 8: ends a session."""
        same = {"apiKeyIds": [session_id], "userId": self.account_id}
        self.signed(204, ("DELETE", f"/auth/sessions/{session_id}", None), "DELETE_API_KEYS", pair, same)

    def sessions(self):
        """Section 8: the ids of the active sessions."""
        answer = self.api.call(200, "GET", "/auth/sessions?" + urllib.parse.urlencode({"accountId": self.account_id}))
        return [session["id"] for session in answer["data"]]


def refusal(answered):
    status, body = answered
    return {"status": status, "reason": (body or {}).get("reason")}


def run(base_url, token_id, token_secret, bundle_signer):
    api = Api(base_url, token_id, token_secret)
    email = f"python-{secrets.token_hex(8)}@example.com"
    customer = api.call(201, "POST", "/customers", {"customerType": "INDIVIDUAL", "email": email})
    query = urllib.parse.urlencode({"customerId": customer["id"], "type": "EMBEDDED_WALLET"})
    account_id = api.call(200, "GET", f"/internal-accounts?{query}")["data"][0]["id"]
    query = urllib.parse.urlencode({"accountId": account_id})
    credentials = api.call(200, "GET", f"/auth/credentials?{query}")["data"]
    credential_id = next(credential["id"] for credential in credentials if credential["type"] == "EMAIL_OTP")

    client = Client(api, bundle_signer, account_id)
    session, pair, refused = client.sign_in(credential_id, "000000", "111111")
    refreshed, refreshed_pair = client.refresh(session["id"], pair)
    listed = client.sessions()
    account = client.update({"privateEnabled": True}, refreshed_pair)
    words = client.export(refreshed_pair)
    client.end(refreshed["id"], refreshed_pair)
    return {
        "customerId": customer["id"],
        "accountId": account_id,
        "sessionId": session["id"],
        "refreshedSessionId": refreshed["id"],
        "listed": listed,
        "refused": refused,
        "privateEnabled": account["privateEnabled"],
        "exportedWords": len(words),
        "activeAfterEnd": client.sessions(),
    }


def main(arguments):
    if len(arguments) == 3 and "COUNTERSIGN_TOKEN_SECRET" in os.environ:
        arguments = [*arguments[:2], os.environ["COUNTERSIGN_TOKEN_SECRET"], arguments[2]]
    if len(arguments) != 4:
        print("usage: python3 client.py <base-url> <token-id> [<token-secret>] <bundle-signer-hex>", file=sys.stderr)
        return 2
    try:
        print(compact(run(*arguments)))
    except (ClientError, Refused, urllib.error.URLError, ValueError, KeyError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
