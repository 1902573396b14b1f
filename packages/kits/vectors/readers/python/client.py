"""A client of the protocol, written from docs/reference/protocol.md alone (section 9 and its client were written together).

It signs a new sandbox customer in, uses the wallet, and prints one line of JSON:

    python3 client.py <base-url> <token-id> [<token-secret>] <bundle-signer-hex>

Without the argument, the secret is read from COUNTERSIGN_TOKEN_SECRET. The program needs Python 3.9 or newer and its
standard library, which has no elliptic curves and no AES: those are in p256.py and aes_gcm.py. They do not run in
constant time, so this client is for tests. "Section" means a section of the page.
"""

import base64
import hashlib
import os
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request

sys.dont_write_bytecode = True  # Writes no bytecode beside the sources, which are published.

import protocol  # noqa: E402
from protocol import ClientError, KeyPair, canonical, compact, hex_bytes, parse, require, stamp  # noqa: E402
from refusal import Refused  # noqa: E402


# --- Sections 2 and 5: calls, and calls that the end user signs ---


class Api:
    def __init__(self, base_url, token_id, token_secret):
        self.base_url = base_url.rstrip("/")
        self.authorization = "Basic " + base64.b64encode(f"{token_id}:{token_secret}".encode()).decode()

    def attempt(self, method, path, body=None, headers=None):
        """The status and the body of a response with any status."""
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
        return status, parse(text) if text else None

    def call(self, expected, method, path, body=None, headers=None):
        status, answer = self.attempt(method, path, body, headers)
        refusal = answer if isinstance(answer, dict) else {}
        why = " ".join(str(refusal[name]) for name in ("code", "reason", "message") if name in refusal)
        require(status == expected, f"{method} {path} answered {status}, not {expected}: {why}")
        return answer


def checked_payload(first, call, account_id, activity):
    """Section 5: the parameters of a payload, after the check that it authorises exactly this call."""
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
        target = hex_bytes(protocol.verified_data(challenge["otpEncryptionTargetBundle"], self.bundle_signer)["targetPublic"])
        pair = KeyPair()

        def verification(typed):
            enc, ciphertext = protocol.seal(compact({"otp_code": typed, "public_key": pair.uncompressed}).encode(), target)
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
        sealed = protocol.decode_base58check(session["encryptedSessionSigningKey"])
        require(len(sealed) == 81, "the sealed session key has another length")
        return session, KeyPair(protocol.open_sealed(sealed[:33], sealed[33:], client_key))

    def pay(self, payment, pair):
        """Section 9: a quote, paid once its terms are those of the payment. Returns the executed quote."""
        target = payment["external"]
        quote = self.api.call(
            201,
            "POST",
            "/quotes",
            {
                "source": {"sourceType": "ACCOUNT", "accountId": self.account_id},
                "destination": {"destinationType": "ACCOUNT", "accountId": target["id"]},
                "lockedCurrencySide": "SENDING",
                "lockedCurrencyAmount": payment["amount"],
            },
        )
        instructions = [each["accountOrWalletInfo"] for each in quote["paymentInstructions"]]
        text = next(each["payloadToSign"] for each in instructions if each["accountType"] == "EMBEDDED_WALLET")
        payload = parse(text)
        context = payload["parameters"]["context"]
        sent, received = quote["sendingCurrency"], quote["receivingCurrency"]
        path = f"/quotes/{quote['id']}/execute"
        terms = {
            "quoteId": quote["id"],
            "method": "POST",
            "path": path,
            "amount": str(payment["amount"]),
            "currency": sent["code"],
            "decimals": str(sent["decimals"]),
            "receivedAmount": str(quote["totalReceivingAmount"]),
            "receivedCurrency": target["currency"],
            "receivedDecimals": str(received["decimals"]),
            "fee": str(quote["feesIncluded"]),
            "payee": payment["payee"],
        }
        compared = [(name, context.get(name), value) for name, value in terms.items()]
        compared += [
            ("organizationId", payload["organizationId"], self.account_id),
            ("type", payload["type"], "ACTIVITY_TYPE_SIGN_TRANSACTION_V2"),
            ("rate", float(context["rate"]), quote["exchangeRate"]),
            ("source", context["source"]["accountId"], self.account_id),
            ("destination", context["destination"]["accountId"], target["id"]),
        ]
        identifiers = context["destination"]["identifiers"]
        for name in {**identifiers, **payment["identifiers"]}:
            compared.append((name, identifiers.get(name), payment["identifiers"].get(name)))
        for name, given, own in compared:
            require(given == own, f"refused to sign: {name} of the payload is not that of the payment")
        return self.api.call(200, "POST", path, None, {"Service-Wallet-Signature": stamp(text, pair)})

    def export(self, pair):
        """Section 10: the recovery phrase of the wallet."""
        client_key = KeyPair()
        call = ("POST", f"/internal-accounts/{self.account_id}/export", {"clientPublicKey": client_key.uncompressed})
        same = {"targetPublicKey": client_key.uncompressed, "walletId": self.account_id}
        answer, _ = self.signed(200, call, "EXPORT_WALLET", pair, same)
        data = protocol.verified_data(answer["encryptedWalletCredentials"], self.bundle_signer)
        require(data["organizationId"] == self.account_id, "the export is of another account")
        words = protocol.open_sealed(hex_bytes(data["encappedPublic"]), hex_bytes(data["ciphertext"]), client_key)
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


def pay(api, client, customer_id, pair):
    """Pays 5 USDC of the sandbox to an external account."""
    api.call(200, "POST", f"/sandbox/internal-accounts/{client.account_id}/fund", {"amount": 10_000_000})
    identifiers, payee = {"clabeNumber": "032180000118359719"}, "Ada Lovelace"
    beneficiary = {"beneficiaryType": "INDIVIDUAL", "fullName": payee}
    info = {"accountType": "MXN_ACCOUNT", **identifiers, "beneficiary": beneficiary}
    body = {"customerId": customer_id, "currency": "MXN", "accountInfo": info}
    external = api.call(201, "POST", "/customers/external-accounts", body)
    payment = {"external": external, "amount": 5_000_000, "payee": payee, "identifiers": identifiers}
    return client.pay(payment, pair)


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
    executed = pay(api, client, customer["id"], refreshed_pair)
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
        "paid": {"status": executed["status"], "amount": executed["totalSendingAmount"]},
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
