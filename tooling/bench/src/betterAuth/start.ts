import { passkey } from "@better-auth/passkey"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import { emailOTP } from "better-auth/plugins"
import express from "express"
import { RELYING_PARTY } from "../seed/Seed.ts"
import { countedPool, letterBox, type Running, running, type ServerSpec } from "../server/ServerSpec.ts"

/** The data that the load requires: the port where the codes arrive. */
export type Seed = Readonly<Record<"letters", number>>

/** The default mount path of better-auth. */
export const MOUNT = "/api/auth"

/**
 * better-auth in Express, mounted as in its documentation, on PostgreSQL with its own migrations. Rate limits, logs and
 * telemetry are off. Each session check reads the database, as ours does: there is no session cache in a cookie.
 */
export const start = async ({ database = "" }: ServerSpec): Promise<Running> => {
  const letters = await letterBox()
  const { close, fill, pool, statements, written } = countedPool(database)
  await fill()
  const options: BetterAuthOptions = {
    baseURL: RELYING_PARTY.origin,
    secret: "of the bench, and of no service anywhere",
    database: pool,
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    session: { cookieCache: { enabled: false } },
    plugins: [
      emailOTP({ sendVerificationOTP: async ({ email, otp }) => letters.post(email, otp) }),
      passkey({ rpID: RELYING_PARTY.rpId, rpName: "Bench", origin: RELYING_PARTY.origin })
    ]
  }
  const { runMigrations } = await getMigrations(options)
  await runMigrations()
  const app = express().disable("x-powered-by")
  app.all(`${MOUNT}/*splat`, toNodeHandler(betterAuth(options)))
  const seed: Seed = { letters: letters.port }
  return running(app, { statements, written, seed, closes: [close, letters.close] })
}
