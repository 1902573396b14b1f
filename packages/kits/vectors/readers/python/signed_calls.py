"""Every signed call of docs/reference/protocol.md beside those of client.py, in a sandbox that has recovery enabled.

    python3 signed_calls.py <base-url> <token-id> <token-secret> <bundle-signer-hex>

It prints one line of JSON. "Section" means a section of the page.
"""

import datetime
import hashlib
import secrets
import sys
import urllib.error
import urllib.parse

sys.dont_write_bytecode = True

import protocol  # noqa: E402
from client import Api, Client, checked_payload, refusal, retry_headers  # noqa: E402
from passkey import Passkey  # noqa: E402
from protocol import ClientError, KeyPair, base64url, canonical, compact, hex_bytes, parse, require  # noqa: E402
from refusal import Refused  # noqa: E402

CODE = "000000"  # Of a sandbox, which mails nothing.
RAW = {"encoding": "PAYLOAD_ENCODING_HEXADECIMAL", "hashFunction": "HASH_FUNCTION_NO_OP"}


class Wallet(Client):
    """The wallet of a new customer, and the session that signs its calls."""

    def __init__(self, api, bundle_signer):
        self.email = f"python-{secrets.token_hex(8)}@example.com"
        self.customer_id = api.call(201, "POST", "/customers", {"customerType": "INDIVIDUAL", "email": self.email})["id"]
        query = urllib.parse.urlencode({"customerId": self.customer_id, "type": "EMBEDDED_WALLET"})
        super().__init__(api, bundle_signer, api.call(200, "GET", f"/internal-accounts?{query}")["data"][0]["id"])
        self.email_id = self.credentials()[0]["id"]
        self.email_pair = self.pair = self.sign_in(self.email_id, CODE, "111111")[1]

    def credentials(self):
        query = urllib.parse.urlencode({"accountId": self.account_id})
        return self.api.call(200, "GET", f"/auth/credentials?{query}")["data"]

    def sign(self, expected, call, activity, same, pair=None):
        return self.signed(expected, call, activity, pair or self.pair, same)[0]

    def raw(self, expected, call, shown, pair=None):
        """Section 5: a call whose payload is the hex of canonical JSON."""
        same = {**RAW, "signWith": self.account_id, "payload": canonical(shown).encode().hex()}
        return self.sign(expected, call, "SIGN_RAW_PAYLOAD_V2", same, pair)

    def sealed(self, bundle, code, public_key):
        """Section 6, steps 2 to 5: a code sealed to the target of a bundle."""
        target = hex_bytes(protocol.verified_data(bundle, self.bundle_signer)["targetPublic"])
        enc, ciphertext = protocol.seal(compact({"otp_code": code, "public_key": public_key}).encode(), target)
        return compact({"encappedPublic": enc.hex(), "ciphertext": ciphertext.hex()})

    # --- Section 8: credentials ---

    def passkey_body(self, passkey, nickname):
        return {"type": "PASSKEY", "accountId": self.account_id, **passkey.register(nickname)}

    def passkey_terms(self, body):
        attestation = {name: value for name, value in body["attestation"].items() if name != "transports"}
        added = {"attestation": attestation, "authenticatorName": body["nickname"], "challenge": body["challenge"]}
        transports = {"transports": body["attestation"]["transports"]}
        return {"authenticators": [{**added, **transports}], "userId": self.account_id}

    def add_passkey(self, passkey):
        body = self.passkey_body(passkey, "Python")
        call = ("POST", "/auth/credentials", body)
        return self.sign(201, call, "CREATE_AUTHENTICATORS_V2", self.passkey_terms(body))

    def token(self, **more):
        """An identity token of the sandbox, by the sandbox's clock: its signature is not verified."""
        text = self.api.call(200, "GET", "/sandbox/clock")["now"]
        now = int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())
        claims = {"iss": "https://accounts.google.com", "aud": "app", "sub": self.email, "iat": now, "exp": now + 600}
        parts = [{"alg": "RS256", "typ": "JWT"}, {**claims, **more}]
        return ".".join([base64url(compact(part).encode()) for part in parts] + [base64url(secrets.token_bytes(8))])

    def add_oauth(self):
        body = {"type": "OAUTH", "accountId": self.account_id, "oidcToken": self.token()}
        first = self.api.call(202, "POST", "/auth/credentials", body)
        parameters = checked_payload(first, ("POST", "/auth/credentials", body), self.account_id, "CREATE_OAUTH_PROVIDERS")
        tokens = [each["oidcToken"] for each in parameters["oauthProviders"]]
        require(tokens == [body["oidcToken"]], "refused to sign: the payload has another token")
        return self.api.call(201, "POST", "/auth/credentials", body, retry_headers(first, self.pair))

    def remove(self, credential_id, activity, same):
        call = ("DELETE", f"/auth/credentials/{credential_id}", None)
        self.sign(204, call, activity, {**same, "userId": self.account_id})

    # --- Section 7: sessions whose key the client has, because its public half is sent compressed ---

    def held_key(self, session):
        require("encryptedSessionSigningKey" not in session, "a compressed client key got a sealed key")

    def oauth_login(self, credential_id):
        pair = KeyPair()
        nonce = hashlib.sha256(pair.compressed.encode()).hexdigest()
        body = {"type": "OAUTH", "oidcToken": self.token(nonce=nonce), "clientPublicKey": pair.compressed}
        self.held_key(self.api.call(200, "POST", f"/auth/credentials/{credential_id}/verify", body))
        return pair

    def passkey_login(self, credential_id, passkey):
        pair, path = KeyPair(), f"/auth/credentials/{credential_id}"
        challenge = self.api.call(200, "POST", f"{path}/challenge", {"clientPublicKey": pair.compressed})
        body = {"type": "PASSKEY", "assertion": passkey.assert_(challenge["challenge"])}
        session = self.api.call(200, "POST", f"{path}/verify", body, {"Request-Id": challenge["requestId"]})
        self.held_key(session)
        return session, pair

    def refresh_held(self, session_id, pair):
        own = KeyPair()
        call = ("POST", f"/auth/sessions/{session_id}/refresh", {"clientPublicKey": own.compressed})
        session = self.sign(200, call, "CREATE_READ_WRITE_SESSION_V2", {"targetPublicKey": own.compressed}, pair)
        self.held_key(session)
        return own

    # --- Section 8: the address, recovery, the end of the customer ---

    def change_email(self, email):
        path = f"/customers/{self.customer_id}"
        same = {"userEmail": email, "userId": self.customer_id}
        customer = self.sign(200, ("PATCH", path, {"email": email}), "UPDATE_USER_EMAIL", same)
        pending = customer.get("pendingEmail")
        if pending is not None:
            require((customer["email"], pending["email"]) == (self.email, email), "another address is pending")
            bundle = self.sealed(pending["otpEncryptionTargetBundle"], CODE, KeyPair().uncompressed)
            customer = self.api.call(200, "POST", f"{path}/email/verify", {"encryptedOtpBundle": bundle})
        require(customer["email"] == email, "the address did not change")
        restored = self.api.call(200, "POST", f"{path}/email/undo", {"undoToken": CODE})
        return {"wasPending": pending is not None, "isRestored": restored["email"] == self.email}

    def recovery_codes(self):
        own = KeyPair()
        body = {"accountId": self.account_id, "clientPublicKey": own.uncompressed}
        answer = self.raw(200, ("POST", "/auth/recovery-codes", body), {"createRecoveryCodes": body})
        data = protocol.verified_data(answer["encryptedRecoveryCodes"], self.bundle_signer)
        require(data["organizationId"] == self.account_id, "the codes are of another account")
        return protocol.open_sealed(hex_bytes(data["encappedPublic"]), hex_bytes(data["ciphertext"]), own).decode().split("\n")

    def add_guardian(self, passkey):
        body = self.passkey_body(passkey, "Grace")
        call = ("POST", "/auth/guardians", body)
        first = self.api.call(202, *call)
        parameters = checked_payload(first, call, self.account_id, "SIGN_RAW_PAYLOAD_V2")
        shown = parse(hex_bytes(parameters["payload"]).decode())["addGuardian"]
        own = {"nickname": "Grace", "passkey": passkey.credential_id}
        require({**shown, **own} == shown, "refused to sign: the payload has another guardian")
        guardian = self.api.call(201, *call, retry_headers(first, self.pair))
        require(guardian["id"] == shown["guardianId"], "another guardian was added")
        return guardian

    def start_by_guardian(self, guardian_id, passkey):
        path = f"/auth/guardians/{guardian_id}"
        challenge = self.api.call(200, "POST", f"{path}/challenge")
        body = {"assertion": passkey.assert_(challenge["challenge"])}
        return self.api.call(201, "POST", f"{path}/start-recovery", body, {"Request-Id": challenge["requestId"]})

    def recover(self, code, passkey):
        """A recovery by a saved code, which binds a new passkey. The key that is sealed with the code signs."""
        recovery = self.api.call(201, "POST", "/auth/recoveries", {"accountId": self.account_id, "method": "SAVED_CODE"})
        pair, credential = KeyPair(), self.passkey_body(passkey, "Recovered")
        bundle = self.sealed(recovery["otpEncryptionTargetBundle"], code, pair.uncompressed)
        body = {"encryptedOtpBundle": bundle, "credential": credential}
        call = ("POST", f"/auth/recoveries/{recovery['id']}/complete", body)
        return self.sign(201, call, "CREATE_AUTHENTICATORS_V2", self.passkey_terms(credential), pair)

    def delete(self):
        path = f"/customers/{self.customer_id}"
        same = {"deleteWithoutExport": True, "userId": self.customer_id, "walletIds": [self.account_id]}
        deleted = self.sign(200, ("DELETE", path, None), "DELETE_SUB_ORGANIZATION", same)["isDeleted"]
        return {"isDeleted": deleted, "again": refusal(self.api.attempt("DELETE", path))["status"]}


