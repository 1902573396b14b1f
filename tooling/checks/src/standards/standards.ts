import type { Standard } from "./Requirement.ts"

/** The requirements of standards that apply to this library, with their numbers. */
export const standards: ReadonlyArray<Standard> = [
  {
    title: "NIST SP 800-63B-4, digital identity: authentication",
    requirements: [
      {
        number: "3.1.3.2",
        rule: "An out-of-band secret is valid for at most 10 minutes, has 6 digits at least, and is used once",
        does: "5 minutes, 6 digits (a platform may configure longer ones with letters), once; a policy of more than 10 minutes or fewer than 6 digits is refused",
        shownBy: ["O5", "O14"]
      },
      {
        number: "3.1.3.2",
        rule: "A new secret does not reset the count of failures; one of less than 64 bits needs a limit of its rate",
        does: "the count belongs to the credential, and a new code leaves it as it is",
        shownBy: ["O3", "I15"]
      },
      {
        number: "3.2.2",
        rule: "At most 100 failures in a row; growing waits are suggested",
        does: "five in a row lock for 30 minutes; from then until a right code, codes have 65 bits, for which 3.2.2 requires no limit; the chance to guess one is at most 1.5e-5 per credential",
        shownBy: ["O1", "is at most 1.5e-5 per credential with the default limits"]
      },
      {
        number: "3.1.3.1",
        rule: "E-mail SHALL NOT be used as an out-of-band authenticator",
        does: "EMAIL_OTP is offered as a convenience, and said to be no AAL2",
        shownBy: [],
        reason:
          "not met, and not claimed: the interface requires EMAIL_OTP. A platform that needs AAL2 removes it and requires a passkey; SECURITY.md says so"
      },
      {
        number: "2.2.3",
        rule: "AAL2: a session should last 24 hours at most, and one hour idle",
        does: "a session lasts 15 minutes and a family of refreshes 24 hours; each use is signed, so idling is ended by expiry",
        shownBy: ["S4", "S9"]
      },
      {
        number: "5.1",
        rule: "A session secret has 64 bits at least, is erased at logout, and is not in web storage",
        does: "a P-256 key, which the browser stores where no script can read it; logout ends the session and forgets the key",
        shownBy: ["is non-extractable and signs what the server accepts, whether imported or generated", "I7"]
      },
      {
        number: "3.1.6",
        rule: "The nonce of a challenge has 64 bits at least",
        does: "a challenge is the SHA-256 of a payload that contains a fresh key or id; no passkey is registered on less than 16 bytes",
        shownBy: ["R15", "is base64url of at least 16 bytes"]
      }
    ]
  },
  {
    title: "OWASP ASVS 5.0",
    requirements: [
      {
        number: "6.5.1, 6.5.4, 6.5.5, 6.6.2, 6.6.3",
        rule: "Codes are used once, have 20 bits, live 10 minutes, are bound to their request, and are limited in rate",
        does: "5 minutes and 10^6 codes at least (just under 20 bits, with a lock after five), sealed to the issue they answer",
        shownBy: ["O1", "O5", "O6", "O9", "O14"]
      },
      {
        number: "6.5.2",
        rule: "Codes of less than 112 bits are stored by a password hash with salt",
        does: "a digest keyed by the vault key and bound to the issue: without the key a copied database gives no code, with it a slow hash of a million values would not help",
        shownBy: ["O12"]
      },
      {
        number: "6.3.4",
        rule: "All paths to a login are equally strong",
        does: "a sandbox without its magic values answers as production does; nothing is added to an account without a signature",
        shownBy: ["B6", "S13"]
      },
      {
        number: "6.3.6",
        rule: "No e-mail as a factor, at level 3",
        does: "level 2 is what we aim at, level 3 in cryptography alone",
        shownBy: [],
        reason: "not met, and not claimed, for the same reason as 3.1.3.1 of NIST SP 800-63B-4 above"
      },
      {
        number: "6.3.8",
        rule: "No caller learns from a reply, or its timing, whether an account exists",
        does: "what is another's answers as what never was; mail leaves beside the request",
        shownBy: ["O10", "S1", "H3"]
      },
      {
        number: "6.7.2, 6.8.1, 6.8.2",
        rule: "Nonces of 64 bits; identities are separate for each provider; signatures are always checked",
        does: "the nonce of a token is the hash of the client's key; an identity is issuer, audience and subject",
        shownBy: ["J1", "J6", "J10"]
      },
      {
        number: "7.2.3, 7.2.4, 7.4.1, 7.4.2, 7.4.3, 7.5.1, 7.5.2",
        rule: "Tokens of 128 bits; a new session at each login; an enforced expiry; a proof anew before factors change; a list of sessions, each of which can be ended",
        does: "a session is a key pair; each login and refresh opens another; credentials change by a signature alone",
        shownBy: ["S2", "S5", "S7", "S8", "S10", "R1"]
      },
      {
        number: "8.2.2, 8.2.3, 8.4.1",
        rule: "Access is decided by object, by field and by tenant",
        does: "the environment is part of every key; fields that no caller may set are refused",
        shownBy: ["H3", "H7", "I9"]
      },
      {
        number: "9.1.1 to 9.1.3, 9.2.1 to 9.2.4, 10.5.1, 10.5.2, 10.5.4",
        rule: "Tokens: signature, list of algorithms, source of keys, times, type, audience, nonce, subject",
        does: "a strict decoder runs before any key lookup; all of them are explicit",
        shownBy: ["J1", "J2", "J3", "J4", "J7", "J8", "J9", "J10", "J11"]
      },
      {
        number: "2.3.1, 2.3.3, 2.3.4, 15.4.1, 15.4.2",
        rule: "Steps in their order, in transactions, nothing booked twice, nothing checked and then acted on",
        does: "load, decide in a pure function, commit once under guards",
        shownBy: ["R2", "D1", "D2", "I1"]
      },
      {
        number: "1.3.6, 13.2.4, 15.3.2",
        rule: "A filter against SSRF, an allow-list for what goes out, no redirects followed",
        does: "webhooks go to public addresses alone, looked up once a send; key sets come from a table",
        shownBy: ["W1", "W2", "W3", "J4"]
      },
      {
        number: "1.3.11, 1.3.12, 1.5.3, 15.3.5 to 15.3.7",
        rule: "Injection into SMTP, ReDoS, one reading of JSON, types, prototypes, repeated parameters",
        does: "one strict reader; texts are capped before any expression; repeats are refused",
        shownBy: ["H5", "H6", "H11", "H12", "H13", "H14"]
      },
      {
        number: "11.2.3, 11.2.4, 11.3.4, 11.5.1",
        rule: "128 bits of strength, constant time, no nonce twice, 128 bits of chance",
        does: "P-256, SHA-256, AES-256-GCM; contexts of HPKE are used once; no security rests on an id",
        shownBy: ["H1", "K11", "O13", "R15"]
      },
      {
        number: "14.2.1, 14.3.2, 16.2.5, 16.5.1 to 16.5.4",
        rule: "No secret in a URL, no answer in a cache, clean logs, generic errors, closed when in doubt, a last handler",
        does: "every answer says no-store; a defect is a 500 with an incident; what is not known is refused",
        shownBy: ["D11", "D13", "I8", "I16"]
      },
      {
        number: "15.2.3",
        rule: "No test functions in production",
        does: "production wiring reaches no module of the sandbox",
        shownBy: ["B1"]
      }
    ]
  },
  {
    title: "RFC 9180, hybrid public key encryption",
    requirements: [
      {
        number: "7.1.4, 9",
        rule: "Keys are validated; base mode authenticates no sender, is no protection against replay, and loses confidentiality with the recipient's key",
        does: "points are checked before the library sees them; a key a code, used once, deleted with its issue; a bundle is signed by the service",
        shownBy: ["K6", "K9", "K10", "K11", "K14"]
      },
      {
        number: "9.7.5",
        rule: "A ciphertext shows the length of its plaintext",
        does: "a code and a key of fixed length are sealed: the length of a seal reveals the length of a code, which the platform chose itself",
        shownBy: [],
        reason: "nothing to hide: how long codes are is configuration that every client knows"
      }
    ]
  },
  {
    title: "FIPS 186-5 and RFC 6979, ECDSA",
    requirements: [
      {
        number: "6.4.2",
        rule: "r and s lie in 1 to n - 1; P-256 is approved",
        does: "anything else is refused before a signature is judged, by Wycheproof's vectors too",
        shownBy: ["K1", "K3", "K4"]
      },
      {
        number: "A.2.5",
        rule: "A deterministic k is allowed",
        does: "the portable signer derives k from key and message; its signatures are the vectors' to the byte",
        shownBy: ["match the standard's signature of %o, with S in the lower half"]
      }
    ]
  },
  {
    title: "RFC 8725, JSON Web Token best practices",
    requirements: [
      {
        number: "3.1 to 3.12",
        rule: "Algorithms by list; no compression; issuer, subject, audience; hints of the header are not trusted; kinds of token exclude one another",
        does: "the issuer's table decides algorithm and keys; a token of ours is no token of theirs",
        shownBy: ["J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8", "J9", "J10", "J11"]
      },
      {
        number: "3.11",
        rule: "Explicit typing by typ",
        does: "typ is not read",
        shownBy: [],
        reason:
          "not done: issuers of identity tokens write JWT or nothing there. Kinds are separated by the nonce over the client's key"
      }
    ]
  },
  {
    title: "RFC 9110, 6585 and 9457, HTTP",
    requirements: [
      {
        number: "RFC 9110 15.5.2, 11.6.1",
        rule: "401 comes with WWW-Authenticate",
        does: "it does where the platform is not known; a refused signature is no matter of that header, and names its reason",
        shownBy: ["H2"]
      },
      {
        number: "RFC 9110 15.5.6",
        rule: "405 comes with Allow",
        does: "with every method that the path has",
        shownBy: ["H17"]
      },
      {
        number: "RFC 6585 4, RFC 9110 10.2.3",
        rule: "429 and 503 may name the time of the next attempt",
        does: "both do, and a call right after it is served",
        shownBy: ["O9", "R12", "R14"]
      },
      {
        number: "RFC 9457 3",
        rule: "Problems have type, title, status, detail and instance",
        does: "refusals have status, code, message and details, in application/json",
        shownBy: ["I16"],
        reason: "not done: off-the-shelf clients of this interface read its own envelope, which it prescribes"
      }
    ]
  },
  {
    title: "Standard Webhooks",
    requirements: [
      {
        number: "the specification, 1.0",
        rule: "Id, timestamp, a list of signatures, a schedule of tries, 15 to 30 s a try, bodies of 20 kB, no SSRF",
        does: "all of it, and its own library verifies what we send; tries go on for 7 days",
        shownBy: ["W1", "W4", "W5", "W6", "W9"]
      }
    ]
  },
  {
    title: "The Idempotency-Key header (draft), as Stripe has it",
    requirements: [
      {
        number: "2",
        rule: "24 hours, parameters compared, keys of 255 characters",
        does: "stored for 24 hours; 409 for another body, or while the first call is under way; a key belongs to token, method and path",
        shownBy: ["X8", "X9"]
      }
    ]
  },
  {
    title: "PSD2 RTS 2018/389",
    requirements: [
      {
        number: "Article 4(3)",
        rule: "A code is accepted once; five failures in a row at most; five minutes idle at most; which element was wrong is not shown",
        does: "once; five, then a lock; a code lives five minutes; after the lock codes have 65 bits, and wrong answers to those block nothing (FA11)",
        shownBy: ["O1", "O5", "O14", "R1"],
        reason:
          "in part: wrong answers to a code of 65 bits are not limited, since they would let an attacker lock the owner out; refusals name the check that failed, since the interface prescribes it, to callers who hold the object anyway; whose object it is not learns nothing (S1, H3)"
      },
      {
        number: "Article 5",
        rule: "Amount and payee are part of what is authorised, and any change voids it",
        does: "the payload that is signed names amounts, payee, account and a digest of both ends; a quote whose end changed is refused",
        shownBy: ["FA1", "R11", "X11", "R17"]
      }
    ]
  }
]
