import type { Table } from "../Threat.ts"

export const identityTokens: Table = {
  title: "Identity tokens",
  rows: [
    {
      row: "J1",
      attack: "alg none, mixed families, unknown crit",
      defence: "401",
      where: ["adapters/oidc/src/oidcTokens.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "issuers that sign by an algorithm of their own"
    },
    {
      row: "J2",
      attack: "Lenient encodings, extra segments, JWE, a megabyte",
      defence: "400 before any key is looked for",
      where: ["packages/wire/src/compactJws.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "encrypted tokens: there are none here"
    },
    {
      row: "J3",
      attack: "kid, jku, x5u, jwk, x5c in the header",
      defence: "an exact kid in the issuer's set, and nothing else",
      where: ["adapters/oidc/src/keySet.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "an issuer that publishes an attacker's key"
    },
    {
      row: "J4",
      attack: "An issuer that points at us, or looks alike",
      defence: "a static table; no connection",
      where: ["adapters/oidc/src/issuerTable.ts"],
      notClaimed: "an issuer whose own host is taken over"
    },
    {
      row: "J5",
      attack: "A key set that is slow, huge, moved, weak or rotated",
      defence: "capped, cached, fetched once; 503 when it cannot be had",
      where: ["adapters/oidc/src/keySet.ts", "adapters/oidc/src/keySet.ts", "adapters/oidc/src/download.ts"],
      notClaimed: "sign-ins by an issuer that is down and whose keys were never fetched"
    },
    {
      row: "J6",
      attack: "One issuer's token for another's subject",
      defence: "the identity is issuer, audience and subject",
      where: ["packages/core/src/rules/credentials/kinds/oauth/Oauth.ts"],
      notClaimed: "a subject that an issuer reassigns"
    },
    {
      row: "J7",
      attack: "Two audiences, none, or a number",
      defence: "refused",
      where: ["adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "azp, which is not read"
    },
    {
      row: "J8",
      attack: "Odd times",
      defence: "60 s old at the most; up to 5 s ahead in the sandbox alone",
      where: ["packages/core/src/model/Environment.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "issuers whose clocks are more than 5 s ahead"
    },
    {
      row: "J9",
      attack: "A token used twice",
      defence: "remembered for as long as it would pass",
      where: [
        "packages/core/src/rules/credentials/Credential.ts",
        "packages/core/src/rules/credentials/kinds/OAUTH.ts"
      ],
      notClaimed: "a token that another service takes"
    },
    {
      row: "J10",
      attack: "The nonce over another spelling of the key",
      defence: "refused",
      where: ["packages/wire/src/challenges.ts", "packages/core/src/rules/credentials/kinds/OAUTH.ts"],
      notClaimed: "registrations, which carry no nonce"
    },
    {
      row: "J11",
      attack: "Repeated claims",
      defence: "400",
      where: ["packages/wire/src/compactJws.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "claims nested inside others are not read"
    },
    {
      row: "J12",
      attack: "Markup in the e-mail claim",
      defence: "display only, capped; the subject if it is absent",
      where: ["packages/core/src/rules/credentials/kinds/OAUTH.ts", "packages/core/src/model/expected.ts"],
      notClaimed: "that the address in it belongs to the user"
    },
    {
      row: "J13",
      attack: "One identity registered twice",
      defence: "one row",
      where: [
        "packages/core/src/rules/credentials/kinds/oauth/Oauth.ts",
        "packages/core/src/operations/credentials/add.ts"
      ],
      notClaimed: "one person with two identities"
    }
  ]
}
