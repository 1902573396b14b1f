import { existsSync } from "node:fs"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import type { RequestListener } from "node:http"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Countersign, CountersignOptions } from "countersign"

/** Pages beside the API on the port of a sandbox. Its origin is known after the port is bound. */
export interface Front {
  /** The name and the path of each page. */
  readonly pages: ReadonlyArray<readonly [name: string, path: string]>
  /** The service options that it requires. */
  readonly options: (origin: string) => CountersignOptions
  readonly open: (countersign: Countersign, origin: string) => Promise<OpenFront>
}

/**
 * Loads the pages that are packed with this command, or those of another folder. Returns `undefined` in a clone, where
 * `npm start` builds them into a folder of its own.
 */
export const loadFront = async (folder: string = PACKED): Promise<Front | undefined> => {
  const file = join(folder, "index.js")
  if (!existsSync(file)) return undefined
  const { front }: { readonly front: Front } = await import(pathToFileURL(file).href)
  return front
}

const PACKED = fileURLToPath(new URL("../../pages", import.meta.url))

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

/** The file with the settings of a running sandbox. A second sandbox has its own by `SANDBOX_FILE`. */
export const sandboxFile = (env: { readonly [name: string]: string | undefined }): string =>
  resolve(env.SANDBOX_FILE ?? join(OWN_FOLDER, "sandbox.json"))

/** Returns whether a text is a header name: a token of RFC 9110 section 5.6.2, of letters, digits and hyphens. */
export const isHeaderName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,63}$/u.test(text)

const OWN_FOLDER = ".countersign"

/** Writes the file readable by its owner only: it contains the secret. Adds a .gitignore to the folder. */
export const rememberServer = async (file: string, server: SandboxServer): Promise<void> => {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  if (basename(folder) === OWN_FOLDER) await writeFile(join(folder, ".gitignore"), "*\n")
  await writeFile(file, JSON.stringify(server, undefined, 2), { mode: 0o600 })
}

export const forgetServer = (file: string): Promise<void> => rm(file, { force: true })

/** The text of a file, or `undefined` when the file is absent. */
export const textOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

export const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

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
