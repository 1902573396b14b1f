import { passkey } from "@better-auth/passkey"
import { type BetterAuthOptions, betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import { emailOTP } from "better-auth/plugins"
import express from "express"
import { Kysely, PostgresDialect } from "kysely"
import pg from "pg"
import { RELYING_PARTY } from "../../seed/Seed.ts"
import { letterBox, listening, POOL_SIZE, type Running, type ServerSpec } from "../../server/ServerSpec.ts"

/** The data that the load requires: where the codes arrive. */
export interface Seed {
  readonly letters: number
}

/** The default mount path of better-auth. */
export const MOUNT = "/api/auth"

/**
 * better-auth in Express, mounted as in its documentation, on PostgreSQL with its own migrations. Rate limits, logs and
 * telemetry are off. Each session check reads the database, as ours does: there is no session cache in a cookie.
 */
export const start = async ({ database }: ServerSpec): Promise<Running> => {
  const letters = await letterBox()
  const pool = new pg.Pool({ connectionString: database, max: POOL_SIZE, idleTimeoutMillis: 0 })
  pool.on("error", () => {})
  let statements = 0
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: () => {
      statements += 1
    }
  })
  const options: BetterAuthOptions = {
    baseURL: RELYING_PARTY.origin,
    secret: "of the bench, and of no service anywhere",
    // The dialect that it creates for a plain pool, with a statement counter.
    database: { db, type: "postgres", transaction: true },
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
  const server = await listening(app)
  const seed: Seed = { letters: letters.port }
  return {
    port: server.port,
    statements: () => statements,
    seed,
    close: async () => {
      await server.close()
      await db.destroy()
      letters.close()
    }
  }
}
