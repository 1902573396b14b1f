import type { Standard } from "./Requirement.ts"

/** The requirements of standards that apply to this library, with their numbers. */
export const standards: ReadonlyArray<Standard> = [
  {
    title: "NIST SP 800-63B-4, digital identity: authentication",
    requirements: [
      {
        number: "3.1.3.2",
        rule: "An out-of-band secret is valid for at most 10 minutes, has at least 6 digits, and is used once",
        does: "a code expires after 5 minutes, has 6 digits (a platform may configure longer ones with letters) and is used once; the server rejects a policy of more than 10 minutes or fewer than 6 digits",
        shownBy: ["O5", "O14"]
      },
      {
        number: "3.1.3.2",
        rule: "A new secret does not reset the count of failures; a secret of less than 64 bits needs rate limiting",
        does: "the count belongs to the credential, and a new code does not change it",
        shownBy: ["O3", "I15"]
      },
      {
        number: "3.2.2",
        rule: "At most 100 consecutive failures; increasing delays are recommended",
        does: "five consecutive wrong codes lock the credential for 30 minutes; after that, until a correct code, codes have 65 bits, for which 3.2.2 requires no limit; the probability of guessing one is at most 1.5e-5 per credential",
        shownBy: ["O1", "is at most 1.5e-5 per credential with the default limits"]
      },
      {
        number: "3.1.3.1",
        rule: "E-mail SHALL NOT be used as an out-of-band authenticator",
        does: "EMAIL_OTP is offered as a convenience and documented as below AAL2",
        shownBy: [],
        reason:
          "not met, and not claimed: the interface requires EMAIL_OTP. A platform that needs AAL2 removes it and requires a passkey, as SECURITY.md documents"
      },
      {
        number: "2.2.3",
        rule: "AAL2: a session should last at most 24 hours, and at most one hour without use",
        does: "a session expires after 15 minutes and its refreshes after 24 hours; each use is signed, so an idle session ends by expiry",
        shownBy: ["S4", "S9"]
      },
      {
        number: "5.1",
        rule: "A session secret has at least 64 bits, is erased at logout, and is not in web storage",
        does: "the secret is a P-256 key that the browser stores as non-extractable; logout ends the session and deletes the key",
        shownBy: ["is non-extractable and signs what the server accepts, whether imported or generated", "I7"]
      },
      {
        number: "3.1.6",
        rule: "The nonce of a challenge has at least 64 bits",
        does: "a challenge is the SHA-256 of a payload that contains a new key or id; the server registers no passkey on a challenge of less than 16 bytes",
        shownBy: ["R15", "is base64url of at least 16 bytes"]
      }
    ]
  },
  {
    title: "OWASP ASVS 5.0",
    requirements: [
      {
        number: "6.5.1, 6.5.4, 6.5.5, 6.6.2, 6.6.3",
        rule: "Codes are used once, have 20 bits, expire after 10 minutes, are bound to their request, and are rate-limited",
        does: "a code expires after 5 minutes, is one of at least 10^6 (just under 20 bits, with a lock after five wrong ones), and is sealed to the target key of its challenge",
        shownBy: ["O1", "O5", "O6", "O9", "O14"]
      },
      {
        number: "6.5.2",
        rule: "Codes of less than 112 bits are stored as a salted password hash",
        does: "the store has a digest keyed by the vault key and bound to the challenge: without the key a copied database reveals no code, and with the key a slow hash of a million values would not prevent a search",
        shownBy: ["O12"]
      },
      {
        number: "6.3.4",
        rule: "All authentication pathways are equally strong",
        does: "without its magic values the sandbox replies as production does; a further credential requires a signature",
        shownBy: ["B6", "S13"]
      },
      {
        number: "6.3.6",
        rule: "At level 3, e-mail is not used as a factor",
        does: "the project targets level 2, and level 3 only for cryptography",
        shownBy: [],
        reason: "not met, and not claimed, for the same reason as 3.1.3.1 of NIST SP 800-63B-4 above"
      },
      {
        number: "6.3.8",
        rule: "A reply and its timing do not reveal whether an account exists",
        does: "an object of another platform receives the reply of an object that does not exist; a worker sends mail outside the request",
        shownBy: ["O10", "S1", "H3"]
      },
      {
        number: "6.7.2, 6.8.1, 6.8.2",
        rule: "Nonces have 64 bits; identities are separate for each provider; signatures are always verified",
        does: "the nonce of a token is the hash of the client's key; an identity consists of issuer, audience and subject",
        shownBy: ["J1", "J6", "J10"]
      },
      {
        number: "7.2.3, 7.2.4, 7.4.1, 7.4.2, 7.4.3, 7.5.1, 7.5.2",
        rule: "Tokens of 128 bits; a new session at each login; an enforced expiry; reauthentication before factors change; a list of sessions, each of which can be terminated",
        does: "a session is a key pair; each login and refresh opens a new one; a credential changes only with a signature",
        shownBy: ["S2", "S5", "S7", "S8", "S10", "R1"]
      },
      {
        number: "8.2.2, 8.2.3, 8.4.1",
        rule: "Access is decided per object, per field and per tenant",
        does: "the environment is part of every key; the server rejects fields that no caller may set",
        shownBy: ["H3", "H7", "I9"]
      },
      {
        number: "9.1.1 to 9.1.3, 9.2.1 to 9.2.4, 10.5.1, 10.5.2, 10.5.4",
        rule: "Tokens: verify the signature, algorithm list, key source, times, type, audience, nonce and subject",
        does: "a strict decoder runs before any key lookup, and each check is explicit",
        shownBy: ["J1", "J2", "J3", "J4", "J7", "J8", "J9", "J10", "J11"]
      },
      {
        number: "2.3.1, 2.3.3, 2.3.4, 15.4.1, 15.4.2",
        rule: "Steps run in order and in transactions; nothing is booked twice; no check is separate from its action",
        does: "an operation loads records, decides in a pure function, and commits once under version guards",
        shownBy: ["R2", "D1", "D2", "I1"]
      },
      {
        number: "1.3.6, 13.2.4, 15.3.2",
        rule: "Protection against SSRF, an allow-list for outgoing requests, and no redirects",
        does: "webhooks go only to public addresses, resolved once per delivery; key sets come from configured URLs",
        shownBy: ["W1", "W2", "W3", "J4"]
      },
      {
        number: "1.3.11, 1.3.12, 1.5.3, 15.3.5 to 15.3.7",
        rule: "No SMTP injection, no ReDoS, consistent JSON parsing, type checks, no prototype pollution, no parameter pollution",
        does: "one strict parser reads every body; texts are limited in length before any regular expression; repeated keys are rejected",
        shownBy: ["H5", "H6", "H11", "H12", "H13", "H14"]
      },
      {
        number: "11.2.3, 11.2.4, 11.3.4, 11.5.1",
        rule: "128 bits of security, constant time, no repeated nonce, 128 bits of randomness",
        does: "P-256, SHA-256 and AES-256-GCM; each HPKE context is used once; no security depends on an id",
        shownBy: ["H1", "K11", "O13", "R15"]
      },
      {
        number: "14.2.1, 14.3.2, 16.2.5, 16.5.1 to 16.5.4",
        rule: "No secret in a URL, no response in a cache, no secrets in logs, generic errors, failing closed, a last-resort error handler",
        does: "every response has Cache-Control: no-store; a defect is a 500 with an incident id; unknown input is rejected",
        shownBy: ["D11", "D13", "I8", "I16"]
      },
      {
        number: "15.2.3",
        rule: "No test functions in production",
        does: "production wiring imports no module of the sandbox",
        shownBy: ["B1"]
      }
    ]
  },
  {
    title: "RFC 9180, hybrid public key encryption",
    requirements: [
      {
        number: "7.1.4, 9",
        rule: "Keys are validated; base mode does not authenticate the sender, does not prevent replay, and loses confidentiality when the recipient's key leaks",
        does: "points are checked before they reach the library; each code has its own key, which is used once and deleted with the code; the service signs each bundle",
        shownBy: ["K6", "K9", "K10", "K11", "K14"]
      },
      {
        number: "9.7.5",
        rule: "A ciphertext shows the length of its plaintext",
        does: "a seal contains a code and a key of fixed length, so its length reveals the length of the code, which the platform configured",
        shownBy: [],
        reason: "not a secret: the length of codes is configuration that every client knows"
      }
    ]
  },
  {
    title: "FIPS 186-5 and RFC 6979, ECDSA",
    requirements: [
      {
        number: "6.4.2",
        rule: "r and s lie in 1 to n - 1; P-256 is approved",
        does: "the server rejects other values before it verifies a signature, as Wycheproof's vectors confirm",
        shownBy: ["K1", "K3", "K4"]
      },
      {
        number: "A.2.5",
        rule: "A deterministic k is allowed",
        does: "the portable signer derives k from key and message; its signatures equal the vectors byte for byte",
        shownBy: ["match the standard's signature of %o, with S in the lower half"]
      }
    ]
  },
  {
    title: "RFC 8725, JSON Web Token best practices",
    requirements: [
      {
        number: "3.1 to 3.12",
        rule: "An algorithm list; no compression; checks of issuer, subject and audience; no trust in header parameters; different kinds of token are mutually exclusive",
        does: "the issuer's configuration decides algorithm and keys; tokens of this service and identity tokens have different formats",
        shownBy: ["J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9", "J10", "J11"]
      },
      {
        number: "3.11",
        rule: "Explicit typing by typ",
        does: "the server does not read typ",
        shownBy: [],
        reason:
          "not done: issuers of identity tokens set it to JWT or omit it. The nonce over the client's key separates the kinds of token"
      }
    ]
  },
  {
    title: "RFC 9110, 6585 and 9457, HTTP",
    requirements: [
      {
        number: "RFC 9110 15.5.2, 11.6.1",
        rule: "401 comes with WWW-Authenticate",
        does: "a 401 has it when the platform is unknown; a refused signature does not concern that header, and names its reason",
        shownBy: ["H2"]
      },
      {
        number: "RFC 9110 15.5.6",
        rule: "405 comes with Allow",
        does: "Allow lists every method that the path supports",
        shownBy: ["H17"]
      },
      {
        number: "RFC 6585 4, RFC 9110 10.2.3",
        rule: "429 and 503 may name the time of the next attempt",
        does: "both have Retry-After, and a call after that time is served",
        shownBy: ["O9", "R12", "R14"]
      },
      {
        number: "RFC 9457 3",
        rule: "Problems have type, title, status, detail and instance",
        does: "refusals have status, code, message and details in application/json",
        shownBy: ["I16"],
        reason: "not done: the interface prescribes its own error envelope, which existing clients read"
      }
    ]
  },
  {
    title: "Standard Webhooks",
    requirements: [
      {
        number: "the specification, 1.0",
        rule: "An id, a timestamp, a list of signatures, a retry schedule, 15 to 30 s per attempt, bodies of 20 kB, protection against SSRF",
        does: "all are implemented, and the reference library verifies the deliveries; retries continue for 7 days",
        shownBy: ["W1", "W4", "W5", "W6", "W9"]
      }
    ]
  },
  {
    title: "The Idempotency-Key header (draft), as Stripe has it",
    requirements: [
      {
        number: "2",
        rule: "Keys of 255 characters are stored for 24 hours, and parameters are compared",
        does: "replies are stored for 24 hours; another body, or a call during the first one, is a 409; a key belongs to token, method and path",
        shownBy: ["X8", "X9"]
      }
    ]
  },
  {
    title: "PSD2 RTS 2018/389",
    requirements: [
      {
        number: "Article 4(3)",
        rule: "A code is accepted once; at most five consecutive failures; at most five minutes of inactivity; the reply does not reveal which element was wrong",
        does: "a code is accepted once and expires after five minutes; five wrong codes lock the credential; after the lock codes have 65 bits, and wrong ones do not lock it (FA11)",
        shownBy: ["O1", "O5", "O14", "R1"],
        reason:
          "in part: wrong answers to a code of 65 bits are not limited, because an attacker could then lock the owner out; the interface prescribes that a refusal names the failed check, which only the platform that owns the object sees (S1, H3)"
      },
      {
        number: "Article 5",
        rule: "Amount and payee are part of the authorised data, and any change invalidates the authorisation",
        does: "the signed payload names amounts, payee and account and contains a digest of source and destination; the server rejects a quote whose source or destination has changed",
        shownBy: ["FA1", "R11", "X11", "R17"]
      }
    ]
  }
]