def run(base_url, token_id, token_secret, bundle_signer):
    api = Api(base_url, token_id, token_secret)
    wait = lambda: api.call(200, "POST", "/sandbox/clock/advance", {"seconds": 61})  # noqa: E731
    wallet = Wallet(api, bundle_signer)
    first, second, third = Passkey(), Passkey(), Passkey()

    oauth = wallet.add_oauth()
    wait()
    oauth_pair = wallet.oauth_login(oauth["id"])
    added = wallet.add_passkey(first)
    is_confirmed = "skipped"
    if any("unconfirmedUntil" in each for each in wallet.credentials()):
        call = ("POST", f"/auth/credentials/{added['id']}/confirm", None)
        wallet.raw(200, call, {"confirmCredential": {"credentialId": added["id"]}}, oauth_pair)
        is_confirmed = not any("unconfirmedUntil" in each for each in wallet.credentials())
    session, wallet.pair = wallet.passkey_login(added["id"], first)
    call = ("PATCH", f"/auth/credentials/{added['id']}", {"nickname": "Renamed"})
    renamed = wallet.raw(200, call, {"renameCredential": {"credentialId": added["id"], "nickname": "Renamed"}})
    wallet.pair = wallet.refresh_held(session["id"], wallet.pair)
    address = wallet.change_email(f"new-{wallet.email}")
    others = {"accountId": wallet.account_id}
    wallet.raw(204, ("POST", "/auth/sessions/revoke-others", others), {"revokeOtherSessions": others})
    sessions = len(wallet.sessions())

    codes = wallet.recovery_codes()
    guardian = wallet.add_guardian(second)
    wait()
    started = wallet.start_by_guardian(guardian["id"], second)
    wallet.raw(204, ("DELETE", f"/auth/recoveries/{started['id']}", None), {"cancelRecovery": {"recoveryId": started["id"]}})
    call = ("DELETE", f"/auth/guardians/{guardian['id']}", None)
    wallet.raw(204, call, {"removeGuardian": {"guardianId": guardian["id"]}})

    wallet.remove(oauth["id"], "DELETE_OAUTH_PROVIDERS", {"providerIds": [oauth["id"]]})
    wallet.remove(wallet.email_id, "UPDATE_USER_EMAIL", {"userEmail": ""})
    email = {"type": "EMAIL_OTP", "accountId": wallet.account_id}
    terms = {"userEmail": wallet.email, "userId": wallet.account_id}
    again = wallet.sign(201, ("POST", "/auth/credentials", email), "UPDATE_USER_EMAIL", terms)
    wallet.pair = wallet.sign_in(again["id"], CODE, "111111")[1]
    wallet.remove(added["id"], "DELETE_AUTHENTICATORS", {"authenticatorIds": [added["id"]]})

    recovered = wallet.recover(codes[0], third)
    wallet.pair = wallet.passkey_login(recovered["id"], third)[1]
    body = {"privateEnabled": True}
    status, held = api.attempt("PATCH", f"/internal-accounts/{wallet.account_id}", body)
    return {
        "isConfirmed": is_confirmed,
        "renamed": renamed["nickname"],
        "address": address,
        "sessionsAfterRevokeOthers": sessions,
        "codes": len(codes),
        "started": [started["method"], started["status"]],
        "held": [status, held["code"]],
        "deleted": Wallet(api, bundle_signer).delete(),
    }


def main(arguments):
    if len(arguments) != 4:
        print("usage: python3 signed_calls.py <base-url> <token-id> <token-secret> <bundle-signer-hex>", file=sys.stderr)
        return 2
    try:
        print(compact(run(*arguments)))
    except (ClientError, Refused, urllib.error.URLError, ValueError, KeyError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
