import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { basename, dirname, join, resolve } from "node:path"
import type { Countersign, CountersignOptions } from "countersign"

/** A service beside the API on the port of a sandbox, such as a page. Its origin is known after the port is bound. */
export interface Front {
  /** The service options that it requires. */
  readonly options: (origin: string) => CountersignOptions
  readonly open: (countersign: Countersign, origin: string) => Promise<OpenFront>
}

export interface OpenFront {
  /** Wraps the API's listener and passes on requests that it does not handle itself. */
  readonly before: (api: RequestListener) => RequestListener
  /** Called when everything is reachable. */
  readonly ready: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The settings that commands in a second shell need to call the sandbox. */
export interface SandboxServer {
  readonly baseUrl: string
  readonly token: { readonly id: string; readonly secret: string }
  /** The public key that signs bundles, which clients pin. */
  readonly bundleSigner: string
}

/**
 * The file with the settings of a running sandbox. `SANDBOX_FILE` overrides it, for a second sandbox at the same time.
 */
export const sandboxFile = (env: { readonly [name: string]: string | undefined }): string =>
  resolve(env.SANDBOX_FILE ?? join(OWN_FOLDER, "sandbox.json"))

/** Returns whether a text is a header name: a token of RFC 9110 section 5.6.2, of letters, digits and hyphens. */
export const isHeaderName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,63}$/u.test(text)

const OWN_FOLDER = ".countersign"

/**
 * Writes the file readable only by its owner, because it contains the secret. Adds a .gitignore to a folder that it
 * creates.
 */
export const rememberServer = async (file: string, server: SandboxServer): Promise<void> => {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  if (basename(folder) === OWN_FOLDER) await writeFile(join(folder, ".gitignore"), "*\n")
  await writeFile(file, JSON.stringify(server, undefined, 2), { mode: 0o600 })
}

export const forgetServer = (file: string): Promise<void> => rm(file, { force: true })

/** Reads the settings of a running sandbox, if there are any. */
export const recallServer = async (file: string): Promise<SandboxServer | undefined> => {
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged. Stop the sandbox, remove the file, and start the sandbox again.`)
  }
}
