import type { Table } from "../Threat.ts"

export const keys: Table = {
  title: "Stamps, keys and seals",
  rows: [
    {
      row: "K1",
      attack: "A verifier that refuses half of all signatures",
      defence: "either S is taken",
      where: ["packages/wire/src/signature.ts", "adapters/node-crypto/src/nodeCrypto.ts"],
      notClaimed: "other curves"
    },
    {
      row: "K2",
      attack: "A signature bent into its twin",
      defence: "still one use: the id is consumed",
      where: ["packages/core/src/operations/signed-requests/signedRetry.ts", "packages/wire/src/signature.ts"],
      notClaimed: "that a signature is unique: nothing rests on it"
    },
    {
      row: "K3",
      attack: "BER, P1363, trailing bytes",
      defence: "refused",
      where: ["packages/wire/src/der.ts", "packages/wire/src/stamp.ts"],
      notClaimed: "encodings of keys, which K6 and K7 are about"
    },
    {
      row: "K4",
      attack: "r or s of 0, n or more",
      defence: "refused",
      where: ["packages/wire/src/der.ts", "adapters/node-crypto/src/nodeCrypto.ts"],
      notClaimed: "faults in OpenSSL that no vector shows"
    },
    {
      row: "K5",
      attack: "Tricks with the envelope of a stamp",
      defence: "refused, all the same way",
      where: ["packages/wire/src/stamp.ts", "packages/wire/src/json.ts"],
      notClaimed: "a stamp under an allowed spelling that no client of ours writes"
    },
    {
      row: "K6",
      attack: "Points off the curve, infinity, hybrids",
      defence: "refused",
      where: ["packages/wire/src/points.ts", "packages/core/src/model/ClientPublicKey.ts"],
      notClaimed: "whether the private key is known to a person"
    },
    {
      row: "K7",
      attack: "One key in two spellings",
      defence: "one key",
      where: ["packages/wire/src/points.ts", "packages/core/src/rules/signed-requests/StampAuthority.ts"],
      notClaimed: "keys that a host compares as text"
    },
    {
      row: "K8",
      attack: "Another account's session under the same key",
      defence: "never looked at; cannot crowd the right one out",
      where: [
        "packages/core/src/rules/signed-requests/StampAuthority.ts",
        "packages/core/src/rules/signed-requests/Signer.ts"
      ],
      notClaimed: "users who share a key on purpose"
    },
    {
      row: "K9",
      attack: "A target key used for two issues",
      defence: "each issue has its own; it goes with its issue",
      where: [
        "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
        "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts"
      ],
      notClaimed: "backups of the store that were taken while an issue lived; the key in them is sealed"
    },
    {
      row: "K10",
      attack: "Altered or truncated seals",
      defence: "one refusal for all",
      where: ["packages/wire/src/hpke.ts", "packages/core/src/rules/credentials/kinds/email-otp/verify.ts"],
      notClaimed: "constant time of the portable HPKE library"
    },
    {
      row: "K11",
      attack: "Another suite, info or AAD",
      defence: "does not open; contexts are used once",
      where: ["packages/wire/src/hpke.ts", "adapters/node-crypto/src/hpke.ts"],
      notClaimed: "suites other than (16, 1, 2)"
    },
    {
      row: "K12",
      attack: "A sealed key delivered twice, or stored",
      defence: "sealed for one answer, never written",
      where: ["packages/core/src/operations/sessions/open.ts", "packages/wire/src/sessionKey.ts"],
      notClaimed: "what the client does with it"
    },
    {
      row: "K13",
      attack: "A session key left in memory or a log",
      defence:
        "overwritten after sealing, never written or logged; what a garbage collector copied is out of our hands",
      where: ["packages/core/src/operations/sessions/open.ts", "adapters/node-crypto/src/nodeSeals.ts"],
      notClaimed: "copies that a garbage collector or a core dump made"
    },
    {
      row: "K14",
      attack: "A bundle of another signer",
      defence: "the client refuses it before it prompts for a code",
      where: ["packages/wire/src/otpTargetBundle.ts", "packages/client/src/operations/emailOtp.ts"],
      notClaimed: "clients that pin no key"
    },
    {
      row: "K15",
      attack: "Base58 that takes minutes to decode",
      defence: "capped before any work",
      where: ["packages/wire/src/sessionKey.ts", "packages/wire/src/hpke.ts"],
      notClaimed: "base58 that a host decodes itself"
    },
    {
      row: "K16",
      attack: "Weak chance",
      defence:
        "`npm run check:arrows` refuses `Math.random` in any source, and lint refuses `crypto` and `Date` in core; ids, codes and keys come from the Secrets port",
      where: ["adapters/node-crypto/src/nodeCrypto.ts", "tooling/checks/src/arrows/rules/hygiene.ts"],
      notClaimed: "the operating system's own source of chance"
    }
  ]
}
