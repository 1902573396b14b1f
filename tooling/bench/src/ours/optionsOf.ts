import { type CountersignOptions, secretDigest } from "countersign"
import { SERVICE_KEYS } from "../seed/keys.ts"
import { type Issuer, PLATFORM, type Platform, RELYING_PARTY, SESSION_LIFETIME } from "../seed/Seed.ts"

/** No bucket of these is ever empty: the limits of the peers are off as well. */
const UNLIMITED = { capacity: 1_000_000_000, refillEvery: 1 }

/** The options of a service in production, as its host would write them. */
export const optionsOf = (
  { issuer, jwksUri }: { readonly issuer: Issuer; readonly jwksUri: string },
  platforms: ReadonlyArray<Platform> = [PLATFORM]
) => {
  const { origin, rpId } = RELYING_PARTY
  const options: CountersignOptions = {
    tokens: platforms.map(({ platformId, secret, tokenId }) => ({
      id: tokenId,
      secretSha256: secretDigest(secret),
      platformId,
      mode: "production"
    })),
    keys: SERVICE_KEYS,
    // Letters are read where they are ordered; see lettersOf.
    mailer: { sendCode: async () => {} },
    externalAccounts: { verify: async () => ({ standing: "CONFIRMED", nameMatch: "MATCHED" }) },
    production: {
      passkeys: { rpIds: [rpId], origins: [origin] },
      oidc: { issuers: [{ issuer: issuer.issuer, jwksUri, audiences: [issuer.audience] }] }
    },
    policy: {
      sessionLifetime: SESSION_LIFETIME,
      challengesPerCredential: UNLIMITED,
      challengesPerAddress: UNLIMITED,
      requestsPerAccount: UNLIMITED,
      callsPerToken: UNLIMITED
    },
    logs: "none"
  }
  return options
}
