import { type Pool, postgres } from "@countersign/postgres"
import { createCountersign, secretDigest } from "countersign"
import { PLATFORMS, RELYING_PARTY } from "./Population.ts"
import { LIFETIME } from "./templates.ts"

const secret = "seeded"
const UNLIMITED = { capacity: 1_000_000_000, refillEvery: 1 }

/** The real service on a seeded database, with the session lifetime of the seeded sessions. */
export const serviceOn = (pool: Pool) =>
  createCountersign({
    store: postgres({ pool, timeout: 60_000 }),
    tokens: PLATFORMS.map((id) => ({ id, secretSha256: secretDigest(secret), platformId: id, mode: "sandbox" })),
    keys: { vault: "11".repeat(32), service: "22".repeat(32) },
    sandbox: { passkeys: { rpIds: [RELYING_PARTY.id], origins: [RELYING_PARTY.origin] } },
    policy: {
      sessionLifetime: LIFETIME,
      sessionsPerAccount: 500,
      challengesPerCredential: UNLIMITED,
      challengesPerAddress: UNLIMITED,
      requestsPerAccount: UNLIMITED,
      callsPerToken: UNLIMITED
    },
    logs: "none"
  })
export type Service = ReturnType<typeof serviceOn>

export const authorization = (platform: string): string =>
  `Basic ${Buffer.from(`${platform}:${secret}`).toString("base64")}`
