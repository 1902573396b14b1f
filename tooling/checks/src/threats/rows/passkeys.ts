import type { Table } from "../Threat.ts"

export const passkeys: Table = {
  title: "Passkeys",
  rows: [
    {
      row: "P1",
      attack: "Another origin",
      defence: "refused; exact list, and the one it was made on",
      where: [
        "adapters/passkeys/src/clientData.ts",
        "adapters/passkeys/src/register.ts",
        "adapters/passkeys/src/passkeys.ts"
      ],
      notClaimed: "a page on a listed origin that an attacker wrote"
    },
    {
      row: "P2",
      attack: "An embedded ceremony",
      defence: "refused unless its top origin is listed",
      where: ["adapters/passkeys/src/checks.ts"],
      notClaimed: "pages that an allowed top origin embeds further down"
    },
    {
      row: "P3",
      attack: "No gesture, no verification",
      defence: "refused as the policy says",
      where: ["adapters/passkeys/src/checks.ts", "adapters/passkeys/src/authenticatorData.ts"],
      notClaimed: "how an authenticator verified its user"
    },
    {
      row: "P4",
      attack: "Backup flags that lie or change",
      defence: "refused",
      where: ["adapters/passkeys/src/checks.ts", "adapters/passkeys/src/passkeys.ts"],
      notClaimed: "whether the storage of a backup is safe"
    },
    {
      row: "P5",
      attack: "A counter that does not increase",
      defence: "refused where either is not zero; stored as asserted",
      where: [
        "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
        "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts"
      ],
      notClaimed: "authenticators whose counter is always zero"
    },
    {
      row: "P6",
      attack: "A challenge used twice, elsewhere, late or loosely spelled",
      defence: "refused",
      where: ["packages/core/src/operations/credentials/passkeyLogin.ts", "packages/wire/src/challenges.ts"],
      notClaimed: "a challenge that a page shows to another page of its origin"
    },
    {
      row: "P7",
      attack: "Another client key on verify",
      defence: "400; the challenge's is taken",
      where: [
        "packages/core/src/operations/credentials/passkeyLogin.ts",
        "packages/http/src/resources/authentication/sessions.ts"
      ],
      notClaimed: "the key that the first call named: a backend may name its own, see SECURITY.md"
    },
    {
      row: "P8",
      attack: "A malformed user handle",
      defence: "refused",
      where: ["adapters/passkeys/src/passkeys.ts"],
      notClaimed: "that it is the user's: no registration names its handle"
    },
    {
      row: "P9",
      attack: "Credential ids of odd lengths or others'",
      defence: "refused",
      where: ["adapters/passkeys/src/authenticatorData.ts", "adapters/passkeys/src/passkeys.ts"],
      notClaimed: "ids that an authenticator gives out twice"
    },
    {
      row: "P10",
      attack: "One passkey registered twice",
      defence: "400 by name, also across accounts",
      where: [
        "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
        "packages/core/src/operations/credentials/add.ts"
      ],
      notClaimed: "that its existence stays hidden within one environment"
    },
    {
      row: "P11",
      attack: "A creation for a login and the reverse",
      defence: "refused",
      where: [
        "adapters/passkeys/src/register.ts",
        "adapters/passkeys/src/passkeys.ts",
        "adapters/passkeys/src/clientData.ts"
      ],
      notClaimed: "unknown members of client data, which are ignored"
    },
    {
      row: "P12",
      attack: "Forged attestation",
      defence: "no chain is trusted, so none helps",
      where: ["adapters/passkeys/src/register.ts", "adapters/passkeys/src/authenticatorData.ts"],
      notClaimed: "the make of any authenticator"
    },
    {
      row: "P13",
      attack: "Algorithms outside the policy",
      defence: "refused here, whatever the browser did",
      where: ["adapters/passkeys/src/coseKey.ts", "adapters/passkeys/src/register.ts"],
      notClaimed: "keys of an allowed kind that were badly made"
    },
    {
      row: "P14",
      attack: "Bombs of CBOR",
      defence: "refused quickly",
      where: ["adapters/passkeys/src/coseKey.ts"],
      notClaimed: "extensions: they are walked over, and not read"
    },
    {
      row: "P15",
      attack: "A registration challenge used twice",
      defence: "refused",
      where: [
        "packages/core/src/rules/credentials/Credential.ts",
        "packages/core/src/rules/credentials/kinds/PASSKEY.ts"
      ],
      notClaimed: "that the platform's challenge was random"
    },
    {
      row: "P16",
      attack: "Authenticator data of odd lengths",
      defence: "refused",
      where: ["adapters/passkeys/src/authenticatorData.ts"],
      notClaimed: "what extension outputs say"
    },
    {
      row: "P17",
      attack: "Markup in nicknames",
      defence: "refused; letters, digits and a few marks",
      where: ["packages/core/src/rules/credentials/kinds/passkey/Passkey.ts", "packages/core/src/model/expected.ts"],
      notClaimed: "nicknames that mislead in plain letters"
    }
  ]
}
