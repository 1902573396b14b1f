import type { Table } from "../Threat.ts"

export const identityTokens: Table = {
  title: "Identity tokens",
  rows: [
    {
      row: "J1",
      attack: "alg none, mixed families, unknown crit",
      defence: "the server returns 401",
      where: ["adapters/oidc/src/oidcTokens.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "issuers that sign with a proprietary algorithm"
    },
    {
      row: "J2",
      attack: "Lenient encodings, extra segments, JWE, a token of one megabyte",
      defence: "the server returns 400 before it looks up a key",
      where: ["packages/wire/src/compactJws.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "encrypted tokens, which are not supported"
    },
    {
      row: "J3",
      attack: "kid, jku, x5u, jwk, x5c in the header",
      defence: "the server uses only the key of the issuer's set whose kid matches exactly",
      where: ["adapters/oidc/src/keySet.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "an issuer that publishes an attacker's key"
    },
    {
      row: "J4",
      attack: "An issuer URL that points at internal hosts, or resembles a configured issuer",
      defence: "issuers are a static list; the server connects to no other",
      where: ["adapters/oidc/src/issuerTable.ts"],
      notClaimed: "an issuer whose host is taken over"
    },
    {
      row: "J5",
      attack: "A key set that is slow, very large, redirected, weak or rotated",
      defence: "the response is limited, cached and fetched once; the server returns 503 when it is unavailable",
      where: ["adapters/oidc/src/keySet.ts", "adapters/oidc/src/keySet.ts", "adapters/oidc/src/download.ts"],
      notClaimed: "sign-ins by an issuer that is down and whose keys were never fetched"
    },
    {
      row: "J6",
      attack: "A token of one issuer or audience used for the subject of another",
      defence: "the identity is the issuer, the audience and the subject together",
      where: ["packages/core/src/rules/credentials/kinds/oauth/Oauth.ts"],
      notClaimed: "a subject that an issuer reassigns"
    },
    {
      row: "J7",
      attack: "An audience that is a list of two, absent, or a number",
      defence: "the server rejects the token",
      where: ["adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "azp, which is not read"
    },
    {
      row: "J8",
      attack: "Invalid or unusual times",
      defence: "a token is accepted for 60 s; only the sandbox accepts up to 5 s in the future",
      where: ["packages/core/src/model/Environment.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "issuers whose clocks are more than 5 s ahead"
    },
    {
      row: "J9",
      attack: "A token used twice",
      defence: "the server stores consumed tokens until they expire",
      where: [
        "packages/core/src/rules/credentials/Credential.ts",
        "packages/core/src/rules/credentials/kinds/OAUTH.ts"
      ],
      notClaimed: "a token that another service accepts"
    },
    {
      row: "J10",
      attack: "A nonce over another encoding of the key",
      defence: "the server rejects the token",
      where: ["packages/wire/src/challenges.ts", "packages/core/src/rules/credentials/kinds/OAUTH.ts"],
      notClaimed: "registrations, which have no nonce"
    },
    {
      row: "J11",
      attack: "Repeated claims",
      defence: "the server returns 400",
      where: ["packages/wire/src/compactJws.ts", "adapters/oidc/src/oidcTokens.ts"],
      notClaimed: "nested claims, which are not read"
    },
    {
      row: "J12",
      attack: "Markup in the e-mail claim",
      defence: "the claim is only displayed and is limited in length; the subject is displayed when it is absent",
      where: ["packages/core/src/rules/credentials/kinds/OAUTH.ts", "packages/core/src/model/expected.ts"],
      notClaimed: "that the address belongs to the user"
    },
    {
      row: "J13",
      attack: "One identity registered twice",
      defence: "the store has one row for it",
      where: [
        "packages/core/src/rules/credentials/kinds/oauth/Oauth.ts",
        "packages/core/src/operations/credentials/add.ts"
      ],
      notClaimed: "one person with two identities"
    }
  ]
}
