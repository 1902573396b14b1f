import { join } from "node:path"
import { migrate, postgres } from "@countersign/postgres"
import { type CountersignOptions, secretDigest } from "countersign"
import pg from "pg"
import { startEmbeddedDatabase } from "./embeddedDatabase.ts"
import { keepSecrets, type Secrets } from "./secrets.ts"
import type { Data } from "./settings.ts"

/** The options that outlive a start, a word on where they live, and what lets go of them. */
export interface Opened {
  readonly options: CountersignOptions
  readonly token?: { readonly id: string; readonly secret: string }
  readonly where: string
  readonly close: () => Promise<void>
}

/** Opens what the sandbox keeps its records in, with its tables up to date. */
export const openData = async (data: Data): Promise<Opened> => {
  switch (data.kind) {
    case "memory":
      return { options: {}, where: "in memory, gone when it stops", close: async () => {} }
    case "server": {
      const secrets = await keepSecrets(join(data.folder, "secrets.json"))
      return onPostgres(data.url, secrets, "in the database of DATABASE_URL", async () => {})
    }
    case "embedded": {
      const secrets = await keepSecrets(join(data.folder, "..", "secrets.json"))
      const { stop, url } = await startEmbeddedDatabase(data.folder)
      return onPostgres(url, secrets, `in PostgreSQL, files in ${data.folder}`, stop)
    }
  }
}

const onPostgres = async (url: string, secrets: Secrets, where: string, stop: () => Promise<void>): Promise<Opened> => {
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 5000 })
  // Lost while idle: the next request takes another connection.
  pool.on("error", () => {})
  const close = async () => {
    await pool.end()
    await stop()
  }
  try {
    await migrate(pool)
  } catch (error) {
    await close()
    throw new Error(`The database cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  const token = { id: "sandbox", secret: secrets.token }
  return {
    options: {
      tokens: [{ id: token.id, secretSha256: secretDigest(token.secret), platformId: "sandbox", mode: "sandbox" }],
      keys: { vault: secrets.vault, service: secrets.service },
      store: postgres({ pool })
    },
    token,
    where,
    close
  }
}
