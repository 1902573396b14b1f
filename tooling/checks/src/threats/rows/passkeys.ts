import type { Table } from "../Threat.ts"

export const passkeys: Table = {
  title: "Passkeys",
  rows: [
    {
      row: "P1",
      attack: "A ceremony on another origin",
      defence: "the server accepts only listed origins, and for a login the origin of the registration",
      where: [
        "adapters/passkeys/src/clientData.ts",
        "adapters/passkeys/src/register.ts",
        "adapters/passkeys/src/passkeys.ts"
      ],
      notClaimed: "an attacker's script on a listed origin"
    },
    {
      row: "P2",
      attack: "An embedded ceremony",
      defence: "the server rejects it unless its top origin is listed",
      where: ["adapters/passkeys/src/checks.ts"],
      notClaimed: "pages that an allowed top origin embeds deeper"
    },
    {
      row: "P3",
      attack: "No user presence or no user verification",
      defence: "the server rejects the ceremony according to the policy",
      where: ["adapters/passkeys/src/checks.ts", "adapters/passkeys/src/authenticatorData.ts"],
      notClaimed: "how an authenticator verified its user"
    },
    {
      row: "P4",
      attack: "Backup flags that contradict each other or change",
      defence: "the server rejects the ceremony",
      where: ["adapters/passkeys/src/checks.ts", "adapters/passkeys/src/passkeys.ts"],
      notClaimed: "whether backups are stored safely"
    },
    {
      row: "P5",
      attack: "A signature counter that does not increase",
      defence: "the server rejects the assertion unless both counters are zero; it stores the asserted value",
      where: [
        "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
        "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts"
      ],
      notClaimed: "authenticators whose counter is always zero"
    },
    {
      row: "P6",
      attack: "A challenge used twice, on another credential, after its expiry, or in another encoding",
      defence: "the server rejects the assertion",
      where: ["packages/core/src/operations/credentials/passkeyLogin.ts", "packages/wire/src/challenges.ts"],
      notClaimed: "a challenge that a page passes to another page of its origin"
    },
    {
      row: "P7",
      attack: "Another client key in the verify call",
      defence: "400: the server uses the key of the challenge",
      where: [
        "packages/core/src/operations/credentials/passkeyLogin.ts",
        "packages/http/src/resources/authentication/sessions.ts"
      ],
      notClaimed: "the key in the first call: a backend may name its own, see SECURITY.md"
    },
    {
      row: "P8",
      attack: "A malformed user handle",
      defence: "the server rejects the assertion",
      where: ["adapters/passkeys/src/passkeys.ts"],
      notClaimed: "that the handle is the user's: no registration of this API names one"
    },
    {
      row: "P9",
      attack: "Credential ids of invalid length, or of other users",
      defence: "the server rejects the ceremony",
      where: ["adapters/passkeys/src/authenticatorData.ts", "adapters/passkeys/src/passkeys.ts"],
      notClaimed: "ids that an authenticator issues twice"
    },
    {
      row: "P10",
      attack: "One passkey registered twice",
      defence: "the server returns 400 with the name of the check, also across accounts",
      where: [
        "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
        "packages/core/src/operations/credentials/add.ts"
      ],
      notClaimed: "that its existence stays hidden within one environment"
    },
    {
      row: "P11",
      attack: "A registration response used for a login, or the reverse",
      defence: "the server rejects the ceremony",
      where: [
        "adapters/passkeys/src/register.ts",
        "adapters/passkeys/src/passkeys.ts",
        "adapters/passkeys/src/clientData.ts"
      ],
      notClaimed: "unknown members of client data, which are ignored"
    },
    {
      row: "P12",
      attack: "A forged attestation",
      defence: "the server trusts no attestation chain, so a forged one gains nothing",
      where: ["adapters/passkeys/src/register.ts", "adapters/passkeys/src/authenticatorData.ts"],
      notClaimed: "the model of any authenticator"
    },
    {
      row: "P13",
      attack: "Algorithms outside the policy",
      defence: "the server rejects them, whatever the browser did",
      where: ["adapters/passkeys/src/coseKey.ts", "adapters/passkeys/src/register.ts"],
      notClaimed: "weak keys of an allowed algorithm"
    },
    {
      row: "P14",
      attack: "CBOR that is very deep or very large",
      defence: "the server rejects it within milliseconds",
      where: ["adapters/passkeys/src/coseKey.ts"],
      notClaimed: "extensions, which are skipped"
    },
    {
      row: "P15",
      attack: "A registration challenge used twice",
      defence: "the server rejects the registration",
      where: [
        "packages/core/src/rules/credentials/Credential.ts",
        "packages/core/src/rules/credentials/kinds/PASSKEY.ts"
      ],
      notClaimed: "that the platform's challenge was random"
    },
    {
      row: "P16",
      attack: "Authenticator data of invalid length",
      defence: "the server rejects the ceremony",
      where: ["adapters/passkeys/src/authenticatorData.ts"],
      notClaimed: "the contents of extension outputs"
    },
    {
      row: "P17",
      attack: "Markup in nicknames",
      defence: "the server accepts only letters, digits and a few punctuation marks",
      where: ["packages/core/src/rules/credentials/kinds/passkey/Passkey.ts", "packages/core/src/model/expected.ts"],
      notClaimed: "misleading nicknames in plain letters"
    }
  ]
}
