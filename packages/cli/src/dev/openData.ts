import { migrate, postgres } from "@countersign/postgres"
import { type CountersignOptions, secretDigest } from "countersign"
import pg from "pg"
import { keepSecrets } from "./keepSecrets.ts"

/** The options that outlive a start, a word on where they live, and what lets go of them. */
export interface Opened {
  readonly options: CountersignOptions
  readonly token?: { readonly id: string; readonly secret: string }
  readonly where: string
  readonly close: () => Promise<void>
}

/** Keeps nothing. */
export const inMemory = async (): Promise<Opened> => ({
  options: {},
  where: "in memory, gone when it stops",
  close: async () => {}
})

export interface Database {
  /** Where the secrets are kept that its records are worth nothing without. */
  readonly secretsFile: string
  readonly where: string
  /** Asked once the secrets are there. `stop` ends the database itself, where it is the sandbox's own. */
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
}

/** The database of a server that runs anyhow. */
export const atUrl =
  (url: string): Database["start"] =>
  async () => ({ url, stop: async () => {} })

/** Opens a database that the sandbox keeps its records in, with its tables up to date. */
export const inDatabase = async ({ secretsFile, start, where }: Database): Promise<Opened> => {
  const secrets = await keepSecrets(secretsFile)
  const { stop, url } = await start()
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
