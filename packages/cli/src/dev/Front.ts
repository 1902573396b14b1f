import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { basename, dirname, join, resolve } from "node:path"
import type { Countersign, CountersignOptions } from "countersign"

/** What else is served at the port of a sandbox, such as a page. Its origin is known once the port is. */
export interface Front {
  /** What it asks of the service. */
  readonly options: (origin: string) => CountersignOptions
  readonly open: (countersign: Countersign, origin: string) => Promise<OpenFront>
}

export interface OpenFront {
  /** Puts itself before the API, and leaves to it what is not its own. */
  readonly before: (api: RequestListener) => RequestListener
  /** Called once all of it can be reached. */
  readonly ready: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What a second shell needs to talk to the sandbox. */
export interface SandboxServer {
  readonly baseUrl: string
  readonly token: { readonly id: string; readonly secret: string }
  /** The key that signs bundles: clients pin it. */
  readonly bundleSigner: string
}

/** Where a running sandbox leaves word of itself. `SANDBOX_FILE` puts it elsewhere, for a second sandbox beside the first. */
export const sandboxFile = (env: { readonly [name: string]: string | undefined }): string =>
  resolve(env.SANDBOX_FILE ?? join(OWN_FOLDER, "sandbox.json"))

/** Whether a text can name a header: a token of RFC 9110 section 5.6.2, of letters, digits and hyphens. */
export const isHeaderName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,63}$/u.test(text)

const OWN_FOLDER = ".countersign"

/** Only its owner may read the file: it holds the secret. A folder of ours is kept out of whatever repository it is in. */
export const rememberServer = async (file: string, server: SandboxServer): Promise<void> => {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  if (basename(folder) === OWN_FOLDER) await writeFile(join(folder, ".gitignore"), "*\n")
  await writeFile(file, JSON.stringify(server, undefined, 2), { mode: 0o600 })
}

export const forgetServer = (file: string): Promise<void> => rm(file, { force: true })

/** The sandbox that left word of itself, if one did. */
export const recallServer = async (file: string): Promise<SandboxServer | undefined> => {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged. Stop the sandbox, remove the file, and start the sandbox again.`)
  }
}
