import { randomBytes } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { migrate, postgres } from "@countersign/postgres"
import { type CountersignOptions, secretDigest } from "countersign"
import pg from "pg"
import { textOf } from "./Front.ts"

/** The secrets on which stored records depend, so that each start needs the same. Each is 64 hex characters. */
interface Secrets {
  readonly vault: string
  readonly service: string
  readonly token: string
}

/** Reads the secrets of an earlier start, or creates new ones readable only by their owner. */
const loadSecrets = async (file: string): Promise<Secrets> => {
  const text = await textOf(file)
  if (text !== undefined) return read(file, text)
  const secrets = { vault: hex(), service: hex(), token: hex() }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(secrets, undefined, 2), { mode: 0o600, flag: "wx" })
  return secrets
}

const read = (file: string, text: string): Secrets => {
  try {
    const { service, token, vault }: Secrets = JSON.parse(text)
    if ([service, token, vault].every((one) => /^[0-9a-f]{64}$/u.test(one))) return { service, token, vault }
  } catch {
    // Reported below, with the same message as for a malformed file.
  }
  throw new Error(`${file} is damaged. Restore it, or remove it together with the data beside it to start over.`)
}

const hex = (): string => randomBytes(32).toString("hex")

/** Options that persist between starts, a description of the storage, and a function that releases it. */
export interface Opened {
  readonly options: CountersignOptions
  readonly token?: { readonly id: string; readonly secret: string }
  readonly where: string
  readonly close: () => Promise<void>
}

export const inMemory = async (): Promise<Opened> => ({
  options: {},
  where: "in memory, lost when it stops",
  close: async () => {}
})

export interface Database {
  readonly secretsFile: string
  readonly where: string
  /** Called once the secrets exist. `stop` stops the database server if the sandbox started it. */
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
}

/** The database of a server that is already running. */
export const atUrl =
  (url: string): Database["start"] =>
  async () => ({ url, stop: async () => {} })

/** Opens the sandbox's database and migrates its tables. */
export const inDatabase = async ({ secretsFile, start, where }: Database): Promise<Opened> => {
  const secrets = await loadSecrets(secretsFile)
  const { stop, url } = await start()
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 5000 })
  // An idle connection was lost; the next request opens another one.
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
