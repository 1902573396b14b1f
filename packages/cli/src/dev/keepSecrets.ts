import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

/** What must be the same at the next start, or what is stored is worth nothing. Each is 64 hex characters. */
export interface Secrets {
  readonly vault: string
  readonly service: string
  readonly token: string
}

/** The secrets of an earlier start, or fresh ones, which only their owner may read. */
export const keepSecrets = async (file: string): Promise<Secrets> => {
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
