import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { migrate, postgres } from "@countersign/postgres"
import { type CountersignOptions, secretDigest } from "countersign"
import pg from "pg"

/** What must be the same at the next start, or what is stored is worth nothing. Each is 64 hex characters. */
interface Secrets {
  readonly vault: string
  readonly service: string
  readonly token: string
}

/** The secrets of an earlier start, or fresh ones, which only their owner may read. */
const keepSecrets = async (file: string): Promise<Secrets> => {
  const text = await readFile(file, "utf8").catch(absent)
  if (text !== undefined) return read(file, text)
  const secrets = { vault: hex(), service: hex(), token: hex() }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(secrets, undefined, 2), { mode: 0o600, flag: "wx" })
  return secrets
}

/** A file that is there and may not be read must not pass for one that is not. */
const absent = (error: unknown): undefined => {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
  throw error
}

const read = (file: string, text: string): Secrets => {
  try {
    const { service, token, vault }: Secrets = JSON.parse(text)
    if ([service, token, vault].every((one) => /^[0-9a-f]{64}$/u.test(one))) return { service, token, vault }
  } catch {
    // Said below, in the same words as for a file of another shape.
  }
  throw new Error(`${file} is damaged. Restore it, or remove it together with the data beside it to begin anew.`)
}

const hex = (): string => randomBytes(32).toString("hex")

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
