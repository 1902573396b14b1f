import type { Table } from "../Threat.ts"

export const keys: Table = {
  title: "Stamps, keys and seals",
  rows: [
    {
      row: "K1",
      attack: "A verifier that rejects half of all valid signatures",
      defence: "the verifier accepts low and high S",
      where: ["packages/wire/src/signature.ts", "adapters/node-crypto/src/nodeCrypto.ts"],
      notClaimed: "other curves"
    },
    {
      row: "K2",
      attack: "A signature converted to its other S value",
      defence: "the request id is consumed, so the request still executes once",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts", "packages/wire/src/signature.ts"],
      notClaimed: "uniqueness of signatures, which nothing depends on"
    },
    {
      row: "K3",
      attack: "BER or P1363 encoding, or trailing bytes",
      defence: "the verifier rejects the signature",
      where: ["packages/wire/src/der.ts", "packages/wire/src/stamp.ts"],
      notClaimed: "encodings of keys, which K6 and K7 cover"
    },
    {
      row: "K4",
      attack: "r or s of 0, n or more",
      defence: "the verifier rejects the signature",
      where: ["packages/wire/src/der.ts", "adapters/node-crypto/src/nodeCrypto.ts"],
      notClaimed: "faults in OpenSSL that no test vector covers"
    },
    {
      row: "K5",
      attack: "A malformed stamp envelope",
      defence: "the server rejects every one with the same reply",
      where: ["packages/wire/src/stamp.ts", "packages/wire/src/json.ts"],
      notClaimed: "a stamp in an allowed encoding that our clients do not produce"
    },
    {
      row: "K6",
      attack: "Points off the curve, the point at infinity, hybrid encodings",
      defence: "the server rejects the key",
      where: ["packages/wire/src/points.ts", "packages/core/src/model/ClientPublicKey.ts"],
      notClaimed: "whether another person knows the private key"
    },
    {
      row: "K7",
      attack: "One key in two encodings",
      defence: "the server stores one canonical encoding",
      where: ["packages/wire/src/points.ts", "packages/core/src/rules/signed-requests/StampAuthority.ts"],
      notClaimed: "hosts that compare keys as text"
    },
    {
      row: "K8",
      attack: "A session of another account with the same key",
      defence:
        "the lookup is limited to the account, so such a session is never read and cannot displace the correct one",
      where: [
        "packages/core/src/rules/signed-requests/StampAuthority.ts",
        "packages/core/src/rules/signed-requests/Signer.ts"
      ],
      notClaimed: "users who share a key on purpose"
    },
    {
      row: "K9",
      attack: "A target key used for two codes",
      defence: "each code has its own target key, which is deleted with the code",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts"
      ],
      notClaimed: "backups of the store taken while a code was pending, which contain the key encrypted"
    },
    {
      row: "K10",
      attack: "Altered or truncated seals",
      defence: "the server returns the same refusal for all",
      where: ["packages/wire/src/hpke.ts", "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"],
      notClaimed: "constant time of the portable HPKE library"
    },
    {
      row: "K11",
      attack: "Another suite, info or AAD",
      defence: "decryption fails; each HPKE context is used once",
      where: ["packages/wire/src/hpke.ts", "adapters/node-crypto/src/hpke.ts"],
      notClaimed: "suites other than (16, 1, 2)"
    },
    {
      row: "K12",
      attack: "A sealed session key delivered twice, or stored",
      defence: "the server seals the key for one reply and never stores it",
      where: ["packages/core/src/operations/sessions/open.ts", "packages/wire/src/sessionKey.ts"],
      notClaimed: "how the client stores it"
    },
    {
      row: "K13",
      attack: "A session key left in memory or in a log",
      defence: "the server overwrites the key after sealing and never stores or logs it",
      where: ["packages/core/src/operations/sessions/open.ts", "adapters/node-crypto/src/nodeSeals.ts"],
      notClaimed: "copies that a garbage collector or a core dump makes"
    },
    {
      row: "K14",
      attack: "A bundle of another signer",
      defence: "the client rejects it before it prompts for a code",
      where: ["packages/wire/src/otpTargetBundle.ts", "packages/client/src/operations/emailOtp.ts"],
      notClaimed: "clients that pin no key"
    },
    {
      row: "K15",
      attack: "Base58 that takes minutes to decode",
      defence: "the length is limited before decoding starts",
      where: ["packages/wire/src/sessionKey.ts", "packages/wire/src/hpke.ts"],
      notClaimed: "base58 that a host decodes itself"
    },
    {
      row: "K16",
      attack: "Weak randomness",
      defence:
        "`npm run check:arrows` rejects `Math.random` in every source, and lint rejects `crypto` and `Date` in core; ids, codes and keys come from the Secrets port",
      where: ["adapters/node-crypto/src/nodeCrypto.ts", "tooling/checks/src/arrows/rules/hygiene.ts"],
      notClaimed: "the random generator of the operating system"
    }
  ]
}
