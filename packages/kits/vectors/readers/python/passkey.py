"""A passkey in software for signed_calls.py: ES256, attestation format none (Web Authentication, sections 6 and 8.7)."""

import hashlib
import secrets

import p256
from protocol import KeyPair, base64url, compact

ORIGIN, RP_ID = "https://app.example.com", "app.example.com"
PRESENT_AND_VERIFIED, WITH_CREDENTIAL = 0x05, 0x40


class Passkey:
    def __init__(self):
        self.pair = KeyPair()
        self.raw_id = secrets.token_bytes(32)
        self.credential_id = base64url(self.raw_id)

    def client_data(self, kind, challenge):
        fields = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": ORIGIN, "crossOrigin": False}
        return compact(fields).encode()

    def head(self, flags):
        """The authenticator data without a credential. The counter stays 0, as that of a synchronised passkey."""
        return hashlib.sha256(RP_ID.encode()).digest() + bytes([flags]) + bytes(4)

    def register(self, nickname):
        """The fields of a PASSKEY body: a registration over a fresh challenge."""
        challenge = base64url(secrets.token_bytes(32))
        point = bytes.fromhex(self.pair.uncompressed)
        # COSE_Key of RFC 9053: kty EC2, alg ES256, crv P-256, x, y.
        key = bytes.fromhex("a5010203262001215820") + point[1:33] + bytes.fromhex("225820") + point[33:]
        credential = bytes(16) + len(self.raw_id).to_bytes(2, "big") + self.raw_id + key
        data = self.head(PRESENT_AND_VERIFIED | WITH_CREDENTIAL) + credential
        # CBOR of {"fmt": "none", "attStmt": {}, "authData": data}.
        attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
        return {
            "nickname": nickname,
            "challenge": challenge,
            "attestation": {
                "credentialId": self.credential_id,
                "clientDataJson": base64url(self.client_data("create", challenge)),
                "attestationObject": base64url(attestation),
                "transports": ["internal"],
            },
        }

    def assert_(self, challenge):
        """The assertion over a challenge of the server."""
        client_data, data = self.client_data("get", challenge), self.head(PRESENT_AND_VERIFIED)
        signature = p256.sign(data + hashlib.sha256(client_data).digest(), self.pair.scalar)
        return {
            "credentialId": self.credential_id,
            "clientDataJson": base64url(client_data),
            "authenticatorData": base64url(data),
            "signature": base64url(signature),
        }
